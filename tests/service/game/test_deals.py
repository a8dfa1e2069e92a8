"""Test games with the same deal: no response reveals the deal before the last game has ended."""

import pytest

from domain.verification import verify
from service.playing import abort
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.responses import check_problem
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.games.lobby import DEAL, dealt
from tests.service.helpers.players.player import player

CLOSED = {
    "/view": (403, "spectators_off"),
    "/view?at=1": (403, "spectators_off"),
    "/events": (403, "spectators_off"),
    "/events/ndjson": (403, "spectators_off"),
    "/result": (409, "deal_in_progress"),
    "/record": (409, "deal_in_progress"),
    "/analysis": (409, "deal_in_progress"),
    "/analysis/image": (409, "deal_in_progress"),
}
"""Fields hidden in a finished game while another game with its deal is running."""


@pytest.fixture
def games(service):
    """Return the three games of the deal; the second and the third are still running."""
    games = [dealt(service, number) for number in range(3)]
    games[0].act(0)
    finish_and_score(service, games[0].game_id)
    return games


def reported(game):
    """Request as a spectator everything that the end of a game reveals; return the rejections."""
    responses = {path: game.get(path) for path in CLOSED}
    return {path: (each.status_code, each.json["code"]) for path, each in responses.items() if each.status_code >= 400}


def listed(service):
    """List the games whose records are listed, and those that are omitted."""
    page = service.client.get("/v1/records").json
    return [record["game_id"] for record in page["records"]], page.get("skipped", [])


def test_games_of_a_deal_are_dealt_equally_and_their_commitments_do_not_reveal_it(service):
    views = [dealt(service, number).view(0) for number in range(3)]
    assert views[0]["view"] == views[1]["view"] == views[2]["view"]
    assert len({view["commitment"] for view in views}) == 3


def test_the_game_that_ends_first_reveals_nothing_before_the_last_has_ended(service, games):
    assert reported(games[0]) == CLOSED
    assert listed(service) == ([], [games[0].game_id])
    for game in games[1:]:
        finish_and_score(service, game.game_id)
    assert [reported(game) for game in games] == [{}, {}, {}]
    assert listed(service) == ([game.game_id for game in games], [])
    records = [verify(game.get("/record").data, HOSTED) for game in games]
    assert {record["seed"] for record in records} == {DEAL.secret.hex()}
    assert len({record["salt"] for record in records}) == 3


def test_a_seat_reads_the_result_and_the_events_of_its_own_game(games):
    over = games[0]
    assert [over.get(path, 0).status_code for path in ("/result", "/view", "/view?at=1", "/events")] == [200] * 4
    check_problem(over.get("/record", 0), 409, "deal_in_progress")


def test_a_player_of_one_game_is_no_spectator_of_another_even_as_its_creator(service):
    ann = player(service)
    own = dealt(service, 0, players={0: ann.id})
    other = dealt(service, 1, creator=ann.id)
    assert ann.get(f"/games/{own.game_id}/view").json["seat"] == 0
    for _ in range(2):
        check_problem(ann.get(f"/games/{other.game_id}/view"), 403, "spectators_off")
        finish_and_score(service, other.game_id)
    check_problem(ann.get(f"/games/{other.game_id}/result"), 409, "deal_in_progress")


def test_a_game_to_be_created_is_pending_and_an_aborted_one_has_ended(service):
    for number in range(2):
        finish_and_score(service, dealt(service, number).game_id)
    assert listed(service) == ([], [*DEAL.games[:2]])
    last = dealt(service, 2)
    abort.abort(service.installation, last.game_id, None, creator=True)
    assert listed(service) == ([*DEAL.games[:2]], [])
    check_problem(last.get("/record"), 409, "game_aborted")


def test_a_removed_game_has_ended_and_the_last_one_removes_the_deal(service, games):
    store = service.installation.store
    headers = [store.header(game.game_id) for game in games]
    for header in headers[:2]:
        store.remove(header)
    finish_and_score(service, games[2].game_id)
    assert listed(service) == ([games[2].game_id], [])
    store.remove(headers[2])
    assert [key for key in store.servers.client.keys("*") if DEAL.deal_id.encode() in key] == []


def test_a_deal_without_known_games_stays_closed(service, games):
    for game in games[1:]:
        finish_and_score(service, game.game_id)
    service.installation.store.servers.client.delete(f"bottega:{{{DEAL.deal_id}}}:games")
    assert reported(games[0]) == CLOSED


def test_a_rematch_has_its_own_deal(service, games):
    new = games[0].post("/rematch", 0).json["game_id"]
    old, new = (service.installation.store.header(game_id) for game_id in (games[0].game_id, new))
    assert (old.deal, new.deal) == (DEAL.deal_id, "")
    assert old.seed != new.seed
