"""Rounds of a tournament: their tables, how they ended, and what the organiser decides of them."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyBoolean, QueryInteger, RequestSchema, ResponseSchema
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_GAMES, MOST_TABLE


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
    byes = own.entrants(
        "Entrants with a bye, who win the points of a bye and go on in a knock-out. With `tables` only. Default: none.",
        required=False,
    )
    sitting_out = own.entrants(
        "Entrants with neither a table nor a bye. They win nothing in the round and are out of a knock-out. With "
        "`tables` only. Default: none.",
        required=False,
    )
    reason = own.reason("Why, for the log, which everybody can read; needed with `tables`.")

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        for name in ("byes", "sitting_out"):
            if name in data and "tables" not in data:
                raise ValidationError({name: ["Only together with `tables`."]})
        if "tables" in data and "reason" not in data:
            raise ValidationError({"reason": ["Needed where `tables` are seated by hand."]})


def _status(description: str) -> fields.String:
    """Declare whether something has a result."""
    return fields.String(required=True, validate=OneOf(["running", "closed"]), metadata={"description": description})


def _bracket() -> fields.String:
    """Declare in which bracket of a double knock-out a table is."""
    return fields.String(
        validate=OneOf(["winners", "losers", "final"]),
        metadata={"description": "Of a double knock-out: the bracket that the table is in."},
    )


class Pairing(ResponseSchema):
    """Who would meet at one table."""

    entrants = own.entrants("In the seat order of the first game.")
    group = own.group()
    bracket = _bracket()


class Pairings(ResponseSchema):
    """How the next round would be seated now."""

    round = own.round_number()
    tables = fields.List(fields.Nested(Pairing), required=True, metadata={"description": "In order."})
    byes = own.entrants("Who would have a bye.")


class RoundPoints(ResponseSchema):
    """What an entrant has won in a round."""

    entrant = own.entrant()
    points = own.points("What was won in the round so far.")


class Ruling(ResponseSchema):
    """What the organiser has decided in place of what was played."""

    ranks = own.ranks("By entrant, in the order of the table. In a double loss all are 1.", required=True)
    double_loss = fields.Boolean(
        metadata={"description": "True if nobody at the table earns points or a win. Omitted: false."}
    )
    reason = own.reason("Why.", required=True, least=0)


class MatchGame(ResponseSchema):
    """One game of a match."""

    game = own.number(MOST_GAMES - 1, "Its number in the match, from 0.")
    game_id = shared_fields.game_id()
    status = fields.String(
        required=True,
        validate=OneOf(["running", "over", "aborted", "stopped"]),
        metadata={
            "description": "`aborted` if all players gave it up: then all share the first place. `stopped` if a ruling "
            "of the organiser stopped it: it has no result."
        },
    )
    rated = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the game changes ratings, by its own result. A ruling does not alter that. An "
            "aborted or stopped game changes no rating."
        },
    )
    ruled = fields.Nested(
        Ruling, metadata={"description": "The organiser's ruling on this game alone. Omitted where there is none."}
    )
    seats = own.entrants("The entrants, by seat in turn order.", least=LEAST_TABLE, most=MOST_TABLE)
    ranks = own.ranks(
        "How it ended, by seat: 1 is best, who ties shares the better rank. Absent before the end.", required=False
    )
    totals = own.totals("The scores, by seat; absent before the end.")


class MatchTable(ResponseSchema):
    """A match: some entrants at one table, for one game or more."""

    table = own.table_number()
    group = own.group()
    bracket = _bracket()
    status = _status("`closed` once it has a result.")
    entrants = fields.List(
        fields.Nested(RoundPoints), required=True, metadata={"description": "In the seat order of the first game."}
    )
    games = fields.List(fields.Nested(MatchGame), required=True, metadata={"description": "In order."})
    ruled = fields.Nested(Ruling, metadata={"description": "What the organiser has decided; absent where nothing was."})


class Round(ResponseSchema):
    """A round; it is there as soon as all its games are."""

    round = own.round_number()
    stage = own.stage()
    status = _status("`closed` once each table has a result.")
    manual = fields.Boolean(required=True, metadata={"description": "Whether the organiser has seated it."})
    tables = fields.List(fields.Nested(MatchTable), required=True, metadata={"description": "In order."})
    byes = fields.List(fields.Nested(RoundPoints), required=True, metadata={"description": "Who has a bye."})
    sitting_out = own.entrants("Entrants whom the organiser gave neither a table nor a bye. Empty in a drawn round.")


class RoundList(ResponseSchema):
    """The rounds of a tournament."""

    tournament = own.tournament()
    version = own.version()
    rounds = fields.List(fields.Nested(Round), required=True, metadata={"description": "The first one first."})


class NewResult(RequestSchema):
    """How a match, or one game of it, has ended by the organiser's ruling."""

    ranks = own.ranks(
        "By entrant, in the order of the table: 1 is best, who ties shares the better rank. Needed without "
        "`double_loss`.",
        required=False,
    )
    double_loss = BodyBoolean(
        metadata={
            "description": "Send true in place of `ranks` if nobody at the table earns points or a win. In a knock-out "
            "nobody goes on from a match that is a double loss. Default: false."
        }
    )
    game = own.number(
        MOST_GAMES - 1, "The game that is ruled, from 0. Default: each game of the match.", required=False
    )
    reason = own.reason("Why, for the log, which everybody can read.", required=True)

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if ("ranks" in data) == bool(data.get("double_loss")):
            raise ValidationError({"ranks": ["Send either `ranks` or `double_loss`: true."]})


class ReasonQuery(RequestSchema):
    """Why the organiser withdraws something."""

    reason = own.reason("Why, for the log, which everybody can read. Default: no reason.")


class ResultQuery(ReasonQuery):
    """Which ruling is withdrawn, and why."""

    game = QueryInteger(
        validate=Range(0, MOST_GAMES - 1),
        metadata={"description": "The game, from 0, whose own ruling is withdrawn. Default: the ruling on the match."},
    )


class StandingChange(ResponseSchema):
    """What has become of an entrant's standing."""

    entrant = own.entrant()
    name = own.name("What the entrant is called.", required=True)
    place_before = own.number(MOST_ENTRANTS, "The place before.", least=1)
    place = own.number(MOST_ENTRANTS, "The place now.", least=1)
    points_before = own.points("The points before.")
    points = own.points("The points now.")


class MatchRuling(ResponseSchema):
    """A match as it counts now, and what that has changed."""

    table = fields.Nested(MatchTable, required=True, metadata={"description": "The table, as it counts now."})
    changes = fields.List(
        fields.Nested(StandingChange), required=True, metadata={"description": "The standings that are not as before."}
    )
