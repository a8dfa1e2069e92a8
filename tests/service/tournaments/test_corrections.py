"""Test corrections with `force` over HTTP: who plays on, what players read, what is rated, and that records verify."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest

from service.game.game import load
from service.playing import abort, games
from service.tournaments import corrections, log, progress
from service.tournaments.corrections import Correction
from service.tournaments.rules.match_events import Ruled
from service.tournaments.rules.match_table import with_ruling
from service.tournaments.rules.verification import verify
from tests.service.helpers.client.service import RemoteGame
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.players.player import Player, player, rejected
from tests.service.helpers.tournaments import entries, found, organiser, rounds

KNOCKOUT = {"format": "knockout"}
REASON = "The score sheet was wrong."
FORCED = {"force": True, "reason": REASON}


@dataclass
class Cup:
    """A tournament with its organiser and the players by entrant."""

    service: Any
    who: Player
    url: str
    players: list[Player]
    ended: list[str] = field(default_factory=list)
    """The games that were played to their end."""

    @property
    def name(self) -> str:
        return self.url.rpartition("/")[2]

    def drive(self) -> None:
        progress.drive(self.service.installation, self.name)

    def tables(self, number: int) -> list[dict[str, Any]]:
        return rounds(self.who, self.url)[number - 1]["tables"]

    def pairs(self, number: int) -> list[set[int]]:
        return [{each["entrant"] for each in table["entrants"]} for table in self.tables(number)]

    def games(self, number: int, table: int = 1) -> list[str]:
        return [each["game_id"] for each in self.tables(number)[table - 1]["games"]]

    def finish(self, *game_ids: str) -> None:
        for each in game_ids:
            finish_and_score(self.service, each)
            self.ended.append(each)
        self.drive()

    def play_round(self, number: int) -> None:
        running = [each for table in self.tables(number) for each in table["games"] if each["status"] == "running"]
        self.finish(*(each["game_id"] for each in running))

    def play_to_the_end(self) -> None:
        while self.who.get(self.url).json["status"] == "running":
            self.play_round(len(rounds(self.who, self.url)))

    def act(self, game_id: str) -> None:
        """Let the player whose turn it is act."""
        seats = load(self.service.installation, game_id).to_act
        assert self.at(game_id).act(seats[0]).status_code == 200

    def at(self, game_id: str) -> RemoteGame:
        keys = {each.id: each.key for each in self.players}
        seated = load(self.service.installation, game_id).players
        return RemoteGame(self.service, game_id, {seat: keys[each] for seat, each in seated.items()})

    def set_result(self, number: int, table: int, ranks: list[int], **changes: Any) -> Any:
        body = {"ranks": ranks, "reason": REASON, **changes}
        return self.who.send("PUT", f"{self.url}/rounds/{number}/tables/{table}/result", body)

    def upset(self, number: int, table: int) -> list[int]:
        """Return the ranks of a match with which other entrants play in the next round."""
        played_on = set().union(*self.pairs(number + 1))
        here = [each["entrant"] for each in self.tables(number)[table - 1]["entrants"]]
        order = sorted(here, key=lambda each: each in played_on)
        return [1 + order.index(each) for each in here]

    def decide_round(self, number: int) -> None:
        """Let the first entrant of each match win it, by a ruling."""
        for each in self.tables(number):
            assert self.set_result(number, each["table"], [1, 2]).status_code == 200

    def verify(self) -> None:
        """Check the record of the tournament, with the records of all games that ended."""
        records = {each: self.who.get(f"/games/{each}/record").data for each in self.ended}
        record = self.who.get(f"{self.url}/record")
        assert record.status_code == 200
        assert verify(record.data, records, self.service.installation.rulesets)["hash"]


def cup(service: Any, *stages: Any, number: int = 4, **terms: Any) -> Cup:
    """Found a tournament of players, and start it."""
    who, players = organiser(service), [player(service, f"Player {each}") for each in range(number)]
    url = found(who, *stages, entrants=[{"player": each.id} for each in players], **terms)
    assert who.post(f"{url}/start").status_code == 200
    return Cup(service, who, url, players)


def in_the_final(service: Any, **terms: Any) -> Cup:
    """Play both semi-finals, and one of the two games of the final; the other game has begun."""
    made = cup(service, KNOCKOUT, games=2, rated=True, **terms)
    made.play_round(1)
    first, second = made.games(2)
    made.finish(first)
    made.act(second)
    return made


def test_a_wrong_semi_final_is_corrected_during_the_final(service):
    made = in_the_final(service)
    (_, other), (first, second) = made.pairs(1), made.games(2)
    ranks = made.upset(1, 1)
    response = made.set_result(1, 1, ranks)
    assert (*rejected(response), response.json["round"]) == (409, "later_round_seated", 2)
    assert made.set_result(1, 1, ranks, force=True).status_code == 200
    assert [each["ruled"]["reason"] for each in made.tables(1)[:1]] == [REASON]
    statuses = [made.who.get(f"/games/{each}").json["status"] for each in (first, second)]
    assert (statuses, {first, second}.isdisjoint(made.games(2))) == (["over", "aborted"], True)
    winner = made.tables(1)[0]["entrants"][ranks.index(1)]["entrant"]
    assert (winner in made.pairs(2)[0], len(made.pairs(2)[0] & other)) == (True, 1)
    made.play_to_the_end()
    made.verify()


def test_players_of_a_stopped_game_see_there_and_in_their_notices_why(service):
    made = in_the_final(service)
    stopped, finalists = made.games(2)[1], made.pairs(2)[0]
    made.set_result(1, 1, made.upset(1, 1), force=True)
    for seat in (0, 1, None):
        view = made.at(stopped).view(seat)
        assert (view["status"], view["abort_reason"]) == ("aborted", REASON)
    assert "abort_reason" not in made.at(stopped).get("/view?version=0", 0).json
    for entrant in finalists:
        notices = made.players[entrant].get("/me/events?limit=100").json["events"]
        assert [each["game_id"] for each in notices if each["type"] == "aborted"] == [stopped]
        taken = [each for each in notices if each.get("tournament_event") == "taken_back"]
        assert [(each["round"], each["organiser_reason"]) for each in taken] == [(2, REASON)]


def test_a_game_that_ended_keeps_its_rating_and_a_stopped_one_changes_none(service):
    made = in_the_final(service)
    finalists = [made.players[each] for each in made.pairs(2)[0]]
    rated = [counted(made, each) for each in finalists]
    made.set_result(1, 1, made.upset(1, 1), force=True)
    assert ([counted(made, each) for each in finalists], rated) == (rated, [3, 3])


def counted(made: Cup, who: Player) -> int:
    """Return the number of rated games of a player."""
    return sum(each["games"] for each in made.who.get(f"/players/{who.id}/ratings").json["ratings"])


def test_the_log_says_who_has_corrected_what_and_why(service):
    made = in_the_final(service)
    before = len(entries(made.who, made.url))
    made.set_result(1, 1, made.upset(1, 1), force=True)
    added = [each for each in entries(made.who, made.url)[before:] if each["type"] != "stopped"]
    assert [each["type"] for each in added] == ["taken_back", "ruled", "paired", "opened"]
    assert {(each["by"], each["reason"]) for each in added[:3]} == {(made.who.id, REASON)}
    assert (added[0]["round"], added[0]["forced"], added[0]["corrected"]) == (2, True, True)


def test_a_correction_is_made_once_however_often_it_is_sent(service):
    made = in_the_final(service)
    ranks = made.upset(1, 1)
    first = made.set_result(1, 1, ranks, force=True).json["table"]
    after = entries(made.who, made.url)
    assert made.set_result(1, 1, ranks, force=True).json["table"] == first
    assert entries(made.who, made.url) == after


def test_a_result_is_corrected_twice_in_a_row(service):
    made = in_the_final(service)
    final, ranks = made.pairs(2), made.upset(1, 1)
    made.set_result(1, 1, ranks, force=True)
    made.finish(made.games(2)[0])
    made.act(made.games(2)[1])
    made.set_result(1, 1, ranks[::-1], force=True)
    assert made.pairs(2) == final
    made.play_to_the_end()
    made.verify()


def test_two_corrections_at_the_same_time_leave_the_final_of_the_later_one(service):
    made = in_the_final(service)
    with ThreadPoolExecutor(2) as pool:
        sent = [*pool.map(lambda ranks: made.set_result(1, 1, ranks, force=True), ([1, 2], [2, 1]))]
    assert {each.status_code for each in sent} == {200}
    made.drive()
    ruled = [each for each in entries(made.who, made.url) if each["type"] == "ruled"]
    winner = made.tables(1)[0]["entrants"][ruled[-1]["ranks"].index(1)]["entrant"]
    assert winner in made.pairs(2)[0]
    made.play_to_the_end()
    made.verify()


def appended(made: Cup) -> str:
    """Append the entries of a correction as a process does that is killed then; return the game to stop."""
    installation, name, ranks = made.service.installation, made.name, tuple(made.upset(1, 1))
    stopped, running = made.games(2)[1], log.load(made.service.installation, made.name)
    ruled = log.new_entry(installation, Ruled, by=made.who.id, reason=REASON, round=1, table=1, ranks=ranks)
    correction = Correction(1, 1, lambda found: with_ruling(found, ruled), force=True, reason=REASON)
    added = corrections.with_later_rounds(installation, running, made.who.caller, correction, [ruled])
    assert log.append(installation, log.load(installation, name), added)
    return stopped


def test_a_correction_is_completed_once_if_its_process_was_killed(service):
    made = in_the_final(service)
    stopped = appended(made)
    assert len(rounds(made.who, made.url)) == 1
    with ThreadPoolExecutor(2) as pool:
        [*pool.map(lambda _: made.drive(), range(2))]
    types = [each["type"] for each in entries(made.who, made.url)]
    assert [types.count(each) for each in ("taken_back", "stopped", "opened")] == [1, 1, 3]
    assert made.at(stopped).view()["abort_reason"] == REASON
    made.play_to_the_end()
    made.verify()


def test_a_correction_is_completed_if_its_process_was_killed_after_it_had_stopped_a_game(service):
    made = in_the_final(service)
    abort.stop(service.installation, appended(made), REASON)
    made.drive()
    types = [each["type"] for each in entries(made.who, made.url)]
    assert [types.count(each) for each in ("taken_back", "stopped", "opened")] == [1, 1, 3]


def test_a_game_that_ends_before_it_is_stopped_stays_verifiable(service):
    made = in_the_final(service)
    made.ended.append(appended(made))
    finish(service, made.ended[-1])
    games.score(service.installation, made.ended[-1])
    made.drive()
    assert [each["type"] for each in entries(made.who, made.url)].count("stopped") == 0
    made.play_to_the_end()
    made.verify()


def test_the_other_semi_final_continues_when_a_quarter_final_is_corrected(service):
    made = cup(service, KNOCKOUT, number=8)
    made.play_round(1)
    first, other = made.games(2, 1), made.games(2, 2)
    made.act(other[0])
    made.set_result(1, 1, made.upset(1, 1), force=True)
    assert (made.games(2, 1) == first, made.games(2, 2)) == (False, other)
    assert made.at(other[0]).view()["status"] in ("running", "open")
    assert made.tables(2)[1]["status"] == "running"
    made.play_to_the_end()
    made.verify()


def test_a_quarter_final_is_corrected_during_the_final(service):
    made = cup(service, KNOCKOUT, number=8)
    made.play_round(1)
    made.play_round(2)
    (final,), semi_finals = made.games(3), [made.games(2, 1), made.games(2, 2)]
    made.act(final)
    assert made.set_result(1, 1, made.upset(1, 1)).json["round"] == 2
    made.set_result(1, 1, made.upset(1, 1), force=True)
    shown = rounds(made.who, made.url)
    assert (len(shown), [each["status"] for each in shown[1]["tables"]]) == (2, ["running", "closed"])
    assert [made.games(2, 1) == semi_finals[0], made.games(2, 2) == semi_finals[1]] == [False, True]
    assert made.at(final).view()["status"] == "aborted"
    made.play_to_the_end()
    made.verify()


def test_without_force_only_the_standings_of_a_swiss_change(service):
    made = cup(service, {"format": "swiss", "rounds": 3}, number=8)
    made.decide_round(1)
    before = made.tables(2)
    changed = made.set_result(1, 1, [2, 1]).json["changes"]
    assert (made.tables(2), bool(changed)) == (before, True)


def test_with_force_the_round_of_a_swiss_that_is_played_is_paired_again(service):
    made = cup(service, {"format": "swiss", "rounds": 3}, number=8)
    made.decide_round(1)
    made.act(made.games(2)[0])
    made.set_result(1, 1, [2, 1])
    old, won = (
        made.pairs(2),
        {each["entrant"] for table in made.tables(1) for each in table["entrants"] if each["points"]},
    )
    made.set_result(1, 1, [2, 1], force=True)
    assert (made.pairs(2) == old, {len(each & won) for each in made.pairs(2)}) == (False, {0, 2})
    assert [each["round"] for each in rounds(made.who, made.url)] == [1, 2]
    made.play_to_the_end()
    made.verify()


def test_a_wrong_result_of_a_group_is_corrected_during_the_final(service):
    made = cup(service, {"format": "round_robin", "groups": 2, "qualify": 1}, KNOCKOUT)
    made.play_round(1)
    made.act(made.games(2)[0])
    ranks = made.upset(1, 1)
    assert rejected(made.set_result(1, 1, ranks)) == (409, "later_round_seated")
    made.set_result(1, 1, ranks, force=True)
    assert made.tables(1)[0]["entrants"][ranks.index(1)]["entrant"] in made.pairs(2)[0]
    assert [each["stage"] for each in rounds(made.who, made.url)] == [0, 1]
    made.play_to_the_end()
    made.verify()


def test_a_wrong_result_of_a_pod_of_four_is_corrected_during_the_final(service):
    made = cup(service, {"format": "knockout", "table_size": 4, "advance": 2}, number=8)
    made.play_round(1)
    (before,) = made.pairs(2)
    made.act(made.games(2)[0])
    made.set_result(1, 1, made.upset(1, 1), force=True)
    (now,), (here, there) = made.pairs(2), made.pairs(1)
    assert (len(now), now & there, now & before & here) == (4, before & there, set())
    made.play_to_the_end()
    made.verify()


def test_a_final_that_was_won_is_played_again_after_a_correction(service):
    made = cup(service, KNOCKOUT)
    made.play_to_the_end()
    old = made.games(2)
    assert rejected(made.set_result(1, 1, made.upset(1, 1))) == (409, "later_round_seated")
    made.set_result(1, 1, made.upset(1, 1), force=True)
    assert (made.who.get(made.url).json["status"], made.games(2) == old) == ("running", False)
    made.play_to_the_end()
    made.verify()


def test_a_tournament_ends_again_if_a_correction_leaves_no_final(service):
    made = cup(service, KNOCKOUT)
    made.play_to_the_end()
    body = {"double_loss": True, "reason": REASON, "force": True}
    assert made.who.send("PUT", f"{made.url}/rounds/1/tables/1/result", body).status_code == 200
    made.play_to_the_end()
    assert made.who.get(made.url).json["status"] == "over"
    made.verify()


def test_a_correction_during_a_pause_seats_again_and_the_pause_goes_on(service):
    made = cup(service, KNOCKOUT)
    made.play_round(1)
    made.who.post(f"{made.url}/pause", {})
    old = made.games(2)
    made.set_result(1, 1, made.upset(1, 1), force=True)
    assert (made.who.get(made.url).json["status"], made.games(2) == old) == ("paused", False)
    made.who.post(f"{made.url}/resume", {})
    made.play_to_the_end()
    made.verify()


def test_a_withdrawn_ruling_has_its_match_and_then_the_final_played_again(service):
    made = cup(service, KNOCKOUT)
    made.set_result(1, 1, [1, 2])
    made.play_round(1)
    made.act(made.games(2)[0])
    url = f"{made.url}/rounds/1/tables/1/result"
    assert rejected(made.who.send("DELETE", url)) == (409, "later_round_seated")
    assert made.who.send("DELETE", f"{url}?force=true&reason=A+mistake").status_code == 200
    assert [each["status"] for each in made.tables(1)] == ["running", "closed"]
    assert len(rounds(made.who, made.url)) == 1
    made.play_to_the_end()
    made.verify()


def test_rounds_that_have_started_are_deleted_with_force(service):
    made = cup(service, {"format": "swiss", "rounds": 3})
    made.play_round(1)
    made.play_round(2)
    (last, _), deleted = made.games(3, 1) + made.games(3, 2), f"{made.url}/rounds/2"
    made.act(last)
    assert rejected(made.who.send("DELETE", f"{made.url}/rounds/3")) == (409, "round_started")
    assert rejected(made.who.send("DELETE", deleted)) == (409, "later_round_seated")
    shown = made.who.send("DELETE", f"{deleted}?force=true&reason=The+wrong+boards").json
    assert (shown["status"], shown["rounds"]) == ("paused", 1)
    assert made.at(last).view()["abort_reason"] == "The wrong boards"
    assert [each["round"] for each in entries(made.who, made.url) if each["type"] == "taken_back"] == [3, 2]
    made.who.post(f"{made.url}/resume", {})
    made.play_to_the_end()
    made.verify()


@pytest.mark.problem("reason_missing", "A round that has started is deleted without a reason.", "deleteRound")
def test_a_round_that_has_started_is_deleted_with_a_reason_only(service):
    made = cup(service, KNOCKOUT)
    assert rejected(made.who.send("DELETE", f"{made.url}/rounds/1?force=true")) == (409, "reason_missing")


@pytest.mark.problem("reason_missing", "The final is stopped without a reason.", "deleteMatchResult")
def test_a_ruling_is_withdrawn_with_force_and_a_reason_only(service):
    made = cup(service, KNOCKOUT)
    made.set_result(1, 1, [1, 2])
    url = f"{made.url}/rounds/1/tables/1/result?force=true"
    assert rejected(made.who.send("DELETE", url)) == (409, "reason_missing")


def test_no_other_player_corrects_and_nothing_is_stopped_for_a_wrong_match(service):
    made = in_the_final(service)
    before = entries(made.who, made.url)
    url = f"{made.url}/rounds/1/tables/1/result"
    body = {"ranks": [1, 2], **FORCED}
    assert rejected(made.players[0].send("PUT", url, body)) == (403, "not_organiser")
    assert rejected(made.set_result(1, 3, [1, 2], force=True)) == (404, "table_not_found")
    assert rejected(made.set_result(3, 1, [1, 2], force=True)) == (404, "round_not_found")
    assert rejected(made.set_result(1, 1, [2, 2], force=True)) == (409, "invalid_result")
    assert rejected(made.set_result(1, 1, [1, 2], force="yes")) == (422, "invalid_request")
    assert entries(made.who, made.url) == before


def test_no_result_of_a_deal_that_is_still_played_is_seen_through_a_correction(service):
    made = cup(service, KNOCKOUT, number=8, deal="round")
    made.play_round(1)
    made.ended += made.games(2, 1)
    finish(service, made.ended[-1])
    made.drive()
    stopped = made.games(2, 2)[0]
    running = log.load(service.installation, made.name)
    ranks = tuple(made.upset(1, 3))
    ruled = log.new_entry(service.installation, Ruled, by=made.who.id, reason=REASON, round=1, table=3, ranks=ranks)
    correction = Correction(1, 3, lambda found: with_ruling(found, ruled), force=True, reason=REASON)
    added = corrections.with_later_rounds(service.installation, running, made.who.caller, correction, [ruled])
    assert log.append(service.installation, running, added)
    assert "ranks" not in finished(made, made.ended[-1])
    made.drive()
    assert made.at(stopped).view()["status"] == "aborted"
    assert "ranks" in finished(made, made.ended[-1])
    made.play_to_the_end()
    made.verify()


def finished(made: Cup, game_id: str) -> dict[str, Any]:
    return next(
        each for each in entries(made.who, made.url) if each["type"] == "finished" and each["game_id"] == game_id
    )
