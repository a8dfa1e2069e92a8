"""Schemas of standings, crosstables and brackets."""

from typing import get_args

from marshmallow import fields
from marshmallow.validate import OneOf

from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import RequestSchema, ResponseSchema
from service.contract.schemas.rounds import RoundPoints
from service.contract.schemas.shared_fields import HIGHEST_VERSION
from service.tournament.plan import MOST_ENTRANTS, MOST_POINTS, MOST_TABLE, TieBreak


class StandingsQuery(RequestSchema):
    """Query parameters of standings."""

    stage = own.stage_filter()
    group = own.group_filter()


class BracketQuery(RequestSchema):
    """Query parameters of a bracket."""

    stage = own.stage_filter()


class TieBreakValue(ResponseSchema):
    """The value of a tie-break."""

    tie_break = fields.String(
        required=True, validate=OneOf(get_args(TieBreak)), metadata={"description": "The name of the tie-break."}
    )
    value = fields.Float(
        required=True,
        metadata={
            "description": "The value in points, scores or games, rounded to four decimal places. Higher is better."
        },
    )


class Standing(ResponseSchema):
    """The standing of an entrant."""

    place = own.number(
        MOST_ENTRANTS, "The place, from 1. Places are distinct, since the last tie-break is random.", least=1
    )
    entrant = own.entrant()
    name = own.name("The display name of the entrant.", required=True)
    points = own.points("The points in the listed stage, or in the last stage of the entrant.")
    tie_breaks = fields.List(
        fields.Nested(TieBreakValue),
        required=True,
        metadata={"description": "The tie-breaks in the order in which they apply to equal points."},
    )
    played = own.number(HIGHEST_VERSION, "The number of games that count.")
    wins = own.number(HIGHEST_VERSION, "The number of games won, alone or tied.")
    byes = own.number(HIGHEST_VERSION, "The number of rounds in which the entrant had a bye.")
    withdrawn = fields.Boolean(required=True, metadata={"description": "Whether the entrant has withdrawn."})
    disqualified = fields.Boolean(
        metadata={"description": "True if the entrant was disqualified and ranks below all others. Omitted otherwise."}
    )
    penalty = own.number(
        MOST_POINTS,
        "The points of a penalty, already subtracted from `points`, which never fall below 0. Omitted: none.",
        required=False,
    )


class Standings(ResponseSchema):
    """The standings of a tournament, of a stage or of a group."""

    tournament = own.tournament()
    version = own.version()
    status = own.status()
    stage = own.stage(required=False)
    group = own.group(required=False)
    standings = fields.List(
        fields.Nested(Standing),
        required=True,
        metadata={"description": "The standings, best first. Empty before the start."},
    )


class CrosstableCell(ResponseSchema):
    """An entrant's match or bye in a round."""

    round = own.round_number()
    table = own.number(own.MOST_TABLES, "The number of the table. Omitted for a bye.", required=False, least=1)
    opponents = own.entrants("The other entrants at the table. Empty for a bye.")
    points = own.points("The points of the match or bye. Omitted until one of its games has a result.", required=False)


class CrosstableRow(ResponseSchema):
    """An entrant's results in all rounds."""

    place = own.number(MOST_ENTRANTS, "The place in the standings.", least=1)
    entrant = own.entrant()
    name = own.name("The display name of the entrant.", required=True)
    points = own.points("The total points.")
    cells = fields.List(
        fields.Nested(CrosstableCell),
        required=True,
        metadata={"description": "The rounds of the entrant, in order."},
    )
    met = fields.List(
        fields.Nested(RoundPoints),
        required=True,
        metadata={
            "description": "The points won in a round robin at tables with each opponent. Empty in other formats."
        },
    )


class Crosstable(ResponseSchema):
    """The crosstable of a stage: the opponents and points of each entrant."""

    tournament = own.tournament()
    version = own.version()
    stage = own.stage(required=False)
    rounds = fields.List(
        own.round_number(), required=True, metadata={"description": "The numbers of the rounds of the stage."}
    )
    rows = fields.List(
        fields.Nested(CrosstableRow), required=True, metadata={"description": "The entrants, best first."}
    )


class BracketSlot(ResponseSchema):
    """An entrant in a match of a bracket."""

    entrant = own.entrant()
    name = own.name("The display name of the entrant.", required=True)
    from_round = own.round_number("The previous round of the entrant. Omitted in the first round.", required=False)
    from_table = own.number(
        own.MOST_TABLES,
        "The table in the previous round. Omitted in the first round and after a bye.",
        required=False,
        least=1,
    )
    place = own.number(
        MOST_TABLE,
        "The place of the entrant in the match. Omitted until the match has a result.",
        required=False,
        least=1,
    )
    points = own.points("The points of the entrant in the match so far.")
    advances = fields.Boolean(
        required=True, metadata={"description": "Whether the entrant advances, by a win or a bye."}
    )


class BracketMatch(ResponseSchema):
    """A match of a bracket. A bye is a match with one entrant."""

    round = own.round_number()
    table = own.number(own.MOST_TABLES, "The number of the table. Omitted for a bye.", required=False, least=1)
    bracket = fields.String(
        validate=OneOf(["winners", "losers", "final"]),
        metadata={"description": "The bracket of the match in a double knock-out. Omitted in a `knockout`."},
    )
    slots = fields.List(
        fields.Nested(BracketSlot), required=True, metadata={"description": "The entrants of the match."}
    )


class BracketRound(ResponseSchema):
    """A round of a bracket."""

    matches = fields.List(
        fields.Nested(BracketMatch),
        required=True,
        metadata={"description": "The matches in order of their tables, followed by byes."},
    )


class Bracket(ResponseSchema):
    """The bracket of a knock-out, as far as it has been paired."""

    tournament = own.tournament()
    version = own.version()
    stage = own.stage()
    rounds = fields.List(
        fields.Nested(BracketRound), required=True, metadata={"description": "The rounds, oldest first."}
    )
