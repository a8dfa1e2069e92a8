"""The stages of a tournament, and what the places at its tables are worth."""

from typing import get_args

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_POINTS, MOST_ROUNDS, MOST_TABLE, Format

MOST_MINUTES = 7 * 24 * 60


class StageMembers:
    """What is told of a stage."""

    format = fields.String(
        required=True,
        validate=OneOf(get_args(Format)),
        metadata={
            "description": "`round_robin`: all meet. `swiss`: so many rounds of entrants with about the same score. "
            "`knockout`: entrants who do not go on are out. `double_knockout`: entrants are out after two defeats. "
            "`arena`: no rounds; free entrants are seated again. A match of a knock-out with equal points is decided "
            "by the difference of the scores, then by games won, then by the seeding of the stage."
        },
    )
    table_size = own.number(
        MOST_TABLE,
        "How many entrants sit at a table; some tables have one fewer where the number asks for it. 2 if absent.",
        required=False,
        least=LEAST_TABLE,
    )
    rounds = own.number(
        MOST_ROUNDS,
        "Number of rounds of `swiss`, where it is required, and of `round_robin`. Default of `round_robin`: until all "
        "have met, and up to two rounds more where some would meet more than three times or in every round.",
        required=False,
    )
    groups = own.number(
        MOST_ENTRANTS // LEAST_TABLE,
        "Of `swiss` and `round_robin`: into how many groups the entrants are divided. 1 if absent.",
        required=False,
        least=1,
    )
    qualify = own.number(
        MOST_ENTRANTS,
        "How many of each group go on to the next stage: of each stage but the last, where nobody does.",
        required=False,
    )
    advance = own.number(
        MOST_TABLE - 1,
        "Of `knockout`: how many of each table go on to the next round, fewer than sit at any. 1 if absent.",
        required=False,
        least=1,
    )
    minutes = own.number(
        MOST_MINUTES, "Of `arena`: for how long tables are seated. It needs this or `matches`.", required=False
    )
    matches = own.number(MOST_ROUNDS, "Of `arena`: how many matches each entrant has at most.", required=False)


class NewStage(StageMembers, RequestSchema):
    """A part of a tournament in which one format is played."""


class TournamentStage(StageMembers, ResponseSchema):
    """A part of a tournament in which one format is played."""


class PointsMembers:
    """What the places at a table are worth."""

    table_size = own.number(MOST_TABLE, "How many entrants sit at the table.", least=LEAST_TABLE)
    by_place = fields.List(
        BodyInteger(validate=Range(0, MOST_POINTS)),
        required=True,
        validate=Length(LEAST_TABLE, MOST_TABLE),
        metadata={"description": "For one game: of each place, from the first."},
    )


class NewPlacePoints(PointsMembers, RequestSchema):
    """What the places at tables of one size are worth."""


class PlacePoints(PointsMembers, ResponseSchema):
    """What the places at tables of one size are worth."""


class StageChange(RequestSchema):
    """New lengths of one stage, which may be running. An omitted value stays as it is."""

    stage = own.stage()
    rounds = own.number(
        MOST_ROUNDS, "Of `swiss`: the number of rounds, no fewer than have been seated.", required=False, least=1
    )
    minutes = own.number(MOST_MINUTES, "Of `arena`: for how long tables are seated; 0: no limit.", required=False)
    matches = own.number(
        MOST_ROUNDS, "Of `arena`: how many matches each entrant has at most; 0: no limit.", required=False
    )
