"""Declare fields that the schemas of tournaments share."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyInteger
from service.tournament.plan import MOST_ENTERED, MOST_ENTRANTS, MOST_GAMES, MOST_TABLE

TOURNAMENT_ID = "^tn_[a-z0-9]{20}$"
MOST_TABLES = MOST_ENTRANTS // 2


def tournament() -> fields.String:
    """Declare a tournament's id."""
    return fields.String(
        required=True,
        validate=Regexp(TOURNAMENT_ID),
        metadata={"description": "The id of the tournament, as used in URLs."},
    )


def tournament_id(description: str) -> fields.String:
    """Declare the id of a tournament in a schema that may belong to none."""
    return fields.String(validate=Regexp(TOURNAMENT_ID), metadata={"description": description})


def tournament_event(*, required: bool = False) -> fields.String:
    """Declare the event in a tournament."""
    return fields.String(
        required=required,
        validate=Regexp("^[a-z_]+$"),
        metadata={
            "description": "The event in the tournament. About an entrant: `entered`, `withdrew`, `reentered`, "
            "`disqualified`, `penalised`. About a match: `ruled` and `ruling_withdrawn` (the organiser has set or "
            "withdrawn its result). About the tournament: `started`, `postponed` (too few entrants at its start), "
            "`changed`, `opened` (the games of a round exist), `taken_back` (a round), `paused`, `resumed`, "
            "`cancelled`, `ended`. Only webhooks of the tournament and its organiser receive `game_ended`. More "
            "values may be added."
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


def round_number(
    description: str = "The number of the round, from 1 across all stages.", *, required: bool = True
) -> fields.Integer:
    """Declare the number of a round."""
    return number(shared_fields.HIGHEST_VERSION, description, required=required, least=1)


def news() -> tuple[fields.Field[Any], ...]:
    """Declare the fields of a tournament message: entrant, round, table, game, entrants and ranks."""
    return (
        entrant(
            "The number of the entrant who entered, withdrew, re-entered, was disqualified or penalised. Omitted "
            "otherwise.",
            required=False,
        ),
        round_number(
            "The number of the round that was opened or taken back, or of the match's round. Omitted otherwise.",
            required=False,
        ),
        table_number(required=False),
        number(
            MOST_GAMES - 1,
            "The number of the game in the match that ended or was ruled, from 0. Omitted otherwise.",
            required=False,
        ),
        entrants(
            "The entrants of the match, in the order of the table. With `ended`: the winner. Omitted otherwise.",
            most=MOST_TABLE,
            required=False,
        ),
        ranks(
            "The ranks of `entrants` in the game or match, from 1; equal ranks are ties. Omitted otherwise.",
            required=False,
        ),
    )


def table_number(*, required: bool = True) -> fields.Integer:
    """Declare the number of a table."""
    return number(MOST_TABLES, "The number of the table in the round, from 1.", required=required, least=1)


def ranks(description: str, *, required: bool) -> fields.List[int]:
    """Declare the ranks at a table."""
    one = BodyInteger(validate=Range(1, MOST_TABLE))
    shape = Length(2, MOST_TABLE)
    return fields.List(one, required=required, validate=shape, metadata={"description": description})
