"""Annotations for the fields of wire types: the schema lists what is allowed, and decoding accepts any value.

So the rules meet every value that has the right type, and can name the exact reason why it is not allowed.
"""

from collections.abc import Iterable

from msgspec import Meta

SEAT = "A seat, from 0."
"""How a member that holds the number of a seat is described; whoever shows events finds such members by it."""


def seat_number(most: int) -> Meta:
    """Publish a seat at a table of at most `most` seats while decoding any number."""
    return numbers(0, most - 1, SEAT)


def words(allowed: Iterable[str], description: str) -> Meta:
    """Publish a closed list of words while decoding any string."""
    return Meta(description=description, extra_json_schema={"enum": list(allowed)})


def numbers(lowest: int, highest: int, description: str) -> Meta:
    """Publish the range of a whole number, both ends included, while decoding any."""
    return Meta(description=description, extra_json_schema={"minimum": lowest, "maximum": highest})


def several(most: int, fewest: int | None = None) -> Meta:
    """Publish how long a list may be while decoding any."""
    least = {} if fewest is None else {"minItems": fewest}
    return Meta(extra_json_schema=least | {"maxItems": most})
