"""Test that each decision of an earlier view is either made or reported as closed, whatever has closed it."""

from functools import partial

import pytest

from service.playing import missed_decisions
from tests.service.absence import work
from tests.service.players import player
from tests.service.races import at_once
from tests.service.rejecting import check_problem
from tests.service.table import HUMANS, Table
from tests.service.timed import TimedTable

THREE = [HUMANS[0]] * 3


class Watcher:
    """Collects the decision that each view of a game offers, and submits them all again and again."""

    def __init__(self, table):
        self.table, self.offered = table, {}

    def look(self):
        """Note the decisions that all seats see now; return them by seat."""
        seen = {}
        for seat in self.table.tokens:
            view = self.table.get("/view?include=actions", seat).json
            if "decision" in view:
                self.offered[seat, view["decision"]] = view["actions"][0]
                seen[seat] = view["decision"]
            assert ("actions" in view) is ("decision" in view) is (seat in view["to_act"] and "decision" in view)
        return seen

    def responses(self):
        """Check each noted decision without making it; return the codes of all responses."""
        found = set()
        for (seat, decision), action in self.offered.items():
            body = {"ruleset": "tiny", "decision": decision, "action": action}
            response = self.table.post("/actions?dry_run=true", seat, body)
            found.add(response.json.get("code", response.status_code))
        return found


def play_some(table, number):
    for _ in range(number):
        table.act(table.view()["to_act"][0])


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("leaves", ["resign", "abort", "finish", "undo"])
def test_every_decision_of_a_view_is_open_or_closed(service, before, seats, leaves):
    body = {"ruleset": "tiny", "seats": [HUMANS[0]] * seats, "undo": "own"}
    table = service.opened(service.client.post("/v1/games", json=body))
    watcher = Watcher(table)
    for _ in range(before):
        watcher.look()
        play_some(table, 1)
    watcher.look()
    assert watcher.responses() <= {200, "decision_closed"}
    if leaves == "resign":
        for seat in range(seats - 1):
            assert table.post("/resign", seat).status_code == 200
            watcher.look()
            assert watcher.responses() <= {200, "decision_closed"}
        assert watcher.look() == {}
        while missed_decisions.play_out(service.bottega, table.game_id):
            assert watcher.look() == {}
            assert watcher.responses() == {"decision_closed"}
        work(service, table)
    elif leaves == "abort":
        for seat in range(seats):
            table.post("/abort", seat)
    elif leaves == "finish":
        table.play_to_the_end()
    else:
        for seat in range(seats):
            table.post("/undo", seat, {})
        watcher.look()
        assert watcher.responses() <= {200, "decision_closed"}
        return
    assert watcher.look() == {}
    assert watcher.responses() == {"decision_closed"}


@pytest.mark.parametrize("seats", [2, 3])
def test_players_who_act_on_every_view_race_with_resignations_and_the_service(service, seats):
    for _ in range(5):
        table = service.table([HUMANS[0]] * seats)
        codes = []

        def play(seat, table=table, codes=codes):
            """Make each decision that a view offers, twice."""
            for _ in range(10_000):
                view = table.get("/view?include=actions", seat).json
                if view["status"] == "over":
                    break
                for action in view["actions"][:1] * 2 if "decision" in view else ():
                    body = {"ruleset": "tiny", "decision": view["decision"], "action": action}
                    response = table.post("/actions", seat, body)
                    codes.append(response.json.get("code", response.status_code))

        def leave(table=table):
            for seat in range(seats - 1):
                table.post("/resign", seat)
            while missed_decisions.play_out(service.bottega, table.game_id):
                pass

        at_once([leave, *(partial(play, seat) for seat in range(seats))])
        assert {*codes} <= {200, "decision_closed"}
        assert table.view()["status"] == "over"


def test_no_operation_offers_a_decision_while_the_service_plays_on(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    game_id = ann.create(seats).json["game_id"]
    assert ann.post(f"/games/{game_id}/resign").status_code == 200
    table = Table(service, game_id, {0: ann.key, 1: bea.key})
    while True:
        assert table.view()["to_act"] == []
        for each in (ann, bea):
            legal = each.get(f"/games/{game_id}/actions").json
            assert ("decision" in legal, legal["actions"]) == (False, [])
            assert each.games("?waiting=true") == []
            page = each.get(f"/games/{game_id}/events?include=actions").json["events"]
            assert [(event["to_act"], event["decisions"], "next_decision" in event) for event in page] == [
                ([], [], False)
            ] * len(page)
            hint = each.post(f"/games/{game_id}/hints", {"decision": 0})
            check_problem(hint, 409, "decision_closed")
        assert service.client.get(f"/v1/games/{game_id}").json["to_act"] == []
        if not missed_decisions.play_out(service.bottega, game_id):
            break


def test_no_deadline_is_shown_while_the_service_plays_on(sandbox):
    table = TimedTable(sandbox)
    table.act(0)
    assert table.post("/resign", 0).status_code == 200
    assert table.view()["status"] == "running"
    assert [each for each in table.view()["clocks"] if "deadline" in each] == []


def test_a_seat_that_has_resigned_is_offered_nothing_while_the_others_play(service):
    table = service.table(THREE)
    assert table.post("/resign", 0).status_code == 200
    view = table.view(0)
    assert (view["status"], "decision" in view, table.get("/actions", 0).json["actions"]) == ("running", False, [])


def test_a_view_of_the_past_offers_what_it_offered(service):
    table = service.table(THREE)
    table.act(0)
    views = {seat: table.view(seat) for seat in range(3)}
    table.post("/resign", 0)
    table.post("/resign", 1)
    work(service, table)
    assert {seat: table.get("/view?at=1", seat).json for seat in range(3)} == views
