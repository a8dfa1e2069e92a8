"""Who is ahead in a tournament, and who met whom: standings, the crosstable and the bracket."""

from typing import get_args

from marshmallow import fields
from marshmallow.validate import OneOf

from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import RequestSchema, ResponseSchema
from service.contract.schemas.rounds import RoundPoints
from service.contract.schemas.shared_fields import HIGHEST_VERSION
from service.tournament.plan import MOST_ENTRANTS, MOST_POINTS, MOST_TABLE, TieBreak


class StandingsQuery(RequestSchema):
    """Of what part of a tournament standings are asked for."""

    stage = own.asked_stage()
    group = own.asked_group()


class BracketQuery(RequestSchema):
    """Of what part of a tournament the bracket is asked for."""

    stage = own.asked_stage()


class TieBreakValue(ResponseSchema):
    """What is compared where points are equal."""

    tie_break = fields.String(
        required=True, validate=OneOf(get_args(TieBreak)), metadata={"description": "Which tie-break it is."}
    )
    value = fields.Float(
        required=True, metadata={"description": "More is better. In points, scores or games; four decimal places."}
    )


class Standing(ResponseSchema):
    """Where one entrant stands."""

    place = own.number(MOST_ENTRANTS, "From 1; no two share one, since lots decide at last.", least=1)
    entrant = own.entrant()
    name = own.name("What the entrant is called.", required=True)
    points = own.points("Of the stage that is listed, or of the last that the entrant was in.")
    tie_breaks = fields.List(
        fields.Nested(TieBreakValue),
        required=True,
        metadata={"description": "What is compared where points are equal, in this order."},
    )
    played = own.number(HIGHEST_VERSION, "How many games count.")
    wins = own.number(HIGHEST_VERSION, "How many of these were won, alone or with others.")
    byes = own.number(HIGHEST_VERSION, "In how many rounds the entrant had a bye.")
    withdrawn = fields.Boolean(required=True, metadata={"description": "Whether the entrant has withdrawn."})
    disqualified = fields.Boolean(
        metadata={"description": "True if the entrant was disqualified and stands behind all others. Omitted: false."}
    )
    penalty = own.number(
        MOST_POINTS,
        "The points lost to a penalty, already taken from `points`, which never fall below 0. Omitted: none.",
        required=False,
    )


class Standings(ResponseSchema):
    """The entrants of a tournament, of a stage or of a group, the best first."""

    tournament = own.tournament()
    version = own.version()
    status = own.status()
    stage = own.stage(required=False)
    group = own.group(required=False)
    standings = fields.List(
        fields.Nested(Standing), required=True, metadata={"description": "The best first; nobody before the start."}
    )


class CrosstableCell(ResponseSchema):
    """What an entrant did in one round."""

    round = own.round_number()
    table = own.number(own.MOST_TABLES, "The table; absent of a bye.", required=False, least=1)
    opponents = own.entrants("Who else sat at the table; nobody of a bye.")
    points = own.points("What was won, bye or table; absent until a game counts.", required=False)


class CrosstableRow(ResponseSchema):
    """What one entrant did in each round."""

    place = own.number(MOST_ENTRANTS, "The place in the standings.", least=1)
    entrant = own.entrant()
    name = own.name("What the entrant is called.", required=True)
    points = own.points("All points.")
    cells = fields.List(
        fields.Nested(CrosstableCell),
        required=True,
        metadata={"description": "The rounds that the entrant was in, in order."},
    )
    met = fields.List(
        fields.Nested(RoundPoints),
        required=True,
        metadata={"description": "Of a round robin: what was won at tables with whom; empty of other formats."},
    )


class Crosstable(ResponseSchema):
    """Who met whom in a stage, and with what success."""

    tournament = own.tournament()
    version = own.version()
    stage = own.stage(required=False)
    rounds = fields.List(own.round_number(), required=True, metadata={"description": "The rounds of the stage."})
    rows = fields.List(fields.Nested(CrosstableRow), required=True, metadata={"description": "The best first."})


class BracketSlot(ResponseSchema):
    """An entrant of a match in a bracket."""

    entrant = own.entrant()
    name = own.name("What the entrant is called.", required=True)
    from_round = own.round_number("The round before that the entrant was in; absent of the first.", required=False)
    from_table = own.number(
        own.MOST_TABLES, "The table there; absent of the first round, and after a bye.", required=False, least=1
    )
    place = own.number(MOST_TABLE, "How the entrant came out; absent before the end.", required=False, least=1)
    points = own.points("What was won there so far.")
    advances = fields.Boolean(required=True, metadata={"description": "Whether the entrant has won; with a bye, too."})


class BracketMatch(ResponseSchema):
    """A match of a bracket, or a bye: a match of one."""

    round = own.round_number()
    table = own.number(own.MOST_TABLES, "The table; absent of a bye.", required=False, least=1)
    bracket = fields.String(
        validate=OneOf(["winners", "losers", "final"]), metadata={"description": "Of a double knock-out: which one."}
    )
    slots = fields.List(fields.Nested(BracketSlot), required=True, metadata={"description": "Who meets."})


class BracketRound(ResponseSchema):
    """A round of a bracket."""

    matches = fields.List(
        fields.Nested(BracketMatch), required=True, metadata={"description": "By table, then the byes."}
    )


class Bracket(ResponseSchema):
    """A knock-out as a tree, as far as it has been drawn."""

    tournament = own.tournament()
    version = own.version()
    stage = own.stage()
    rounds = fields.List(fields.Nested(BracketRound), required=True, metadata={"description": "From the first on."})
