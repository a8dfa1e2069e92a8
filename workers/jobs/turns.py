"""AI turns: jobs of the queue `ai`."""

import logging
import time

import msgspec

from domain.ruleset import IllegalAction
from service.play import games
from service.play.game import Game, load
from service.play.levels import find_level
from service.play.pending_jobs import ai_to_act
from service.problems import DecisionClosed
from workers.jobs import context
from workers.jobs.lease import leasing
from workers.thinking.choice import Thought, choose

logger = logging.getLogger(__name__)
decisions = logging.getLogger("decisions")
"""Takes a line of JSON for each decision; silent unless the settings ask for it."""


def play_turn(game_id: str, version: int) -> None:
    """Play the turn that an AI seat owes at this version of a game.

    Late or double jobs do nothing: the turn is looked up anew, and the answer quotes the decision it was thought for.
    A game that cannot be played, or a level that there is not, raises; the game stays on the due list. Raises
    Stopped when the worker is to end before a search has; nothing has been played then.
    """
    began, bottega = time.monotonic(), context.bottega()
    game = load(bottega, game_id)
    seat = ai_to_act(game)
    if seat is None or game.position.version != version:
        return
    decision = game.position.asked[seat]
    how = find_level(_level(game, seat))
    thought = choose(game.ruleset, game.position, seat, how, game.seed, leasing(bottega, game_id))
    try:
        games.act(bottega, game_id, seat, decision, thought.action)
    except (DecisionClosed, IllegalAction):
        if load(bottega, game_id).position.version == version:
            raise
        logger.info("game %s: the turn of seat %d at version %d was played elsewhere", game_id, seat, version)
    decisions.info("%s", _log_line(game, seat, thought, time.monotonic() - began))


def _level(game: Game, seat: int) -> str:
    """Return at which level a seat plays."""
    return str(game.seats[seat].level)


def _log_line(game: Game, seat: int, thought: Thought, seconds: float) -> str:
    """Return as JSON what a decision took, and how many of its iterations went to the action that was chosen."""
    found = thought.found
    facts = {
        "game_id": game.header.game_id,
        "ruleset": game.ruleset.name,
        "seats": len(game.header.seats),
        "version": game.position.version,
        "seat": seat,
        "level": _level(game, seat),
        "iterations": found.iterations if found else 0,
        "visits": max(each.visits for each in found.candidates) if found else 0,
        "cpu_seconds": round(thought.seconds, 6),
        "wall_seconds": round(seconds, 6),
        "cut": bool(found and found.cut),
    }
    return msgspec.json.encode(facts).decode()
