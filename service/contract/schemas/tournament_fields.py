"""Members that the schemas of tournaments share, each declared once."""

from typing import Any, get_args

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import BodyInteger, QueryInteger, UserText
from service.tournament.plan import MOST_ENTERED, MOST_ENTRANTS, MOST_GAMES, MOST_POINTS, MOST_STAGES, MOST_TABLE
from service.tournament.state import Status

TOURNAMENT_ID = "^tn_[a-z0-9]{20}$"
LONGEST_REASON = 500
MOST_TABLES = MOST_ENTRANTS // 2


def tournament() -> fields.String:
    """Declare a tournament's id."""
    return fields.String(
        required=True,
        validate=Regexp(TOURNAMENT_ID),
        metadata={"description": "Names the tournament in every address."},
    )


def tournament_id(description: str) -> fields.String:
    """Declare the id of a tournament where something need not be about any."""
    return fields.String(validate=Regexp(TOURNAMENT_ID), metadata={"description": description})


def tournament_event(*, required: bool = False) -> fields.String:
    """Declare what happened in a tournament."""
    return fields.String(
        required=required,
        validate=Regexp("^[a-z_]+$"),
        metadata={
            "description": "What happened in the tournament. To the player: `entered`, `withdrew`, `reentered`, "
            "`disqualified`, `penalised`. In a match of the player: `ruled` and `ruling_withdrawn` (the organiser has "
            "set or withdrawn its result). To the whole: `started`, `postponed` (too few entrants at its start), "
            "`changed`, `opened` (the games of a round are there), `taken_back` (a round), `paused`, `resumed`, "
            "`cancelled`, `ended`. To webhooks of the tournament and its organiser only: `game_ended`. More values may "
            "be added."
        },
    )


def version() -> fields.Integer:
    """Declare the version of a tournament."""
    return BodyInteger(
        required=True,
        validate=Range(0, shared_fields.HIGHEST_VERSION),
        metadata={"description": "How many entries the tournament's log has."},
    )


def status() -> fields.String:
    """Declare how far a tournament has come."""
    return fields.String(
        required=True,
        validate=OneOf(get_args(Status)),
        metadata={
            "description": "`registration` until it begins, `running`, `paused` while it does not begin or no further "
            "round is seated, "
            "`over` after the last round, or `cancelled`: games under way are played on, and nothing comes of them."
        },
    )


def number(most: int, description: str, *, required: bool = True, least: int = 0) -> fields.Integer:
    """Declare a whole number."""
    return BodyInteger(required=required, validate=Range(least, most), metadata={"description": description})


def entrant(description: str = "The entrant's number, from 0 in the order of entering.", **how: Any) -> fields.Integer:
    """Declare the number of an entrant."""
    return number(MOST_ENTERED - 1, description, **how)


def entrants(description: str, *, least: int = 0, most: int = MOST_ENTRANTS, required: bool = True) -> fields.List[int]:
    """Declare several entrants by their numbers."""
    one = BodyInteger(validate=Range(0, MOST_ENTERED - 1))
    told = {"description": description}
    return fields.List(one, required=required, validate=Length(least, most), metadata=told)


def stage(*, required: bool = True) -> fields.Integer:
    """Declare the number of a stage."""
    return number(MOST_STAGES - 1, "The stage, from 0.", required=required)


def group(description: str = "The group of the stage, from 0.", *, required: bool = True) -> fields.Integer:
    """Declare the number of a group."""
    return number(MOST_ENTRANTS - 1, description, required=required)


def round_number(
    description: str = "The round, from 1 through all stages.", *, required: bool = True
) -> fields.Integer:
    """Declare the number of a round."""
    return number(shared_fields.HIGHEST_VERSION, description, required=required, least=1)


def news() -> tuple[fields.Field[Any], ...]:
    """Declare what a message about a tournament is about: entrant, round, table, game, entrants and ranks."""
    return (
        entrant(
            "The entrant who entered, withdrew, re-entered, was disqualified or penalised. Omitted otherwise.",
            required=False,
        ),
        round_number("The round that was opened or taken back, or the round of the match.", required=False),
        table_number(required=False),
        number(MOST_GAMES - 1, "The game of the match that ended or was ruled, from 0.", required=False),
        entrants(
            "The entrants of the match, in the order of the table. Of `ended`: the winner. Omitted otherwise.",
            most=MOST_TABLE,
            required=False,
        ),
        ranks(
            "The ranks of `entrants` in the game or match, from 1; equal ranks are ties.",
            required=False,
        ),
    )


def table_number(*, required: bool = True) -> fields.Integer:
    """Declare the number of a table."""
    return number(MOST_TABLES, "The table of the round, from 1.", required=required, least=1)


def ranks(description: str, *, required: bool) -> fields.List[int]:
    """Declare how those at a table were placed."""
    one = BodyInteger(validate=Range(1, MOST_TABLE))
    shape = Length(2, MOST_TABLE)
    return fields.List(one, required=required, validate=shape, metadata={"description": description})


def totals(description: str) -> fields.List[int]:
    """Declare the scores of a game."""
    one = BodyInteger(validate=Range(-(2**31), 2**31 - 1))
    return fields.List(one, metadata={"description": description})


def points(description: str, *, required: bool = True) -> fields.Float:
    """Declare points as they are shown: a decimal number, since those who tie share the mean."""
    told = {"description": f"{description} Rounded to four decimal places."}
    return fields.Float(required=required, metadata=told)


def whole_points(description: str) -> fields.Integer:
    """Declare points as they are stated in a plan."""
    return number(MOST_POINTS, description, required=False)


def name(description: str, *, required: bool = False) -> UserText:
    """Declare what somebody or something is called."""
    return shared_fields.words(description, required=required)


def reason(description: str, *, required: bool = False, least: int = 1) -> UserText:
    """Declare why somebody does something, for the log."""
    return UserText(description, LONGEST_REASON, shortest=least, required=required)


def asked_stage() -> fields.Integer:
    """Declare of which stage something is asked."""
    return QueryInteger(
        validate=Range(0, MOST_STAGES - 1),
        metadata={"description": "The stage, from 0. Without it: of the whole tournament, or of the latest stage."},
    )


def asked_group() -> fields.Integer:
    """Declare of which group something is asked."""
    return QueryInteger(
        validate=Range(0, MOST_ENTRANTS - 1),
        metadata={"description": "The group of that stage, from 0; all groups if absent."},
    )
