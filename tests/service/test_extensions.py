"""A package on top of the service learns of the ends of games and of deleted players."""

from dataclasses import replace

import pytest

from service.installation import installation_metrics, jobs
from service.installation.bottega import Extension
from service.lobby.player_deletion import delete_player
from service.playing import abort
from service.store.due_list import DueList
from tests.service.lists import finish_and_score
from tests.service.players import player
from workers.processes.sweeper import sweep_of

KEY = "bottega:{fairs}:due"


@pytest.fixture
def fairs(service):
    """Add an extension, and return what it is called with and its due list."""
    called, due = [], DueList(service.bottega.store.servers, KEY)
    extension = Extension(
        entry="fair",
        due=lambda store: due,
        check=lambda bottega, name: called.append(name),
        game_ends=lambda bottega, header: called.append(header.game_id) or jobs.scoring(f"fair-{header.game_id}"),
        of_player=lambda bottega, who: [f"fair of {who}"],
        holds_player=lambda bottega, who: [],
        player_merges=lambda bottega, who, into: called.append(f"{who} {into}"),
        player_leaves=lambda bottega, who: called.append(who),
    )
    service.app.extensions["bottega"] = replace(service.bottega, extensions=(extension,))
    return extension, called, due


def test_an_extension_notes_the_end_of_a_game_and_has_its_job_enqueued(service, fairs):
    _, called, _ = fairs
    table = service.table()
    finish_and_score(service, table.game_id)
    assert called == [table.game_id]
    assert jobs.state_of(service.bottega.queues, jobs.scoring(f"fair-{table.game_id}")) == "waits"


def test_an_extension_notes_that_a_game_is_aborted(service, fairs):
    _, called, _ = fairs
    table = service.table()
    assert abort.abort(service.bottega, table.game_id, None, creator=True).status == "aborted"
    assert called == [table.game_id]


def test_an_extension_removes_a_deleted_player(service, fairs):
    _, called, _ = fairs
    ann = player(service, "Ann")
    delete_player(service.bottega, ann.id)
    assert set(called) == {ann.id}


def test_the_sweeper_checks_the_due_list_of_an_extension_and_the_metrics_count_it(service, fairs):
    extension, called, due = fairs
    due.put("autumn", 1.0)
    (counted,) = (each for each in installation_metrics.figures(service.bottega) if each.name == "bottega_overdue")
    assert counted.values["fairs",] == 1
    assert sweep_of(extension)(service.bottega, 2.0) is False
    assert called == ["autumn"]
    assert due.before(3.0, 1) == []


def test_a_service_without_extensions_plays_games(service):
    service.app.extensions["bottega"] = replace(service.bottega, extensions=())
    table = service.table()
    finish_and_score(service, table.game_id)
    assert table.get("/result").status_code == 200
