"""What things are called: a row of the score sheet for everything that scores."""

from domain.azul import RULESET
from domain.azul.wire.constants import NUMBER_BONUS, STARS


def test_each_full_star_and_each_number_has_a_name_on_the_score_sheet():
    """8.1.2, 8.1.3"""
    rows = {f"full star {star}" for star in STARS} | {f"all spaces numbered {number}" for number in NUMBER_BONUS}
    assert rows <= set(RULESET.names.things["score_item"])
