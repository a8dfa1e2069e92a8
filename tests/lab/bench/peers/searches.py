"""Measure simulations per second of OpenSpiel's information-set search on gin rummy, in C++ and in Python."""

import random
from typing import Any

import numpy as np
import pyspiel
from card_games import dealt
from open_spiel.python.algorithms import ismcts, mcts
from pace import tell

SIMULATIONS = 100


def in_cpp(state: Any) -> Any:
    """Return OpenSpiel's C++ search with one random rollout per leaf."""
    return pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS)


def in_python(state: Any) -> Any:
    """Return the search of OpenSpiel's Python library with one random rollout per leaf."""
    dice = np.random.RandomState(1)
    return ismcts.ISMCTSBot(state.get_game(), mcts.RandomRolloutEvaluator(1, dice), 2.0, SIMULATIONS, random_state=dice)


if __name__ == "__main__":
    random.seed(1)
    position = dealt("gin_rummy")
    for language, make in (("C++", in_cpp), ("Python", in_python)):
        bot = make(position)
        tell(
            f"OpenSpiel's ISMCTS in {language}, gin_rummy, simulations",
            lambda number, bot=bot: (bot.step(position), SIMULATIONS)[1],
        )
