"""Declare fields that the schemas of tournaments share."""

from typing import Any, get_args

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyInteger, QueryInteger, UserText
from service.tournament.plan import MOST_ENTERED, MOST_ENTRANTS, MOST_POINTS, MOST_STAGES, MOST_TABLE
from service.tournament.state import Status

TOURNAMENT_ID = "^tn_[a-z0-9]{20}$"
LONGEST_REASON = 500
MOST_TABLES = MOST_ENTRANTS // 2


def tournament() -> fields.String:
    """Declare a tournament's id."""
    return fields.String(
        required=True,
        validate=Regexp(TOURNAMENT_ID),
        metadata={"description": "The id of the tournament, as used in URLs."},
    )


def version() -> fields.Integer:
    """Declare the version of a tournament."""
    return BodyInteger(
        required=True,
        validate=Range(0, shared_fields.HIGHEST_VERSION),
        metadata={"description": "The version of the tournament: the number of entries in its log."},
    )


def status() -> fields.String:
    """Declare the status of a tournament."""
    return fields.String(
        required=True,
        validate=OneOf(get_args(Status)),
        metadata={
            "description": "The status of the tournament. `registration`: it has not started. `running`: rounds are "
            "seated. `paused`: no start and no further round. `over`: the last round has ended. `cancelled`: it "
            "ended early; running games continue but do not count."
        },
    )


def number(most: int, description: str, *, required: bool = True, least: int = 0) -> fields.Integer:
    """Declare an integer with limits."""
    return BodyInteger(required=required, validate=Range(least, most), metadata={"description": description})


def entrant(
    description: str = "The number of the entrant, from 0 in the order of entry.", **how: Any
) -> fields.Integer:
    """Declare the number of an entrant."""
    return number(MOST_ENTERED - 1, description, **how)


def entrants(description: str, *, least: int = 0, most: int = MOST_ENTRANTS, required: bool = True) -> fields.List[int]:
    """Declare a list of entrants."""
    one = BodyInteger(validate=Range(0, MOST_ENTERED - 1))
    told = {"description": description}
    return fields.List(one, required=required, validate=Length(least, most), metadata=told)


def stage(*, required: bool = True) -> fields.Integer:
    """Declare the number of a stage."""
    return number(MOST_STAGES - 1, "The number of the stage, from 0.", required=required)


def group(
    description: str = "The number of the group in the stage, from 0.", *, required: bool = True
) -> fields.Integer:
    """Declare the number of a group."""
    return number(MOST_ENTRANTS - 1, description, required=required)


def round_number(
    description: str = "The number of the round, from 1 across all stages.", *, required: bool = True
) -> fields.Integer:
    """Declare the number of a round."""
    return number(shared_fields.HIGHEST_VERSION, description, required=required, least=1)


def table_number(*, required: bool = True) -> fields.Integer:
    """Declare the number of a table."""
    return number(MOST_TABLES, "The number of the table in the round, from 1.", required=required, least=1)


def ranks(description: str, *, required: bool) -> fields.List[int]:
    """Declare the ranks at a table."""
    one = BodyInteger(validate=Range(1, MOST_TABLE))
    shape = Length(2, MOST_TABLE)
    return fields.List(one, required=required, validate=shape, metadata={"description": description})


def totals(description: str) -> fields.List[int]:
    """Declare the scores of a game."""
    one = BodyInteger(validate=Range(-(2**31), 2**31 - 1))
    return fields.List(one, metadata={"description": description})


def points(description: str, *, required: bool = True) -> fields.Float:
    """Declare points as a decimal number, since tied entrants share the mean."""
    told = {"description": f"{description} Rounded to four decimal places."}
    return fields.Float(required=required, metadata=told)


def whole_points(description: str) -> fields.Integer:
    """Declare the points of a plan."""
    return number(MOST_POINTS, description, required=False)


def name(description: str, *, required: bool = False) -> UserText:
    """Declare a display name."""
    return shared_fields.words(description, required=required)


def reason(description: str, *, required: bool = False, least: int = 1) -> UserText:
    """Declare a reason for the log."""
    return UserText(description, LONGEST_REASON, shortest=least, required=required)


def asked_stage() -> fields.Integer:
    """Declare the stage of a query."""
    return QueryInteger(
        validate=Range(0, MOST_STAGES - 1),
        metadata={
            "description": "The number of the stage, from 0. Default: the whole tournament, or the latest stage."
        },
    )


def asked_group() -> fields.Integer:
    """Declare the group of a query."""
    return QueryInteger(
        validate=Range(0, MOST_ENTRANTS - 1),
        metadata={"description": "The number of the group in the stage, from 0. Default: all groups."},
    )
