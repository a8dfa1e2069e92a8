"""Test that set-up choices are listed without a schema to interpret."""

from dataclasses import replace
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import UNSET

from domain.registry import RULESETS
from service.contract.option_forms import UnknownOption, set_up_options
from service.resources.rulesets import BooleanOption, ChoiceOption, ChoicesOption, IntegerOption, TextOption
from tests.tiny import TINY

SETS = {"type": "array", "items": {"type": "string", "enum": ["red", "blue"]}, "minItems": 1, "maxItems": 2}


class Each(msgspec.Struct):
    """One option of each kind."""

    night: bool = False
    """Whether it is night."""
    side: Literal["A", "B"] = "B"
    """The side of the board."""
    seat: Annotated[Any, msgspec.Meta(extra_json_schema={"type": "integer", "minimum": 0, "maximum": 3})] = UNSET
    """The first seat."""
    sets: Annotated[Any, msgspec.Meta(extra_json_schema=SETS)] = UNSET
    """The sets."""
    motto: Annotated[str, msgspec.Meta(extra_json_schema={"maxLength": 40})] = "For luck"
    """A motto."""


class Pair(msgspec.Struct):
    """An option of an unsupported kind."""

    both: tuple[int, ...] = ()


def test_options_of_each_kind_are_shown_with_their_defaults():
    assert set_up_options(replace(TINY, options_type=Each), "en") == (
        BooleanOption("night", "Whether it is night.", False),
        ChoiceOption("side", "The side of the board.", ("A", "B"), "B"),
        IntegerOption("seat", "The first seat.", 0, 3),
        ChoicesOption("sets", "The sets.", ("red", "blue"), 1, 2),
        TextOption("motto", "A motto.", 40, "For luck"),
    )


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_every_option_of_every_ruleset_can_be_chosen_by_its_default(ruleset):
    chosen = {option.name: option.default for option in set_up_options(ruleset, "en") if option.default is not UNSET}
    options = msgspec.convert(chosen, ruleset.options_type)
    assert ruleset.reject_setup(options, ruleset.min_seats) is None


def test_an_option_of_another_kind_is_rejected():
    with pytest.raises(UnknownOption, match="both"):
        set_up_options(replace(TINY, options_type=Pair), "en")
