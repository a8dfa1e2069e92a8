"""Annotations for the fields of wire types: the schema lists what is allowed, and decoding accepts any value.

So the rules meet every value that has the right type, and can name the exact reason why it is not allowed. A field
that holds an id is `named`: it says in which kind of the ruleset's names the id is found (`domain.references`).
"""

from collections.abc import Iterable
from typing import Any, Final

from msgspec import Meta

VALUE_KIND: Final = "x-bottega-names"
"""Where a schema says of which kind the value is: one of the ruleset's `names`, or `seat`."""
KEY_KIND: Final = "x-bottega-key-names"
"""Where the schema of a mapping says of which kind its keys are."""
SEAT: Final = "seat"
"""The kind of a value that is the number of a seat; its name is that of who sits there."""


def seat_number(most: int) -> Meta:
    """Publish a seat at a table of at most `most` seats while decoding any number."""
    return numbers(0, most - 1, "A seat, from 0.", named=SEAT)


def words(allowed: Iterable[str], description: str, named: str | None = None) -> Meta:
    """Publish a closed list of words while decoding any string."""
    return published({"enum": list(allowed)}, description, named)


def numbers(lowest: int, highest: int, description: str, named: str | None = None) -> Meta:
    """Publish the range of a whole number, both ends included, while decoding any."""
    return published({"minimum": lowest, "maximum": highest}, description, named)


def published(schema: dict[str, Any], description: str, named: str | None = None) -> Meta:
    """Publish any schema while decoding what the bare type allows."""
    return Meta(description=description, extra_json_schema=schema | ({} if named is None else {VALUE_KIND: named}))


def several(most: int, fewest: int | None = None) -> Meta:
    """Publish how long a list may be while decoding any."""
    least = {} if fewest is None else {"minItems": fewest}
    return Meta(extra_json_schema=least | {"maxItems": most})


def keyed(named: str, keys: Iterable[str], value: Meta) -> Meta:
    """Publish a mapping of a closed list of ids to whole numbers as `value` has them, while decoding any keys."""
    shown = {"type": "integer", "description": value.description, **(value.extra_json_schema or {})}
    return Meta(
        extra_json_schema={
            "properties": {key: dict(shown) for key in keys},
            "additionalProperties": False,
            KEY_KIND: named,
        }
    )
