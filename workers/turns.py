"""AI turns: jobs of the queue `ai`."""

import logging

from domain.ruleset import IllegalAction
from service import games
from service.game import Game, load
from service.owed import ai_to_act
from service.problems import DecisionClosed
from workers import context
from workers.choice import choose

logger = logging.getLogger(__name__)


def play_turn(game_id: str, version: int) -> None:
    """Play the turn that an AI seat owes at this version of a game.

    Late or double jobs do nothing: the turn is looked up anew, and the answer quotes the decision it was thought for.
    A game that cannot be played, or a level its ruleset does not have, raises; the game stays on the due list.
    """
    bottega = context.bottega()
    game = load(bottega, game_id)
    seat = ai_to_act(game)
    if seat is None or game.position.version != version:
        return
    decision = game.position.asked[seat]
    action = choose(game.ruleset, game.position, seat, _level(game, seat), game.seed).action
    try:
        games.act(bottega, game_id, seat, decision, action)
    except (DecisionClosed, IllegalAction):
        if load(bottega, game_id).position.version == version:
            raise
        logger.info("game %s: the turn of seat %d at version %d was played elsewhere", game_id, seat, version)


def _level(game: Game, seat: int) -> str:
    """Tell at which level a seat plays."""
    return str(game.header.seats[seat].level)
