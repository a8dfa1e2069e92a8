"""Declare cursors of lists."""

from marshmallow import fields
from marshmallow.validate import Length, Regexp

CURSOR = "The `next_cursor` of an earlier page: an opaque position. Default: the first page."


def list_cursor(letter: str, description: str, *, required: bool = False) -> fields.String:
    """Declare a cursor of a list."""
    shape = [Length(equal=13), Regexp(f"^{letter}[0-9a-f]{{12}}$")]
    return fields.String(required=required, validate=shape, metadata={"description": description})
