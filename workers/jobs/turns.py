"""Play the turns of AI players and of absent players."""

import logging
import time
from functools import partial
from typing import Any

import msgspec

from service.game.game import MOST_ATTEMPTS, Game, load
from service.game.levels import find_level
from service.installation.bottega import Bottega
from service.playing import missed_decisions, service_turns
from service.playing.pending_jobs import enqueue_safely, level_of, may_play_on, next_job, seat_to_play
from service.problems import outpaced
from service.telemetry import metrics, tracing
from workers.jobs import context
from workers.jobs.lease import check_in, is_stopping, leasing
from workers.thinking.choice import AiChoice, choose

logger = logging.getLogger(__name__)
decisions = logging.getLogger("decisions")
"""Logs one line of JSON per decision; disabled by default."""

SLICE_SECONDS = 0.05
"""How long a job plays one game before the games of others get their turn."""


def play_turns(game_id: str, version: int, seconds: float = SLICE_SECONDS) -> None:
    """Play the turn that the service must play at this version of a game, and quick ones that follow.

    Stops after `seconds`, and enqueues the job that follows. Late or duplicate jobs do nothing: the job looks the turn
    up again, and a write fails if the game has changed. Raises an error for an unplayable game or an unknown level; the
    game then stays on the due list. Raises WorkerStopping without playing if the worker stops during the search.
    """
    bottega, end = context.bottega(), time.monotonic() + seconds

    def has_time() -> bool:
        return time.monotonic() < end and not is_stopping()

    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if seat_to_play(game) is None or game.position.version != version:
            logger.debug("game %s: another process was faster at version %d", game_id, version)
            return None
        is_written = service_turns.play(bottega, game, partial(_decide, bottega), has_time)
        has_advanced = game.position.version != version
        if is_written:
            version = game.position.version
        if is_written and has_advanced and not (has_time() and may_play_on(game)):
            return enqueue_safely(bottega, next_job(game))
    raise outpaced(MOST_ATTEMPTS)


def play_default(game_id: str, version: int) -> None:
    """Play the default action of the rules at this version, where the turn of an AI player keeps failing.

    Late or duplicate jobs do nothing.
    """
    bottega = context.bottega()
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if seat_to_play(game) is None or game.position.version != version:
            return None
        if service_turns.play(bottega, game, _default, lambda: False):
            return enqueue_safely(bottega, next_job(game))
    raise outpaced(MOST_ATTEMPTS)


def _default(game: Game, seat: int) -> Any:
    return game.ruleset.default_action(game.position.state, seat)


def play_out(game_id: str) -> None:
    """Play a game by default actions to its end, after all seats but one have resigned.

    Safe to repeat after an interruption. Raises WorkerStopping if the worker stops before the end.
    """
    bottega = context.bottega()
    while missed_decisions.play_out(bottega, game_id):
        check_in()


def _decide(bottega: Bottega, game: Game, seat: int) -> Any:
    """Choose an action of a seat, and log its cost."""
    started, version = time.monotonic(), game.position.version
    with tracing.span("think", game_id=game.header.game_id, seat=seat, version=version, level=level_of(game, seat)):
        choice = _think(bottega, game, seat)
    if decisions.isEnabledFor(logging.INFO):
        decisions.info("%s", _log_line(game, seat, choice, time.monotonic() - started))
    return choice.action


def _think(bottega: Bottega, game: Game, seat: int) -> AiChoice:
    """Choose an action of a seat at its level, or the default action if it has no level."""
    level = level_of(game, seat)
    if not level:
        return AiChoice(game.ruleset.default_action(game.position.state, seat), 0.0)
    started, renew = time.monotonic(), leasing(bottega, game.header.game_id)
    choice = choose(game.ruleset, game.position, seat, find_level(level), game.seed, renew)
    metrics.count_search(game.ruleset.name, level, time.monotonic() - started)
    return choice


def _log_line(game: Game, seat: int, choice: AiChoice, seconds: float) -> str:
    """Return the cost of a decision as JSON, and how many iterations the chosen action had."""
    found = choice.found
    facts = {
        "game_id": game.header.game_id,
        "ruleset": game.ruleset.name,
        "seats": len(game.header.seats),
        "version": game.position.version,
        "seat": seat,
        "level": level_of(game, seat),
        "iterations": found.iterations if found else 0,
        "visits": max(each.visits for each in found.candidates) if found else 0,
        "cpu_seconds": round(choice.seconds, 6),
        "wall_seconds": round(seconds, 6),
        "cut": bool(found and found.cut),
    }
    return msgspec.json.encode(facts).decode()
