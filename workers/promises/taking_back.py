"""Helpers that the tests of `test_taking_back.py` share with others."""

from domain.ruleset import AnyRuleset
from workers.promises.games import Game
from workers.promises.knowledge import Learnt, check_game


def finds(ruleset: AnyRuleset, games: list[Game]) -> bool:
    """Whether the check finds a step of these games that reveals information."""
    try:
        for game in games:
            check_game(game, ruleset)
    except Learnt:
        return True
    return False
