"""Each subject is called when games end and when players leave, merge or export their data."""

import json
from dataclasses import fields, replace

import pytest

from service.accounts.export import export
from service.assembly import SUBJECTS
from service.installation import installation_metrics, jobs
from service.installation.installation import DueWork, Subject
from service.playing import abort
from service.reading.subject import RECORDS
from service.resources.accounts import PlayerExport
from service.retention import lifetimes
from service.store.due_list import DueList
from tests.service.helpers.games.lists import finish_and_score
from tests.service.helpers.players.player import player, rejected
from workers.processes.sweeper import sweep_of

KEY = "bottega:{fairs}:due"
BLOCKED = "/me/blocked-players"


class Fairs:
    """A subject with every function. It notes its calls."""

    def __init__(self, installation):
        self.installation, self.calls, self.fault, self.avoided = installation, [], None, ()
        self.due = DueList(installation.store.servers, KEY)
        work = DueWork("fair", "fairs", lambda store: self.due, self.check)
        noted = {name: self.noting(name) for name in STEPS}
        self.subject = Subject(due=work, exported=self.exported, avoided=self.whom, **noted)

    def noting(self, step):
        """Return a function that notes its call."""

        def note(installation, first, *others):
            if self.fault == step:
                raise AssertionError(f"{step} fails")
            exists = installation.store.players.profile(getattr(first, "game_id", first)) is not None
            self.calls.append((step, getattr(first, "game_id", first), *others, *["exists"] * exists))
            return jobs.scoring(f"fair-{first.game_id}") if step in JOBS else None

        return note

    def check(self, installation, name, now):
        self.calls.append(("check", name, now))
        return jobs.scoring(name) if name.startswith("lost") else None

    def exported(self, installation, who):
        return {"fairs": iter([f"fair of {who}"])}

    def whom(self, installation, who):
        return self.avoided

    def waits(self, game_id):
        return jobs.state_of(self.installation.queues, jobs.scoring(f"fair-{game_id}")) == "waits"


JOBS = ("game_ends", "game_is_aborted")
STEPS = tuple(each.name for each in fields(Subject) if each.name not in ("due", "exported", "avoided"))


@pytest.fixture
def fairs(service):
    """Add a subject to the service."""
    added = Fairs(service.installation)
    service.app.extensions["bottega"] = replace(service.installation, subjects=(*SUBJECTS, added.subject))
    return added


def test_a_subject_notes_the_end_of_a_game_and_has_its_job_enqueued(service, fairs):
    game = service.new_game()
    finish_and_score(service, game.game_id)
    assert fairs.calls == [("game_ends", game.game_id)]
    assert fairs.waits(game.game_id)


def test_the_result_of_a_game_waits_for_each_subject(service, fairs):
    game, fairs.fault = service.new_game(), "game_ends"
    with pytest.raises(AssertionError, match="game_ends fails"):
        finish_and_score(service, game.game_id)
    assert service.installation.store.results.of(game.game_id) is None
    assert service.installation.store.due.holds(game.game_id)


def test_a_subject_notes_that_a_game_is_aborted_and_has_its_job_enqueued(service, fairs):
    game = service.new_game()
    assert abort.abort(service.installation, game.game_id, None, creator=True).status == "aborted"
    assert fairs.calls == [("game_stops", game.game_id), ("game_is_aborted", game.game_id)]
    assert fairs.waits(game.game_id)


def test_a_subject_that_cannot_note_an_aborted_game_disturbs_no_other(service, fairs):
    game, fairs.fault = service.new_game(), "game_is_aborted"
    other = Fairs(service.installation)
    service.app.extensions["bottega"] = replace(service.installation, subjects=(fairs.subject, other.subject))
    assert abort.abort(service.installation, game.game_id, None, creator=True).status == "aborted"
    assert other.calls == [("game_stops", game.game_id), ("game_is_aborted", game.game_id)]


def test_a_subject_notes_that_a_game_without_a_result_is_stopped(service, fairs):
    game = service.new_game()
    abort.stop(service.installation, game.game_id)
    assert fairs.calls == [("game_stops", game.game_id)]
    abort.resume_abort(service.installation, game.game_id)
    assert fairs.calls == [("game_stops", game.game_id)] * 2


