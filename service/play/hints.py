"""Hints: what the AI would do in place of a seat that asks, from what that seat may know.

A worker searches; here a request waits for what it finds. A hint is counted once for each decision and kept with the
game: whoever asks again for the same decision gets the same hint.
"""

import time

import msgspec

from service.play import jobs, presenters
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.presenters import Wire
from service.problems import DecisionClosed, HintNotReady, HintsDisabled, NoHintsLeft
from service.store import HintRequest

POLL_SECONDS = 0.05


def ask(bottega: Bottega, game_id: str, seat: int, decision: int) -> bytes:
    """Rank what a seat may do in its open decision; waits for a worker as long as the settings say.

    Raises HintsDisabled, DecisionClosed, NoHintsLeft, HintNotReady, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    if game.header.rated:
        raise HintsDisabled("Nobody gets hints in a rated game.")
    _check_decision(game, seat, decision)
    only = _without_a_choice(game, seat)
    if only is not None:
        return _answer(game, seat, decision, left(bottega, game, seat), only)
    asked = bottega.store.advice.request_hint(game_id, seat, decision, game.header.hints)
    if asked is None:
        raise NoHintsLeft("The game grants each seat {hints} hints.", {"hints": game.header.hints})
    return _answer(game, seat, decision, asked.left, _found(bottega, game_id, seat, decision, asked))


def left(bottega: Bottega, game: Game, seat: int) -> int:
    """Return for how many further decisions a seat may ask.

    Hints are used up while the version of the game stays: whatever is known by its version does not tell of them.
    """
    return game.header.hints - bottega.store.advice.hints_requested(game.header.game_id, seat)


def needed(game: Game, seat: int, decision: int) -> bool:
    """Whether a decision is still open, so that a hint can help."""
    return seat in game.to_act and game.position.asked[seat] == decision


def _check_decision(game: Game, seat: int, decision: int) -> None:
    """Raise DecisionClosed unless `decision` is the seat's open one."""
    if seat not in game.to_act:
        raise DecisionClosed("The seat is not to act.")
    if not needed(game, seat, decision):
        raise DecisionClosed("The seat's open decision is another one.", decision=game.position.asked[seat])


def _without_a_choice(game: Game, seat: int) -> bytes | None:
    """Name the only legal action, about which nobody needs to think; None if there are several."""
    legal = game.ruleset.legal_actions(game.position.state, seat)
    if len(legal) > 1:
        return None
    return msgspec.json.encode(
        {"version": game.position.version, "iterations": 0, "actions": [{"index": 0, "action": legal[0], "visits": 0}]}
    )


def _found(bottega: Bottega, game_id: str, seat: int, decision: int, asked: HintRequest) -> bytes:
    """Return what has been found before, or have a worker find it; raises HintNotReady."""
    if asked.hint is not None:
        return asked.hint
    lease = int(time.time()) // bottega.settings.lease_seconds
    jobs.enqueue(bottega.queues, jobs.hint(game_id, seat, decision, lease))
    deadline = time.monotonic() + bottega.settings.hint_seconds
    while (hint := bottega.store.advice.hint(game_id, seat, decision)) is None:
        if time.monotonic() >= deadline or bottega.hub.ended.wait(POLL_SECONDS):
            raise HintNotReady("Ask again for the same decision; that costs nothing.")
    return hint


def _answer(game: Game, seat: int, decision: int, still: int, found: bytes) -> bytes:
    """Encode a hint as it was found, and how many are left."""
    hint: Wire = msgspec.json.decode(found, type=dict[str, msgspec.Raw])
    asked = {"seat": seat, "decision": decision, "hints_left": still}
    return msgspec.json.encode({**presenters.about(game), **asked, **hint})
