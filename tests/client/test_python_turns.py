"""Test that the Python client finds each decision of a player, whenever its action is submitted. No service runs."""

import httpx
import pytest
from bottega_client import Problem
from bottega_client.bot import PlayersTurns, next_turn
from bottega_client.flows import Emit, Read, Send
from bottega_client.http import Requests

LIST, VIEW, FEED, STREAM = "/me/games", "/games/g1/view", "/me/events", "/me/events/stream"
QUIET = b":\n\n"
"""What a silent stream sends every 15 seconds."""


def view(decision, version=None, **changes):
    """Return the response with a view whose seat must act; the seat acted at each version since the last turn."""
    version = decision if version is None else version
    shown = {"game_id": "g1", "ruleset": "tiny", "seat": 0, "decision": decision, "version": version}
    events = [{"version": each} for each in range(1, version + 1)]
    return httpx.Response(200, json={**shown, "actions": [{"type": "pass"}], "events": events, **changes})


def idle(version):
    """Return the response with a view whose seat need not act."""
    return httpx.Response(200, json={"game_id": "g1", "version": version, "events": []})


def games(*versions):
    """Return the response with the games that wait for the player, one for each version."""
    listed = [{"game_id": f"g{number}", "version": version} for number, version in enumerate(versions, 1)]
    return httpx.Response(200, json={"games": listed})


def problem(status, code):
    return httpx.Response(status, json={"code": code, "detail": code, "status": status, "title": code})


class Running:
    """A flow whose requests the test responds to."""

    def __init__(self, flow):
        self.flow, self.step = flow, next(flow)

    def respond(self, path, response):
        """Respond to the request that the flow sends now."""
        assert isinstance(self.step, Send)
        assert httpx.URL(self.step.url).path == f"/v1{path}"
        self.step = self.flow.send(response)

    def read(self, content):
        """Send bytes of the stream that the flow reads now."""
        assert isinstance(self.step, Read)
        self.step = self.flow.send(content)

    def emitted(self):
        """Return what the flow emits, and let it continue."""
        assert isinstance(self.step, Emit)
        value, self.step = self.step.value, next(self.flow)
        return value

    def result(self, path, response):
        """Respond to the last request; return the result of the flow."""
        with pytest.raises(StopIteration) as end:
            self.respond(path, response)
        return end.value.value


def started(*listed):
    """Return the turns of a player, with the flow that emits them, after it has listed the waiting games."""
    turns = PlayersTurns(Requests("https://example.org"), None, games=1)
    flow = Running(turns.turns())
    flow.respond(FEED, httpx.Response(200, json={"after": "0", "events": []}))
    flow.respond(LIST, games(*listed))
    return flow


def decisions(turn):
    """Return the decision of a turn, and the versions of its events."""
    return turn.decision, [each["version"] for each in turn.events]


def test_a_decision_that_follows_an_action_is_emitted_at_once():
    flow = started(4)
    flow.respond(VIEW, view(4))
    assert decisions(flow.emitted()) == (4, [1, 2, 3, 4])
    flow.respond(VIEW, view(5))
    assert decisions(flow.emitted()) == (5, [5])
    flow.respond(VIEW, idle(6))
    assert httpx.URL(flow.step.url).path == f"/v1{STREAM}"


def reads_on():
    """Return the first turn of a game, and the flow that has read the game again before the action was submitted."""
    flow = started(4)
    flow.respond(VIEW, view(4))
    turn = flow.emitted()
    flow.respond(VIEW, view(4))
    flow.respond(STREAM, httpx.Response(200))
    return turn, flow


def test_who_acts_while_another_thread_awaits_notices_gets_the_next_decision():
    turn, _ = reads_on()
    assert decisions(Running(next_turn(turn)).result(VIEW, view(5))) == (5, [5])
    assert Running(next_turn(turn)).result(VIEW, view(5)) is None
    assert Running(next_turn(turn)).result(VIEW, idle(6)) is None


def test_a_decision_after_an_action_of_another_program_is_emitted_after_a_silence():
    _, flow = reads_on()
    flow.read(QUIET)
    flow.respond(LIST, games(5))
    flow.respond(VIEW, view(5))
    assert decisions(flow.emitted()) == (5, [5])


def test_a_decision_that_another_program_has_closed_is_no_longer_looked_for():
    _, flow = reads_on()
    flow.read(QUIET)
    flow.respond(LIST, games())
    flow.respond(VIEW, idle(5))
    for _ in range(2):
        flow.read(QUIET)
    assert isinstance(flow.step, Read)


def test_a_pending_decision_is_emitted_once_however_often_the_feed_is_silent():
    _, flow = reads_on()
    for _ in range(3):
        flow.read(QUIET)
        flow.respond(LIST, games(4))
    assert isinstance(flow.step, Read)


def test_the_waiting_games_are_listed_after_a_long_silence_in_any_case():
    flow = started()
    flow.respond(STREAM, httpx.Response(200))
    for _ in range(3):
        flow.read(QUIET)
    flow.read(QUIET)
    flow.respond(LIST, games(7))
    flow.respond(VIEW, view(7))
    assert flow.emitted().decision == 7


def test_a_decision_that_is_pending_again_is_emitted_again():
    """The operator has repaired a game whose rules had failed."""
    _, flow = reads_on()
    flow.read(QUIET)
    flow.respond(LIST, games())
    flow.respond(VIEW, idle(4))
    for _ in range(2):
        flow.read(QUIET)
    flow.read(QUIET)
    flow.respond(LIST, games(4))
    flow.respond(VIEW, view(4))
    assert flow.emitted().decision == 4


def test_a_view_that_was_read_before_another_is_not_emitted_after_it():
    turn, _ = reads_on()
    late = Running(next_turn(turn))
    assert decisions(Running(next_turn(turn)).result(VIEW, view(6))) == (6, [5, 6])
    assert late.result(VIEW, view(5)) is None


@pytest.mark.parametrize(("status", "code"), [(409, "game_faulty"), (404, "game_not_found"), (403, "private_game")])
def test_the_problem_of_one_game_stops_no_other(status, code):
    flow = started(4, 7)
    flow.respond(VIEW, problem(status, code))
    flow.respond("/games/g2/view", view(7, game_id="g2"))
    assert flow.emitted().game_id == "g2"


def test_the_problem_of_a_key_ends_the_turns():
    flow = started(4)
    with pytest.raises(Problem, match="invalid_token"):
        flow.respond(VIEW, problem(401, "invalid_token"))


def test_the_turns_of_a_seat_have_no_other_next_turn():
    turn, _ = reads_on()
    of_a_seat = type(turn)(**{**vars(turn), "source": None})
    with pytest.raises(StopIteration) as end:
        next(next_turn(of_a_seat))
    assert end.value.value is None
