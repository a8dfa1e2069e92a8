"""Test the constraint of a text that must fit a pattern to its end."""

import pytest

from domain.fields import published_pattern, whole_text


def test_the_published_pattern_ends_as_json_schema_writes_it() -> None:
    constraint = whole_text("^$|^[a-z]+$")
    assert (constraint.pattern, published_pattern(constraint.pattern)) == (r"^\Z|^[a-z]+\Z", "^$|^[a-z]+$")


@pytest.mark.parametrize("pattern", ["[a-z]+$", "^[a-z]+"])
def test_a_pattern_for_a_part_of_a_text_is_rejected(pattern: str) -> None:
    with pytest.raises(ValueError, match="must start with"):
        whole_text(pattern)
