"""Schemas of lists of records, with pagination."""

from marshmallow import fields
from marshmallow.validate import Length, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import ResponseSchema
from service.contract.schemas.records import GameRecord
from service.resources.types import RECORDS

CURSOR = "The `next_cursor` of an earlier page: an opaque position. Default: the first page."


def list_cursor(letter: str, description: str, *, required: bool = False) -> fields.String:
    """Declare a cursor of a list."""
    shape = [Length(equal=13), Regexp(f"^{letter}[0-9a-f]{{12}}$")]
    return fields.String(required=required, validate=shape, metadata={"description": description})


class RecordPage(ResponseSchema):
    """A page of records, in the order in which the games were scored."""

    records = fields.List(
        fields.Nested(GameRecord),
        required=True,
        metadata={"description": "The records as canonical JSON, as in `getRecord` without the line feed."},
    )
    skipped = fields.List(
        shared_fields.game_id(),
        metadata={
            "description": "Games of this page whose record cannot be returned, or not yet. Omitted if there are none."
        },
    )
    next_cursor = list_cursor(
        RECORDS,
        "Send it as `cursor` to get the next page, now or later. It stays unchanged while there are no further "
        "records.",
        required=True,
    )
