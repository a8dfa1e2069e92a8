"""Schemas of rounds: tables, results and rulings."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyBoolean, QueryInteger, RequestSchema, ResponseSchema
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_GAMES, MOST_TABLE


class NewPairing(RequestSchema):
    """A table of a round with manual pairings."""

    entrants = own.entrants("The entrants in the seat order of the first game.", least=LEAST_TABLE, most=MOST_TABLE)


class NewRound(RequestSchema):
    """The pairings of the next round. Omitted: the round is paired automatically."""

    tables = fields.List(
        fields.Nested(NewPairing),
        validate=Length(1, own.MOST_TABLES),
        metadata={
            "description": "The tables, if the organiser chooses the pairings. Omitted: the round is paired "
            "automatically."
        },
    )
    byes = own.entrants(
        "Entrants with a bye. They receive the points of a bye and advance in a knock-out. Allowed with `tables` "
        "only. Default: none.",
        required=False,
    )
    sitting_out = own.entrants(
        "Entrants with neither a table nor a bye. They receive no points and are out of a knock-out. Allowed with "
        "`tables` only. Default: none.",
        required=False,
    )
    reason = own.reason("The reason, for the public log. Required with `tables`.")

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        for name in ("byes", "sitting_out"):
            if name in data and "tables" not in data:
                raise ValidationError({name: ["Allowed with `tables` only."]})
        if "tables" in data and "reason" not in data:
            raise ValidationError({"reason": ["Required with `tables`."]})


def _status(description: str) -> fields.String:
    """Declare whether a round or match is closed."""
    return fields.String(required=True, validate=OneOf(["running", "closed"]), metadata={"description": description})


def _bracket() -> fields.String:
    """Declare the bracket of a table."""
    return fields.String(
        validate=OneOf(["winners", "losers", "final"]),
        metadata={"description": "The bracket of the table in a double knock-out. Omitted in other formats."},
    )


class Pairing(ResponseSchema):
    """The entrants of a planned match."""

    entrants = own.entrants("The entrants in the seat order of the first game.")
    group = own.group()
    bracket = _bracket()


class Pairings(ResponseSchema):
    """The pairings that the next round would have now."""

    round = own.round_number()
    tables = fields.List(fields.Nested(Pairing), required=True, metadata={"description": "The tables in order."})
    byes = own.entrants("The entrants who would have a bye.")


class RoundPoints(ResponseSchema):
    """The points of an entrant in a round."""

    entrant = own.entrant()
    points = own.points("The points of the entrant in the round so far.")


class Ruling(ResponseSchema):
    """A result that the organiser has set."""

    ranks = own.ranks(
        "The rank of each entrant, in the order of the table. In a double loss all ranks are 1.", required=True
    )
    double_loss = fields.Boolean(
        metadata={"description": "True if no entrant at the table earns points or a win. Omitted otherwise."}
    )
    reason = own.reason("The reason that the organiser gave.", required=True, least=0)


class MatchGame(ResponseSchema):
    """A game of a match."""

    game = own.number(MOST_GAMES - 1, "The number of the game in the match, from 0.")
    game_id = shared_fields.game_id()
    status = fields.String(
        required=True,
        validate=OneOf(["running", "over", "aborted", "stopped"]),
        metadata={
            "description": "The status of the game. `aborted`: all players resigned, and all share the first place. "
            "`stopped`: a ruling stopped the game, which has no result."
        },
    )
    rated = fields.Boolean(
        required=True,
        metadata={
            "description": "Whether the game changes ratings by its own result, whatever the ruling is. An aborted "
            "or stopped game changes no rating."
        },
    )
    ruled = fields.Nested(
        Ruling, metadata={"description": "The organiser's ruling on this game alone. Omitted if there is none."}
    )
    seats = own.entrants("The entrants of the seats in turn order.", least=LEAST_TABLE, most=MOST_TABLE)
    ranks = own.ranks(
        "The ranks of the seats in turn order; 1 is best. Tied seats share the better rank. Omitted until the game has "
        "ended.",
        required=False,
    )
    totals = own.totals("The scores of the seats in turn order. Omitted until the game has ended.")


class MatchTable(ResponseSchema):
    """A match: the entrants at a table and their games."""

    table = own.table_number()
    group = own.group()
    bracket = _bracket()
    status = _status("`closed`: the match has a result.")
    entrants = fields.List(
        fields.Nested(RoundPoints),
        required=True,
        metadata={"description": "The entrants in the seat order of the first game, with their points."},
    )
    games = fields.List(fields.Nested(MatchGame), required=True, metadata={"description": "The games in order."})
    ruled = fields.Nested(
        Ruling, metadata={"description": "The organiser's ruling on the match. Omitted if there is none."}
    )


class Round(ResponseSchema):
    """A round whose games have all been created."""

    round = own.round_number()
    stage = own.stage()
    status = _status("`closed`: each table has a result.")
    manual = fields.Boolean(
        required=True, metadata={"description": "Whether the organiser chose the pairings of the round."}
    )
    tables = fields.List(fields.Nested(MatchTable), required=True, metadata={"description": "The tables in order."})
    byes = fields.List(
        fields.Nested(RoundPoints),
        required=True,
        metadata={"description": "The entrants with a bye, with their points."},
    )
    sitting_out = own.entrants(
        "The entrants to whom the organiser gave neither a table nor a bye. Empty if the round was paired "
        "automatically."
    )


class RoundList(ResponseSchema):
    """The rounds of a tournament."""

    tournament = own.tournament()
    version = own.version()
    rounds = fields.List(fields.Nested(Round), required=True, metadata={"description": "The rounds, oldest first."})


class NewResult(RequestSchema):
    """A ruling of the organiser on a match or on one of its games."""

    ranks = own.ranks(
        "The rank of each entrant, in the order of the table. 1 is best, and tied entrants share the better rank. "
        "Required without `double_loss`.",
        required=False,
    )
    double_loss = BodyBoolean(
        metadata={
            "description": "True instead of `ranks` if no entrant at the table earns points or a win. In a knock-out "
            "no entrant advances then. Default: false."
        }
    )
    game = own.number(
        MOST_GAMES - 1,
        "The number of the game to set the result of, from 0. Default: all games of the match.",
        required=False,
    )
    reason = own.reason("The reason, for the public log.", required=True)

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if ("ranks" in data) == bool(data.get("double_loss")):
            raise ValidationError({"ranks": ["Send either `ranks` or `double_loss`: true."]})


class ReasonQuery(RequestSchema):
    """Query parameter with a reason."""

    reason = own.reason("The reason, for the public log. Default: none.")


class ResultQuery(ReasonQuery):
    """Query parameters to delete a set result."""

    game = QueryInteger(
        validate=Range(0, MOST_GAMES - 1),
        metadata={
            "description": "The number of the game, from 0, whose result is deleted. Default: the result of the match."
        },
    )


class StandingChange(ResponseSchema):
    """A change of an entrant's standing."""

    entrant = own.entrant()
    name = own.name("The display name of the entrant.", required=True)
    place_before = own.number(MOST_ENTRANTS, "The place before the ruling.", least=1)
    place = own.number(MOST_ENTRANTS, "The place after the ruling.", least=1)
    points_before = own.points("The points before the ruling.")
    points = own.points("The points after the ruling.")


class MatchRuling(ResponseSchema):
    """A match after a ruling, with the changed standings."""

    table = fields.Nested(MatchTable, required=True, metadata={"description": "The match after the ruling."})
    changes = fields.List(
        fields.Nested(StandingChange), required=True, metadata={"description": "The standings that have changed."}
    )
