"""Request hints: the AI's ranking of a seat's legal actions, from what the seat can see.

A worker searches, and the request waits for it. A hint is counted once per decision and stored with the game. Repeated
requests for a decision return the stored hint.
"""

import time

import msgspec

from service import problems
from service.game.game import Game, load
from service.game.game_info import offered
from service.installation import failed_jobs, jobs
from service.installation.installation import Installation
from service.resources.advice import Hint, HintRequest, RankedAction, Ranking
from service.resources.base import shown
from service.store import RequestedHint

POLL_SECONDS = 0.05
_READ = msgspec.json.Decoder(Ranking).decode


def request_hint(installation: Installation, game_id: str, seat: int, body: HintRequest) -> Hint:
    """Return the ranked actions for a seat's pending decision; wait for a worker as long as the settings allow.

    Raises HintsDisabled, DecisionClosed, NoHintsLeft, HintNotReady, GameNotFound and RulesNotHosted.
    """
    game, decision = load(installation, game_id), body.decision
    if game.header.rated:
        raise problems.HintsDisabled("Create an unrated game for hints. A rated game has none.")
    _check_decision(game, seat, decision)
    only = _without_a_choice(game, seat)
    if only is not None:
        return _hint(game, seat, decision, hints_left(installation, game, seat), only)
    request = installation.store.advice.request_hint(game_id, seat, decision, game.header.hints)
    if request is None:
        raise problems.NoHintsLeft(
            "Decide without a hint. The game has {hints} hints for each seat.", {"hints": game.header.hints}
        )
    return _hint(game, seat, decision, request.left, _found(installation, game, seat, decision, request))


def hints_left(installation: Installation, game: Game, seat: int) -> int:
    """Return the number of hints that a seat has left.

    Using a hint does not change the version of the game. A tag of the version therefore cannot cover this number.
    """
    return game.header.hints - installation.store.advice.hints_requested(game.header.game_id, seat)


def is_needed(game: Game, seat: int, decision: int) -> bool:
    """Whether a decision is still pending, so that a hint is useful."""
    return offered(game, seat) == decision


def _check_decision(game: Game, seat: int, decision: int) -> None:
    pending = offered(game, seat)
    if pending is None:
        raise problems.DecisionClosed("Wait until the seat must act.")
    if pending != decision:
        raise problems.DecisionClosed(
            "Answer the pending decision, given in `decision`. The sent one is closed.", decision=pending
        )


def _without_a_choice(game: Game, seat: int) -> Ranking | None:
    """Return the only legal action as a hint, without a search; None if there are several."""
    legal = game.ruleset.legal_actions(game.position.state, seat)
    if len(legal) > 1:
        return None
    return Ranking(game.position.version, 0, (RankedAction(0, legal[0], 0),))


def _found(installation: Installation, game: Game, seat: int, decision: int, request: RequestedHint) -> Ranking:
    """Return the stored hint, or let a worker search for one. Raises HintNotReady, and InternalError if it fails."""
    if request.hint is not None:
        return _READ(request.hint)
    game_id, share = game.header.game_id, game.header.share
    job = jobs.hint(game_id, seat, decision, int(time.time()) // installation.settings.lease_seconds, share)
    failed = failed_jobs.find(installation, job.work)
    if failed is not None and failed_jobs.has_stopped(installation, failed):
        raise problems.InternalError(problems.STOPPED)
    if failed is None or time.time() >= failed_jobs.next_try(installation, failed):
        jobs.enqueue(installation.queues, job, failed=failed is not None)
    deadline = time.monotonic() + installation.settings.hint_seconds
    while (hint := installation.store.advice.hint(game_id, seat, decision)) is None:
        if time.monotonic() >= deadline or installation.hub.ended.wait(POLL_SECONDS):
            raise problems.HintNotReady("Repeat the request for the same decision. It uses up no further hint.")
    return _READ(hint)


def _hint(game: Game, seat: int, decision: int, still: int, found: Ranking) -> Hint:
    return shown(
        found,
        Hint,
        ruleset=game.ruleset.name,
        game_id=game.header.game_id,
        seat=seat,
        decision=decision,
        hints_left=still,
    )