def test_a_subject_notes_that_a_game_is_removed(service, fairs):
    game = service.new_game()
    lifetimes.delete_game(service.installation, game.game_id)
    assert fairs.calls == [("game_stops", game.game_id)]


def test_a_deletion_removes_what_others_see_before_and_after_the_profile(service, fairs):
    ann = player(service, "Ann")
    assert ann.send("DELETE", "/me").status_code == 204
    assert fairs.calls == [
        ("player_leaves", ann.id, "exists"),
        ("profile_leaves", ann.id),
        ("player_leaves", ann.id),
        ("player_has_left", ann.id),
    ]


def test_a_merge_ends_credentials_first_and_moves_shared_data_before_and_after_the_profile(service, fairs):
    ann, phone = player(service, "Ann"), player(service)
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert fairs.calls == [
        ("check_merge", phone.id, ann.id, "exists"),
        ("ends_credentials", phone.id, ann.id, "exists"),
        ("player_merges", phone.id, ann.id, "exists"),
        ("profile_merges", phone.id, ann.id),
        ("player_merges", phone.id, ann.id),
        ("player_has_merged", phone.id, ann.id),
    ]


def test_a_repeated_request_moves_nothing_once_the_merge_is_done(service, fairs):
    ann, phone = player(service, "Ann"), player(service)
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    fairs.calls.clear()
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert fairs.calls == []


@pytest.mark.parametrize("step", [each for each in STEPS if "merge" in each or each == "ends_credentials"])
def test_a_repeated_merge_completes_one_that_a_subject_has_interrupted(service, fairs, step):
    ann, phone = player(service, "Ann"), player(service)
    fairs.fault = step
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 500
    has_begun = step != "check_merge"
    assert service.installation.store.merges.of(ann.id) == ({phone.id: False} if has_begun else {})
    fairs.fault = None
    assert ann.post("/me/merge", {"credential": phone.key}).status_code == 200
    assert service.installation.store.merges.of(ann.id) == {phone.id: True}


def test_an_export_contains_the_lists_of_each_subject(service, fairs):
    ann = player(service, "Ann")
    exported = json.loads(b"".join(export(service.installation, ann.id)))
    assert exported["fairs"] == [f"fair of {ann.id}"]
    assert exported.keys() == {*PlayerExport.__struct_fields__, "fairs"}


def test_the_contract_names_the_lists_of_all_subjects(service):
    ann = player(service, "Ann")
    lists = [name for each in SUBJECTS for name in each.exported(service.installation, ann.id)]
    assert sorted(["exported_at", "profile", *lists]) == sorted(PlayerExport.__struct_fields__)


def test_a_player_whom_a_subject_avoids_cannot_invite(service, fairs):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": bea.id}, {"kind": "human", "player": ann.id}]
    fairs.avoided = [bea.id]
    assert rejected(bea.create(seats)) == (409, "invitation_declined")


def test_each_subject_notes_that_a_player_avoids_others_than_before(service, fairs):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    assert ann.send("PUT", f"{BLOCKED}/{bea.id}").status_code == 204
    assert fairs.calls == [("avoided_change", ann.id, "exists")]


def test_the_sweeper_checks_the_due_list_of_a_subject_and_the_metrics_count_it(service, fairs):
    fairs.due.put("autumn", 1.0)
    (counted,) = (each for each in installation_metrics.figures(service.installation) if each.name == "bottega_overdue")
    assert counted.values["fairs",] == 1
    assert sweep_of(fairs.subject.due)(service.installation, 2.0) is False
    assert fairs.calls == [("check", "autumn", 2.0)]
    assert fairs.due.before(3.0, 1) == []


def test_the_sweeper_enqueues_an_overdue_job_of_a_subject_again(service, fairs):
    fairs.due.put("lost-autumn", 1.0)
    sweep_of(fairs.subject.due)(service.installation, 2.0)
    assert jobs.state_of(service.installation.queues, jobs.scoring("lost-autumn")) == "waits"
    assert fairs.due.before(2.0 + service.installation.settings.lease_seconds, 1) != []


def test_a_service_with_records_as_its_only_subject_plays_games(service):
    service.app.extensions["bottega"] = replace(service.installation, subjects=(RECORDS,))
    game = service.new_game()
    finish_and_score(service, game.game_id)
    assert game.get("/result").status_code == 200
