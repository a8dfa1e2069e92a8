"""Test the clocks of a game with an undo."""

from domain.clock import SECOND
from domain.clock_budget import BudgetClock
from service.game import clocks
from service.game.clocks import Undone
from service.store.clock_types import SeatClock
from tests.service.helpers.games.clocks import TimedGame
from tests.service.helpers.games.undo import THREE, undo


def test_time_that_was_spent_stays_spent(sandbox):
    game = TimedGame(sandbox, undo="own")
    game.wait(20)
    game.act(0)
    undo(game, 0)
    game.wait(10)
    assert len(game.events()) == 2
    game.wait(1)
    assert game.by() == [None, None, {"kind": "clock", "reason": "time"}]


def test_a_budget_is_not_filled_up_by_taking_back(sandbox):
    game = TimedGame(sandbox, {"kind": "budget", "seconds": 60, "increment": 5, "delay": 2}, undo="own")
    game.wait(13)
    for _ in range(3):
        game.act(0)
        undo(game, 0)
    assert game.clocks()[0]["seconds_left"] == 50
    game.act(0)
    assert game.clocks()[0]["seconds_left"] == 55


def test_past_views_have_the_clocks_of_their_time(sandbox):
    game = TimedGame(sandbox, {"kind": "budget", "seconds": 60, "increment": 5}, undo="own")
    shown = []
    for step in (game.act, lambda seat: undo(game, seat), game.act, game.act):
        game.wait(7)
        step(0)
        shown.append(game.view(0))
    game.act(1)
    assert [game.get(f"/view?at={view['version']}", 0).json for view in shown] == shown


def test_the_clock_of_a_player_with_an_undone_decision_has_run():
    clock = BudgetClock(60, increment=5, delay=2)
    then, now = SeatClock(60 * SECOND), SeatClock(60 * SECOND, 10 * SECOND)
    assert clocks.clock_after_undo(clock, then, now, Undone(), 30 * SECOND, is_pending=False) == SeatClock(43 * SECOND)


def test_no_increment_is_kept_for_undone_actions():
    clock = BudgetClock(60, increment=5)
    then, now = SeatClock(10 * SECOND, 0), SeatClock(18 * SECOND)
    undone = Undone(actions=2, first=4 * SECOND)
    assert clocks.clock_after_undo(clock, then, now, undone, 30 * SECOND, is_pending=True) == SeatClock(
        8 * SECOND, 29 * SECOND
    )


def test_a_running_clock_is_unchanged(sandbox):
    game = TimedGame(sandbox, seats=THREE, undo="own")
    game.act(0)
    before = game.clocks()[1]
    game.wait(5)
    game.act(0)
    undo(game, 0)
    assert game.clocks()[1] == before
