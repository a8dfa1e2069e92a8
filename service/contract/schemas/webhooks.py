"""Schemas of webhooks, their messages and their deliveries."""

from typing import Any

from marshmallow import fields
from marshmallow.validate import OneOf, Range

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyInteger, ResponseSchema


class GameEnd(ResponseSchema):
    """A game that has ended."""

    game_id = shared_fields.game_id()
    ruleset = shared_fields.ruleset()
    version = shared_fields.version()
    seat = BodyInteger(
        validate=Range(0, shared_fields.MOST_SEATS - 1),
        metadata={"description": "The seat of the player. Omitted if the webhook covers all seats of the game."},
    )
    record_hash = shared_fields.record_hash("Present when the type is `scored`.")


class SeatTaken(ResponseSchema):
    """A seat that a player owns."""

    game_id = shared_fields.game_id()
    ruleset = shared_fields.ruleset()
    version = shared_fields.version()
    seat = shared_fields.seat_number()


class SeatGiven(SeatTaken):
    """A seat that a player has received."""

    seek = shared_fields.seek(
        "The seek that led to the seat. Omitted if the seat was not matched by a seek.", required=False
    )


class SeatKept(ResponseSchema):
    """An open seat that is reserved for the player."""

    game_id = shared_fields.game_id()
    ruleset = shared_fields.ruleset()
    seat = shared_fields.seat_number()


class SeatTurn(SeatTaken):
    """A seat with a pending decision."""

    decision = shared_fields.decision("The id of the seat's pending decision, to send with the action.")
    deadline = shared_fields.deadline()


class SeatForfeited(SeatTaken):
    """A seat that has lost because its deadline passed."""

    decision = shared_fields.decision("The decision whose deadline passed.")
    level = shared_fields.replacing_level()


class SeatReplaced(SeatForfeited):
    """A seat that an AI level plays because its deadline passed."""

    until_return = shared_fields.until_return(required=True)


class TournamentNotice(ResponseSchema):
    """An event in a tournament."""

    tournament = own.tournament()
    ruleset = shared_fields.ruleset()
    tournament_event = own.tournament_event(required=True)
    entrant, round, table, game, entrants, ranks = own.news()


def _message(kind: str, data: type[ResponseSchema]) -> dict[str, fields.Field[Any]]:
    """Return the fields of a message of some type."""
    return {
        "type": fields.String(required=True, validate=OneOf([kind])),
        "timestamp": shared_fields.moment("When the event happened, in UTC."),
        "data": fields.Nested(data, required=True, metadata={"description": "The event itself."}),
    }


class YourTurnMessage(ResponseSchema):
    """A seat has a pending decision. Answer it with `submitAction`."""

    type, timestamp, data = _message("your_turn", SeatTurn).values()


class ClockLowMessage(ResponseSchema):
    """A seat has a tenth of the time for its decision left, but at least 10 seconds and at most a day."""

    type, timestamp, data = _message("clock_low", SeatTurn).values()


class TakenOverMessage(ResponseSchema):
    """An AI level has taken over a seat because its deadline passed. The player returns with `returnToSeat`."""

    type, timestamp, data = _message("taken_over", SeatReplaced).values()


class ForfeitedMessage(ResponseSchema):
    """A seat has lost because its deadline passed."""

    type, timestamp, data = _message("forfeited", SeatForfeited).values()


class SeatedMessage(ResponseSchema):
    """A player has received a seat."""

    type, timestamp, data = _message("seated", SeatGiven).values()


class OverMessage(ResponseSchema):
    """A game is over: no seat can act any more."""

    type, timestamp, data = _message("over", GameEnd).values()


class ScoredMessage(ResponseSchema):
    """A game has been scored. `getResult` returns the score sheet."""

    type, timestamp, data = _message("scored", GameEnd).values()


class InvitedMessage(ResponseSchema):
    """A seat is reserved for a player, who takes it with `claimSeat`. Only the invited player receives this message."""

    type, timestamp, data = _message("invited", SeatKept).values()


class AbortedMessage(ResponseSchema):
    """A game has been aborted. It accepts no actions and has no result."""

    type, timestamp, data = _message("aborted", GameEnd).values()


class TournamentMessage(ResponseSchema):
    """An event occurred in a tournament. The affected players and the organiser receive it."""

    type, timestamp, data = _message("tournament", TournamentNotice).values()
