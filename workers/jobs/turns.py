"""Play the turns of AI players and of absent players."""

import logging
import time

import msgspec

from domain.ruleset import IllegalAction
from service.game.game import Game, load
from service.game.levels import find_level
from service.installation.bottega import Bottega
from service.playing import games, missed_decisions
from service.playing.pending_jobs import level_of, seat_to_play, stand_in_of
from service.problems import DecisionClosed, GameAborted
from service.telemetry import metrics, tracing
from workers.jobs import context
from workers.jobs.lease import check_in, leasing
from workers.thinking.choice import AiChoice, choose

logger = logging.getLogger(__name__)
decisions = logging.getLogger("decisions")
"""Logs one line of JSON per decision; disabled by default."""


def play_turn(game_id: str, version: int) -> None:
    """Play the turn that the service must play at this version of a game.

    Late or duplicate jobs do nothing: the job looks the turn up again, and the action names its decision. Raises an
    error for an unplayable game or an unknown level; the game then stays on the due list. Raises WorkerStopping without
    playing if the worker stops during the search.
    """
    started, bottega = time.monotonic(), context.bottega()
    game = load(bottega, game_id)
    seat = seat_to_play(game)
    if seat is None or game.position.version != version:
        return
    decision, stand_in = game.position.decisions[seat], stand_in_of(game, seat)
    with tracing.span("think", game_id=game_id, seat=seat, version=version, level=level_of(game, seat)):
        choice = _think(bottega, game, seat)
    try:
        games.act(bottega, game_id, seat, decision, choice.action, by=None if stand_in is None else stand_in.by)
    except (DecisionClosed, IllegalAction, GameAborted):
        current = load(bottega, game_id)
        if current.position.version == version and seat_to_play(current) == seat:
            raise
        logger.info("game %s: another worker played the turn of seat %d at version %d", game_id, seat, version)
    decisions.info("%s", _log_line(game, seat, choice, time.monotonic() - started))


def play_out(game_id: str) -> None:
    """Play a game by default actions to its end, after all seats but one have resigned.

    Safe to repeat after an interruption. Raises WorkerStopping if the worker stops before the end.
    """
    bottega = context.bottega()
    while missed_decisions.play_out(bottega, game_id):
        check_in()


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
