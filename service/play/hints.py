"""Request hints: the AI's ranking of a seat's legal actions, from what the seat can see.

A worker searches, and the request waits for it. A hint is counted once per decision and stored with the game. Repeated
requests for a decision return the stored hint.
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


def request_hint(bottega: Bottega, game_id: str, seat: int, decision: int) -> bytes:
    """Return the ranked actions for a seat's pending decision; wait for a worker as long as the settings allow.

    Raises HintsDisabled, DecisionClosed, NoHintsLeft, HintNotReady, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    if game.header.rated:
        raise HintsDisabled("Create an unrated game for hints. A rated game has none.")
    _check_decision(game, seat, decision)
    only = _without_a_choice(game, seat)
    if only is not None:
        return _response(game, seat, decision, hints_left(bottega, game, seat), only)
    request = bottega.store.advice.request_hint(game_id, seat, decision, game.header.hints)
    if request is None:
        raise NoHintsLeft(
            "Decide without a hint. The game has {hints} hints for each seat.", {"hints": game.header.hints}
        )
    return _response(game, seat, decision, request.left, _found(bottega, game_id, seat, decision, request))


def hints_left(bottega: Bottega, game: Game, seat: int) -> int:
    """Return the number of hints that a seat has left.

    Using a hint does not change the version of the game. A tag of the version therefore cannot cover this number.
    """
    return game.header.hints - bottega.store.advice.hints_requested(game.header.game_id, seat)


def is_needed(game: Game, seat: int, decision: int) -> bool:
    """Whether a decision is still pending, so that a hint is useful."""
    return seat in game.to_act and game.position.decisions[seat] == decision


def _check_decision(game: Game, seat: int, decision: int) -> None:
    if seat not in game.to_act:
        raise DecisionClosed("Wait until the seat must act.")
    if not is_needed(game, seat, decision):
        raise DecisionClosed(
            "Send the seat's pending decision, given in `decision`.", decision=game.position.decisions[seat]
        )


def _without_a_choice(game: Game, seat: int) -> bytes | None:
    """Return the only legal action as a hint, without a search; None if there are several."""
    legal = game.ruleset.legal_actions(game.position.state, seat)
    if len(legal) > 1:
        return None
    return msgspec.json.encode(
        {"version": game.position.version, "iterations": 0, "actions": [{"index": 0, "action": legal[0], "visits": 0}]}
    )


def _found(bottega: Bottega, game_id: str, seat: int, decision: int, request: HintRequest) -> bytes:
    """Return the stored hint, or let a worker search for one. Raises HintNotReady."""
    if request.hint is not None:
        return request.hint
    lease = int(time.time()) // bottega.settings.lease_seconds
    jobs.enqueue(bottega.queues, jobs.hint(game_id, seat, decision, lease))
    deadline = time.monotonic() + bottega.settings.hint_seconds
    while (hint := bottega.store.advice.hint(game_id, seat, decision)) is None:
        if time.monotonic() >= deadline or bottega.hub.ended.wait(POLL_SECONDS):
            raise HintNotReady("Repeat the request for the same decision. It uses up no further hint.")
    return hint


def _response(game: Game, seat: int, decision: int, still: int, found: bytes) -> bytes:
    """Encode a hint with the number of hints left."""
    hint: Wire = msgspec.json.decode(found, type=dict[str, msgspec.Raw])
    subject = {"seat": seat, "decision": decision, "hints_left": still}
    return msgspec.json.encode({**presenters.about(game), **subject, **hint})
