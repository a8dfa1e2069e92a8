"""Annotate fields of wire types: the schema lists the allowed values, but decoding accepts any value of the type.

The rules can therefore name the exact reason of a rejection. A field that holds an id is `named`: its annotation has
the kind of the ruleset's names that contains the id (`domain.references`).
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from msgspec import Meta

VALUE_KIND: Final = "x-bottega-names"
"""The schema keyword for the kind of a value's id: one of the ruleset's `names`, or `seat`."""
KEY_KIND: Final = "x-bottega-key-names"
"""The schema keyword for the kind of a mapping's keys."""
SEAT: Final = "seat"
"""The kind of a seat number, whose name is that of its player."""
_END: Final = re.compile(r"\$(?=\||\Z)")
"""The end of each alternative of a pattern."""


def whole_text(pattern: str, **others: Any) -> Meta:
    """Return the constraint that a whole text fits a pattern, such as `^[a-z]+$`, with `others` of `Meta`.

    In Python, `$` also matches before a final line feed. So msgspec gets another end; see `published_pattern`.
    """
    if not (pattern.startswith("^") and pattern.endswith("$")):
        raise ValueError(f"{pattern} must start with ^ and end with $")
    return Meta(pattern=_END.sub(r"\\Z", pattern), **others)


def published_pattern(pattern: str) -> str:
    """Return the pattern of `whole_text` as JSON Schema writes it.

    >>> published_pattern(whole_text("^[a-z]+$").pattern)
    '^[a-z]+$'
    """
    return pattern.replace(r"\Z", "$")


def seat_number(most: int) -> Meta:
    """Publish a seat number below `most`, but decode any number."""
    return numbers(0, most - 1, "The number of a seat, from 0.", named=SEAT)


def words(allowed: Iterable[str], description: str, named: str | None = None) -> Meta:
    """Publish a closed list of words, but decode any string."""
    return published({"enum": list(allowed)}, description, named)


def numbers(lowest: int, highest: int, description: str, named: str | None = None) -> Meta:
    """Publish an inclusive range of integers, but decode any integer."""
    return published({"minimum": lowest, "maximum": highest}, description, named)


def published(schema: dict[str, Any], description: str, named: str | None = None) -> Meta:
    """Publish a schema, but decode any value of the bare type."""
    return Meta(description=description, extra_json_schema=schema | ({} if named is None else {VALUE_KIND: named}))


def several(most: int, fewest: int | None = None) -> Meta:
    """Publish the length of a list, but decode any list."""
    least = {} if fewest is None else {"minItems": fewest}
    return Meta(extra_json_schema=least | {"maxItems": most})


def keyed(named: str, keys: Iterable[str], value: Meta) -> Meta:
    """Publish a mapping of listed ids to integers as in `value`, but decode any keys."""
    shown = {"type": "integer", "description": value.description, **(value.extra_json_schema or {})}
    return Meta(
        extra_json_schema={
            "properties": {key: dict(shown) for key in keys},
            "additionalProperties": False,
            KEY_KIND: named,
        }
    )
