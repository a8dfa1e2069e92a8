"""Test named purposes of random draws: games of one seed have the same deal, whatever the players do."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from domain.dice import Dice, random_for, random_order
from workers.promises import deals


class FixedDice(Random):
    """Dice with fixed results."""

    def __init__(self, numbers):
        super().__init__(0)
        self.numbers = list(numbers)

    def random(self):
        return self.numbers.pop(0)


def test_a_draw_follows_from_the_secret_and_the_purpose():
    falls = [random_for(Dice(deals.secret(deal)), "deck", 2).random() for deal in (1, 2) for _ in range(2)]
    assert (falls[0] == falls[1], falls[2] == falls[3], len(set(falls))) == (True, True, 2)


def test_purposes_are_drawn_independently():
    dice = Dice(deals.secret(1))
    falls = [random_for(dice, *each).random() for each in (("deck",), ("deck", 1), ("deck", 11), (3,))]
    assert len(set(falls)) == len(falls)


def test_the_dice_of_a_game_reject_a_draw_without_a_purpose():
    for throw_it in (
        Dice(bytes(32)).random,
        lambda: Dice(bytes(32)).choice([1, 2]),
        lambda: Dice(bytes(32)).randbytes(4),
    ):
        with pytest.raises(TypeError, match="Name the purpose"):
            throw_it()


def test_the_dice_of_a_search_ignore_purposes():
    rng = Random(1)
    assert random_for(rng, "deck") is rng


def test_random_orders_are_uniform_over_those_present():
    orders = Counter(tuple(random_order(FixedDice(numbers), 5, [4, 0, 2])) for numbers in permutations(range(5)))
    assert orders == dict.fromkeys(permutations([0, 2, 4]), 20)


def test_the_presence_of_others_does_not_change_the_order_of_the_rest():
    numbers = [0.7, 0.1, 0.5, 0.9, 0.3, 0.6]
    assert random_order(FixedDice(numbers), 6, [1, 3, 4, 5]) == [1, 4, 5, 3]
    assert random_order(FixedDice(numbers), 6, [0, 1, 4, 5]) == [1, 4, 5, 0]
