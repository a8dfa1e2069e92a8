"""Rounds of a tournament: their tables, how they ended, and what the organiser decides of them."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import members
from service.contract.schemas import tournament_members as own
from service.contract.schemas.fields import BodyInteger, RequestSchema, ResponseSchema
from service.tournament.plan import LEAST_TABLE, MOST_GAMES, MOST_TABLE


class NewPairing(RequestSchema):
    """One table of a round that the organiser seats."""

    entrants = own.entrants("In the seat order of the first game.", least=LEAST_TABLE, most=MOST_TABLE)


class NewRound(RequestSchema):
    """How the next round is seated; drawn as the plan says if left out."""

    tables = fields.List(
        fields.Nested(NewPairing),
        validate=Length(1, own.MOST_TABLES),
        metadata={"description": "The tables, where the organiser seats them by hand."},
    )
    byes = own.entrants("Who has a bye; with `tables` only. Nobody if absent.", required=False)
    reason = own.reason("Why, for the log, which everybody can read; needed with `tables`.")

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if "byes" in data and "tables" not in data:
            raise ValidationError({"byes": ["Only together with `tables`."]})
        if "tables" in data and "reason" not in data:
            raise ValidationError({"reason": ["Needed where `tables` are seated by hand."]})


class Pairing(ResponseSchema):
    """Who meets at one table."""

    table = own.table_number()
    entrants = own.entrants("In the seat order of the first game.")
    group = own.group(required=False)
    bracket = fields.String(
        validate=OneOf(["winners", "losers", "final"]),
        metadata={"description": "Of a double knock-out: the bracket that the table is in."},
    )


class Pairings(ResponseSchema):
    """How the next round would be seated now."""

    tournament = own.tournament()
    version = own.version()
    round = own.round_number(required=False)
    stage = own.stage(required=False)
    tables = fields.List(
        fields.Nested(Pairing), required=True, metadata={"description": "None if the tournament would be over."}
    )
    byes = own.entrants("Who has a bye.")


class MatchGame(ResponseSchema):
    """One game of a match."""

    game_id = members.game_id()
    seats = own.entrants("The entrants, by seat in turn order.", least=LEAST_TABLE, most=MOST_TABLE)
    ranks = own.ranks(
        "How it ended, by entrant in the order of the table: 1 is best, who ties shares the better rank.",
        required=False,
    )
    totals = fields.List(
        BodyInteger(validate=Range(-(2**31), 2**31 - 1)),
        metadata={"description": "The scores, by entrant in the order of the table; absent before the end."},
    )
    aborted = fields.Boolean(metadata={"description": "True of a game that was given up by all; absent of others."})


class MatchTable(Pairing):
    """A match: some entrants at one table, for one game or more."""

    games = fields.List(
        fields.Nested(MatchGame), required=True, validate=Length(1, MOST_GAMES), metadata={"description": "In order."}
    )
    is_closed = fields.Boolean(required=True, metadata={"description": "Whether it has a result."})
    points = fields.List(
        own.points("What has been won so far."),
        required=True,
        metadata={"description": "What has been won so far, by entrant in the order of the table; decimal numbers."},
    )
    ruled = own.ranks(
        "What the organiser has decided in place of what was played, as ranks; absent where nothing.", required=False
    )
    reason = own.reason("Why the organiser has decided so; absent where nothing was.", least=0)


class Round(ResponseSchema):
    """A round; it is there as soon as all its games are."""

    round = own.round_number()
    stage = own.stage()
    is_closed = fields.Boolean(required=True, metadata={"description": "Whether each table has a result."})
    manual = fields.Boolean(metadata={"description": "True where the organiser has seated it; absent elsewhere."})
    tables = fields.List(fields.Nested(MatchTable), required=True, metadata={"description": "In order."})
    byes = own.entrants("Who has a bye.")


class RoundList(ResponseSchema):
    """The rounds of a tournament."""

    tournament = own.tournament()
    version = own.version()
    rounds = fields.List(fields.Nested(Round), required=True, metadata={"description": "The first one first."})


class ShownRound(Round):
    """One round of a tournament."""

    tournament = own.tournament()
    version = own.version()


class NewResult(RequestSchema):
    """How a match has ended, by the organiser's word."""

    ranks = own.ranks(
        "By entrant, in the order of the table: 1 is best, who ties shares the better rank. They count for each game.",
        required=True,
    )
    reason = own.reason("Why, for the log, which everybody can read.", required=True)


class Change(ResponseSchema):
    """What has become of an entrant's standing."""

    entrant = own.entrant()
    place_before = own.number(own.MOST_ENTRANTS, "The place before.", least=1)
    place = own.number(own.MOST_ENTRANTS, "The place now.", least=1)
    points_before = own.points("The points before.")
    points = own.points("The points now.")


class RuledMatch(ResponseSchema):
    """A match as it counts now, and what that has changed."""

    tournament = own.tournament()
    version = own.version()
    round = own.round_number()
    match = fields.Nested(MatchTable, required=True, metadata={"description": "The table, as it counts now."})
    changes = fields.List(
        fields.Nested(Change),
        required=True,
        metadata={"description": "The standings that are not as before, by place."},
    )
