"""Measure random card games of RLCard and of OpenSpiel from Python: decisions per second."""

import random
from collections.abc import Callable
from typing import Any

import pyspiel
import rlcard
from pace import tell

random.seed(1)


def rlcard_game(name: str) -> Callable[[int], int]:
    """Return a function that plays one game, including legal actions, and returns the number of decisions."""
    table = rlcard.make(name, config={"seed": 1})

    def play(number: int) -> int:
        seen, _ = table.reset()
        count = 0
        while not table.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = table.step(legal[int(random.random() * len(legal))])
            count += 1
        return count

    return play


def openspiel_game(name: str) -> Callable[[int], int]:
    """Return a function that plays one game, including random draws, and returns the number of decisions."""
    game = pyspiel.load_game(name)

    def play(number: int) -> int:
        state, count = game.new_initial_state(), 0
        while not state.is_terminal():
            legal = state.legal_actions()  # of a draw all outcomes, each equally likely in these games
            count += not state.is_chance_node()
            state.apply_action(legal[int(random.random() * len(legal))])
        return count

    return play


def dealt(name: str) -> Any:
    """Return an OpenSpiel game after the deal and a few random decisions."""
    state = pyspiel.load_game(name).new_initial_state()
    decisions = 0
    while state.is_chance_node() or decisions < 6:
        decisions += not state.is_chance_node()
        legal = state.legal_actions()
        state.apply_action(legal[int(random.random() * len(legal))])
    return state


if __name__ == "__main__":
    tell("RLCard, gin rummy, decisions", rlcard_game("gin-rummy"))
    tell("RLCard, Uno, decisions", rlcard_game("uno"))
    for name in ("gin_rummy", "euchre", "hearts"):
        tell(f"OpenSpiel from Python, {name}, decisions", openspiel_game(name))
