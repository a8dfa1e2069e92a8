"""Test the documentation of random draws: with it, and no code of the product, a reader can compute all draws."""

from itertools import islice
from random import Random

import pytest

from domain.ruleset import chance_tags
from tests.documented_dice import Documented, numbers, twister
from tests.rulesets.games import NAMES, PLAYED, every_options, home
from workers.promises import deals

PUBLISHED_OUTPUTS = [1067595299, 955945823, 477289528, 4107218783, 4228976476]
"""The first outputs of the reference implementation for the key {0x123, 0x234, 0x345, 0x456}."""
DOCUMENTED = [name for name in NAMES if PLAYED[name].chance_facts]
"""The rulesets with random draws."""


def test_the_generator_is_the_one_of_its_authors() -> None:
    key = 0x123 | 0x234 << 32 | 0x345 << 64 | 0x456 << 96
    assert list(islice(twister(key), 5)) == PUBLISHED_OUTPUTS


@pytest.mark.parametrize("number", [0, 1, 2**32, 2**255 + 7])
def test_the_generator_is_the_one_of_python(number: int) -> None:
    rng = Random(number)
    assert list(islice(twister(number), 2000)) == [rng.getrandbits(32) for _ in range(2000)]


def test_numbers_are_between_zero_and_one() -> None:
    assert all(0 <= each < 1 for each in islice(numbers(bytes(32), "deck"), 1000))


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_draws_of_a_ruleset_decide_all_random_facts(name: str) -> None:
    documented = Documented(home(PLAYED[name]) / "RULES.md", bytes(32))
    reported = {fact for draw in documented.draws.values() for fact in draw.facts}
    assert reported >= set(chance_tags(PLAYED[name]))


def is_name(purpose: str, documented: str) -> bool:
    """Whether a purpose is a draw in the table, in which words in capitals stand for numbers."""
    pairs = list(zip(purpose.split(" "), documented.split(" "), strict=False))
    same_length = purpose.count(" ") == documented.count(" ")
    return same_length and all(part.isdigit() if word.isupper() else part == word for part, word in pairs)


@pytest.mark.parametrize("name", DOCUMENTED)
def test_every_draw_of_every_game_has_its_row(name: str) -> None:
    ruleset = PLAYED[name]
    documented = Documented(home(ruleset) / "RULES.md", bytes(32)).draws
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        for number, options in enumerate(every_options(ruleset)):
            purposes = deals.play(ruleset, options, seats, number, 0).purposes
            assert all(any(is_name(purpose, each) for each in documented) for purpose in set(purposes))
