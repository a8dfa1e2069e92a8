"""Play the turns of AI players and of absent players."""

import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from service.game.game import Game, load
from service.game.levels import find_level
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing import service_turns
from service.playing.pending_jobs import enqueue_safely, level_of, may_play_on, next_job, seat_to_play
from service.telemetry import metrics, tracing
from workers.jobs import context
from workers.jobs.lease import is_stopping, leasing
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
    installation, end = context.installation(), time.monotonic() + seconds

    def has_time() -> bool:
        return time.monotonic() < end and not is_stopping()

    while (game := retry_conflicts(partial(_play, installation, game_id, version, has_time))) is not None:
        has_advanced, version = game.position.version != version, game.position.version
        if has_advanced and not (has_time() and may_play_on(game)):
            return enqueue_safely(installation, next_job(game))
    return None


def _play(installation: Installation, game_id: str, version: int, has_time: Callable[[], bool]) -> Game | None:
    """Play turns at this version of a game, and return the game; None if there is nothing to play."""
    game = _game_to_play(installation, game_id, version)
    if game is None:
        logger.debug("game %s: another process was faster at version %d", game_id, version)
        return None
    service_turns.play(installation, game, partial(_decide, installation), has_time)
    return game


def _game_to_play(installation: Installation, game_id: str, version: int) -> Game | None:
    """Return a game if the service must play a turn at this version; None otherwise."""
    game = load(installation, game_id)
    return None if seat_to_play(game) is None or game.position.version != version else game


def play_default(game_id: str, version: int) -> None:
    """Play the default action of the rules at this version, where the turn of an AI player keeps failing.

    Late or duplicate jobs do nothing.
    """
    retry_conflicts(partial(_play_default, context.installation(), game_id, version))


def _play_default(installation: Installation, game_id: str, version: int) -> None:
    game = _game_to_play(installation, game_id, version)
    if game is not None:
        service_turns.play(installation, game, _default, lambda: False)
        enqueue_safely(installation, next_job(game))


def _default(game: Game, seat: int) -> Any:
    return game.ruleset.default_action(game.position.state, seat)


def _decide(installation: Installation, game: Game, seat: int) -> Any:
    """Choose an action of a seat, and log its cost."""
    started, version = time.monotonic(), game.position.version
    with tracing.span("think", game_id=game.header.game_id, seat=seat, version=version, level=level_of(game, seat)):
        choice = _think(installation, game, seat)
    if decisions.isEnabledFor(logging.INFO):
        decisions.info("%s", _log_line(game, seat, choice, time.monotonic() - started))
    return choice.action


def _think(installation: Installation, game: Game, seat: int) -> AiChoice:
    """Choose an action of a seat at its level, or the default action if it has no level."""
    level = level_of(game, seat)
    if not level:
        return AiChoice(game.ruleset.default_action(game.position.state, seat), 0.0)
    started, renew = time.monotonic(), leasing(installation, game.header.game_id)
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
