"""The stages of a tournament, what a place is worth, and what of them does not go together."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import tournament_members as members
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_ROUNDS, MOST_TABLE, Format

Json = dict[str, Any]

MOST_MINUTES = 7 * 24 * 60
TOLD: Mapping[str, tuple[Format, ...]] = {
    "rounds": ("swiss", "round_robin"),
    "groups": ("swiss", "round_robin"),
    "advance": ("knockout",),
    "minutes": ("arena",),
    "matches": ("arena",),
}
"""Of which formats a member is told."""


class StageMembers:
    """What is told of a stage."""

    format = fields.String(
        required=True,
        validate=OneOf(get_args(Format)),
        metadata={
            "description": "`round_robin`: all meet. `swiss`: so many rounds of those who have won about as much. "
            "`knockout`: whoever does not go on is out. `double_knockout`: whoever has lost twice. `arena`: no rounds; "
            "whoever is free sits down again."
        },
    )
    table_size = members.number(
        MOST_TABLE,
        "How many entrants sit at a table; some tables have one fewer where the number asks for it. 2 if absent.",
        required=False,
        least=LEAST_TABLE,
    )
    rounds = members.number(
        MOST_ROUNDS,
        "Of `swiss`, where it is needed, and of `round_robin`: how many. Of the latter until all have met, if absent.",
        required=False,
        least=1,
    )
    groups = members.number(
        MOST_ENTRANTS // 2,
        "Of `swiss` and `round_robin`: into how many groups the entrants are divided. 1 if absent.",
        required=False,
        least=1,
    )
    qualify = members.number(
        MOST_ENTRANTS,
        "How many of each group go on to the next stage; told of each stage but the last.",
        required=False,
        least=1,
    )
    advance = members.number(
        MOST_TABLE - 2,
        "Of `knockout`: how many of each table go on to the next round, fewer than sit at any. 1 if absent.",
        required=False,
        least=1,
    )
    minutes = members.number(
        MOST_MINUTES, "Of `arena`: for how long tables are seated. This or `matches`, or both.", required=False, least=1
    )
    matches = members.number(
        MOST_ROUNDS, "Of `arena`: how many matches each entrant has at most.", required=False, least=1
    )


class NewStage(StageMembers, RequestSchema):
    """A part of a tournament in which one format is played."""

    @validates_schema
    def _fits(self, data: Json, **_: Any) -> None:
        faults = dict(_faults_of_stage(data))
        if faults:
            raise ValidationError(faults)


class TournamentStage(StageMembers, ResponseSchema):
    """A part of a tournament in which one format is played; what is told of its format only is absent of others."""


class PointsMembers:
    """What the places at a table are worth."""

    entrants = members.number(MOST_TABLE, "How many entrants sit at the table.", least=LEAST_TABLE)
    points = fields.List(
        BodyInteger(validate=Range(0, members.MOST_POINTS)),
        required=True,
        validate=Length(LEAST_TABLE, MOST_TABLE),
        metadata={"description": "For one game, by place from the first; no place is worth more than one before it."},
    )


class NewPlacePoints(PointsMembers, RequestSchema):
    """What the places at tables of one size are worth."""

    @validates_schema
    def _fits(self, data: Json, **_: Any) -> None:
        if len(data["points"]) != data["entrants"]:
            raise ValidationError({"points": ["Must have one number for each entrant at the table."]})
        if data["points"] != sorted(data["points"], reverse=True):
            raise ValidationError({"points": ["Must not be worth more than a better place."]})


class PlacePoints(PointsMembers, ResponseSchema):
    """What the places at tables of one size are worth."""


def check_stages(stages: Sequence[Json]) -> None:
    """Raise ValidationError for a stage that says wrongly how many go on."""
    *earlier, last = range(len(stages))
    faults = {
        each: {"qualify": ["Needed of each stage but the last."]} for each in earlier if "qualify" not in stages[each]
    }
    if "qualify" in stages[last]:
        faults[last] = {"qualify": ["Nobody goes on from the last stage."]}
    if faults:
        raise ValidationError({"stages": faults})


def _faults_of_stage(data: Json) -> Iterator[tuple[str, list[str]]]:
    """List what a stage says that does not fit its format, by member."""
    kind, size = data["format"], data.get("table_size", LEAST_TABLE)
    for name, formats in TOLD.items():
        if name in data and kind not in formats:
            yield name, [f"Only of: {', '.join(formats)}."]
    if kind == "swiss" and "rounds" not in data:
        yield "rounds", ["Needed of swiss."]
    if kind == "arena" and not {"minutes", "matches"} & set(data):
        yield "minutes", ["An arena needs `minutes` or `matches`."]
    if kind == "double_knockout" and size != LEAST_TABLE:
        yield "table_size", ["Two sit at each table of a double knock-out."]
    if kind == "knockout" and data.get("advance", 1) > max(1, size - 2):
        yield "advance", ["Must be fewer than sit at the smallest table, which may have one fewer than `table_size`."]
