"""Turns that the service plays: those of AI players, and of players who are not there."""

import logging
import time

import msgspec

from domain.ruleset import IllegalAction
from service.play import games, missed_decisions
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.levels import find_level
from service.play.pending_jobs import level_of, seat_to_play, stand_in_of
from service.problems import DecisionClosed, GameAborted
from service.telemetry import metrics, tracing
from workers.jobs import context
from workers.jobs.lease import check_in, leasing
from workers.thinking.choice import AiChoice, choose

logger = logging.getLogger(__name__)
decisions = logging.getLogger("decisions")
"""Takes a line of JSON for each decision; silent unless the settings ask for it."""


def play_turn(game_id: str, version: int) -> None:
    """Play the turn that the service owes at this version of a game.

    Late or double jobs do nothing: the turn is looked up anew, and the answer quotes the decision it was thought for.
    A game that cannot be played, or a level that there is not, raises; the game stays on the due list. Raises
    Stopped when the worker is to end before a search has; nothing has been played then.
    """
    began, bottega = time.monotonic(), context.bottega()
    game = load(bottega, game_id)
    seat = seat_to_play(game)
    if seat is None or game.position.version != version:
        return
    decision, who = game.position.asked[seat], stand_in_of(game, seat)
    with tracing.span("think", game_id=game_id, seat=seat, version=version, level=level_of(game, seat)):
        thought = _think(bottega, game, seat)
    try:
        games.act(bottega, game_id, seat, decision, thought.action, by=None if who is None else who.by)
    except (DecisionClosed, IllegalAction, GameAborted):
        now = load(bottega, game_id)
        if now.position.version == version and seat_to_play(now) == seat:
            raise
        logger.info("game %s: the turn of seat %d at version %d was played elsewhere", game_id, seat, version)
    decisions.info("%s", _log_line(game, seat, thought, time.monotonic() - began))


def play_out(game_id: str) -> None:
    """Play a game to its end that all seats but one have given up, by default actions.

    It may be begun again anywhere in between. Raises Stopped when the worker is to end before.
    """
    bottega = context.bottega()
    while missed_decisions.play_out(bottega, game_id):
        check_in()


def _think(bottega: Bottega, game: Game, seat: int) -> AiChoice:
    """Choose an action of a seat at its level, or the default action where it has none."""
    level = level_of(game, seat)
    if not level:
        return AiChoice(game.ruleset.default_action(game.position.state, seat), 0.0)
    began, renew = time.monotonic(), leasing(bottega, game.header.game_id)
    thought = choose(game.ruleset, game.position, seat, find_level(level), game.seed, renew)
    metrics.count_search(game.ruleset.name, level, time.monotonic() - began)
    return thought


def _log_line(game: Game, seat: int, thought: AiChoice, seconds: float) -> str:
    """Return as JSON what a decision took, and how many of its iterations went to the action that was chosen."""
    found = thought.found
    facts = {
        "game_id": game.header.game_id,
        "ruleset": game.ruleset.name,
        "seats": len(game.header.seats),
        "version": game.position.version,
        "seat": seat,
        "level": level_of(game, seat),
        "iterations": found.iterations if found else 0,
        "visits": max(each.visits for each in found.candidates) if found else 0,
        "cpu_seconds": round(thought.seconds, 6),
        "wall_seconds": round(seconds, 6),
        "cut": bool(found and found.cut),
    }
    return msgspec.json.encode(facts).decode()
