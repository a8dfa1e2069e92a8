"""Test that each decision of an earlier view is either made or reported as closed, whatever has closed it."""

from functools import partial

import pytest

from tests.service.helpers.client.responses import at_once, check_problem
from tests.service.helpers.client.service import HUMANS, RemoteGame
from tests.service.helpers.games.clocks import TimedGame, work
from tests.service.helpers.players.player import player

THREE = [HUMANS[0]] * 3


class Watcher:
    """Collects the decision that each view of a game offers, and submits them all again and again."""

    def __init__(self, game):
        self.game, self.offered = game, {}

    def look(self):
        """Note the decisions that all seats see now; return them by seat."""
        seen = {}
        for seat in self.game.tokens:
            view = self.game.get("/view?include=actions", seat).json
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
            response = self.game.post("/actions?dry_run=true", seat, body)
            found.add(response.json.get("code", response.status_code))
        return found


def play_some(game, number):
    for _ in range(number):
        game.act(game.view()["to_act"][0])


@pytest.mark.parametrize("before", range(4))
@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("leaves", ["resign", "abort", "finish", "undo"])
def test_every_decision_of_a_view_is_open_or_closed(service, before, seats, leaves):
    body = {"ruleset": "tiny", "seats": [HUMANS[0]] * seats, "undo": "own"}
    game = service.opened(service.client.post("/v1/games", json=body))
    watcher = Watcher(game)
    for _ in range(before):
        watcher.look()
        play_some(game, 1)
    watcher.look()
    assert watcher.responses() <= {200, "decision_closed"}
    if leaves == "resign":
        for seat in range(seats - 1):
            assert game.post("/resign", seat).status_code == 200
            watcher.look()
            assert watcher.responses() <= {200, "decision_closed"}
        assert game.view()["status"] == "over"
    elif leaves == "abort":
        for seat in range(seats):
            game.post("/abort", seat)
    elif leaves == "finish":
        game.play_to_the_end()
    else:
        for seat in range(seats):
            game.post("/undo", seat, {})
        watcher.look()
        assert watcher.responses() <= {200, "decision_closed"}
        return
    assert watcher.look() == {}
    assert watcher.responses() == {"decision_closed"}


@pytest.mark.parametrize("seats", [2, 3])
def test_players_who_act_on_every_view_race_with_resignations(service, seats):
    for _ in range(5):
        game = service.new_game([HUMANS[0]] * seats)
        codes = []

        def play(seat, game=game, codes=codes):
            """Make each decision that a view offers, twice."""
            for _ in range(10_000):
                view = game.get("/view?include=actions", seat).json
                if view["status"] == "over":
                    break
                for action in view["actions"][:1] * 2 if "decision" in view else ():
                    body = {"ruleset": "tiny", "decision": view["decision"], "action": action}
                    response = game.post("/actions", seat, body)
                    codes.append(response.json.get("code", response.status_code))

        def leave(game=game):
            for seat in range(seats - 1):
                game.post("/resign", seat)

        at_once([leave, *(partial(play, seat) for seat in range(seats))])
        assert {*codes} <= {200, "decision_closed"}
        assert game.view()["status"] == "over"


def test_no_operation_offers_a_decision_after_a_resignation_has_ended_the_game(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    game_id = ann.create(seats).json["game_id"]
    assert ann.post(f"/games/{game_id}/resign").status_code == 200
    game = RemoteGame(service, game_id, {0: ann.key, 1: bea.key})
    assert game.view()["to_act"] == []
    for each in (ann, bea):
        legal = each.get(f"/games/{game_id}/actions").json
        assert ("decision" in legal, legal["actions"]) == (False, [])
        assert each.games("?waiting=true") == []
        (event,) = each.get(f"/games/{game_id}/events?include=actions").json["events"]
        assert (event["to_act"], event["decisions"], "next_decision" in event) == ([], [], False)
        hint = each.post(f"/games/{game_id}/hints", {"decision": 0})
        check_problem(hint, 409, "decision_closed")
    assert service.client.get(f"/v1/games/{game_id}").json["to_act"] == []


def test_no_deadline_is_shown_after_a_resignation_has_ended_the_game(sandbox):
    game = TimedGame(sandbox)
    game.act(0)
    assert game.post("/resign", 0).status_code == 200
    assert game.view()["status"] == "over"
    assert [each for each in game.view()["clocks"] if "deadline" in each] == []


def test_a_seat_that_has_resigned_is_offered_nothing_while_the_others_play(service):
    game = service.new_game(THREE)
    assert game.post("/resign", 0).status_code == 200
    view = game.view(0)
    assert (view["status"], "decision" in view, game.get("/actions", 0).json["actions"]) == ("running", False, [])


def test_a_view_of_the_past_offers_what_it_offered(service):
    game = service.new_game(THREE)
    game.act(0)
    views = {seat: game.view(seat) for seat in range(3)}
    game.post("/resign", 0)
    game.post("/resign", 1)
    work(service, game)
    assert {seat: game.get("/view?at=1", seat).json for seat in range(3)} == views
