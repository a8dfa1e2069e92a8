"""Schemas of stages and of the points for places."""

from typing import get_args

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_POINTS, MOST_ROUNDS, MOST_TABLE, Format

MOST_MINUTES = 7 * 24 * 60


class StageMembers:
    """Fields of a stage."""

    format = fields.String(
        required=True,
        validate=OneOf(get_args(Format)),
        metadata={
            "description": "The format. `round_robin`: all entrants meet. `swiss`: a number of rounds between "
            "entrants with similar points. `knockout`: entrants are out unless they advance. `double_knockout`: "
            "entrants are out after two defeats. `arena`: no rounds; free entrants are paired again. In a "
            "knock-out, equal points are decided by the difference of the scores, then by wins, then by the "
            "seeding of the stage."
        },
    )
    table_size = own.number(
        MOST_TABLE,
        "The number of entrants at a table. Some tables may have one fewer if the number of entrants requires it. "
        "Default: 2.",
        required=False,
        least=LEAST_TABLE,
    )
    rounds = own.number(
        MOST_ROUNDS,
        "The number of rounds of `swiss` (required) and `round_robin`. Default for `round_robin`: until all have "
        "met. Up to two rounds are added if some entrants would otherwise meet more than three times or in every "
        "round.",
        required=False,
    )
    groups = own.number(
        MOST_ENTRANTS // LEAST_TABLE,
        "The number of groups of `swiss` and `round_robin`. Default: 1.",
        required=False,
        least=1,
    )
    qualify = own.number(
        MOST_ENTRANTS,
        "The number of entrants of each group that advance to the next stage. Required for all stages but the last.",
        required=False,
    )
    advance = own.number(
        MOST_TABLE - 1,
        "The number of entrants at each table of a `knockout` who advance to the next round. It is smaller than "
        "every table. Default: 1.",
        required=False,
        least=1,
    )
    minutes = own.number(
        MOST_MINUTES,
        "The minutes during which an `arena` creates matches. An arena needs `minutes` or `matches`.",
        required=False,
    )
    matches = own.number(
        MOST_ROUNDS,
        "The maximum number of matches of each entrant in an `arena`. An arena needs `minutes` or `matches`.",
        required=False,
    )


class NewStage(StageMembers, RequestSchema):
    """A stage of a new tournament, with one format."""


class TournamentStage(StageMembers, ResponseSchema):
    """A stage of a tournament, with one format."""


class PointsMembers:
    """Fields of the points for places."""

    table_size = own.number(MOST_TABLE, "The number of entrants at the table.", least=LEAST_TABLE)
    by_place = fields.List(
        BodyInteger(validate=Range(0, MOST_POINTS)),
        required=True,
        validate=Length(LEAST_TABLE, MOST_TABLE),
        metadata={"description": "The points of each place in one game, from the first."},
    )


class NewPlacePoints(PointsMembers, RequestSchema):
    """The points for the places at tables of one size."""


class PlacePoints(PointsMembers, ResponseSchema):
    """The points for the places at tables of one size."""


class StageChange(RequestSchema):
    """New lengths of a stage. Omitted values stay unchanged."""

    stage = own.stage()
    rounds = own.number(
        MOST_ROUNDS,
        "The new number of rounds of `swiss`, at least the number of rounds created so far.",
        required=False,
        least=1,
    )
    minutes = own.number(
        MOST_MINUTES, "The new minutes during which an `arena` creates matches; 0: no limit.", required=False
    )
    matches = own.number(
        MOST_ROUNDS, "The new maximum number of matches of each entrant in an `arena`; 0: no limit.", required=False
    )
