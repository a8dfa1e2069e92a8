"""Webhooks: where somebody wants to be told of what happens, what is sent there, and what has become of it."""

from collections.abc import Sequence
from typing import Any

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyInteger, QueryInteger, RequestSchema, ResponseSchema
from service.contract.schemas.lists import CURSOR, list_cursor
from service.play.deliveries import LOGGED
from service.play.webhooks import OF_TOURNAMENTS, TYPES

MOST_SHOWN = 100
LONGEST_URL = 2048
KEY = "^whsec_([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)?$"
"""24 to 65 bytes in base64."""


def _url() -> fields.String:
    """Declare where webhooks are sent."""
    return fields.String(
        required=True,
        validate=[Length(1, LONGEST_URL), Regexp("^[\\x21-\\x7e]+$", error="Must be printable ASCII.")],
        metadata={"description": "Where to post: `https://`, and a host of the public internet."},
    )


def _types(description: str, kinds: Sequence[str] = TYPES, *, required: bool = False) -> fields.List[str]:
    """Declare kinds of notices."""
    one = fields.String(validate=OneOf(kinds))
    shape = Length(0 if required else 1, len(kinds))
    return fields.List(one, required=required, validate=shape, metadata={"description": description})


def _scope(description: str) -> fields.String:
    """Declare of which seats a player is told."""
    return fields.String(validate=OneOf(["seats", "created"]), metadata={"description": description})


def _chosen_secret() -> fields.String:
    """Declare a secret that the owner brings."""
    return fields.String(
        validate=Regexp(KEY),
        metadata={"description": "What signs: `whsec_` and 24 to 64 random bytes in base64. Drawn if absent."},
    )


def _shown_secret() -> fields.String:
    """Declare a secret that is handed out."""
    return fields.String(required=True, metadata={"description": "What signs; shown once."})


def _webhook_id() -> fields.String:
    """Declare the id of a webhook."""
    return fields.String(
        required=True,
        validate=Regexp("^wh_[a-z0-9]{20}$"),
        metadata={"description": "Names the webhook in every address."},
    )


class NewWebhook(RequestSchema):
    """Where to tell of what happens."""

    url = _url()
    event_types = _types("Of what to tell; of everything if absent.")
    secret = _chosen_secret()


class NewMyWebhook(NewWebhook):
    """Where to tell a player of what happens, and in which games."""

    scope = _scope(
        "`created`: of all seats of all games that the player has created. `seats`, the player's own, if absent."
    )


class NewTournamentWebhook(RequestSchema):
    """Where to tell of what happens in a tournament."""

    url = _url()
    event_types = _types("Of what to tell; of everything if absent.", OF_TOURNAMENTS)
    secret = _chosen_secret()


class NewSecret(RequestSchema):
    """What is to sign from now on; may be left out."""

    secret = _chosen_secret()


class Webhook(ResponseSchema):
    """Where somebody is told of what happens."""

    webhook_id = _webhook_id()
    url = _url()
    event_types = _types("Of what is told; empty for everything.", required=True)
    scope = _scope(
        "Of which seats a player is told: `created` of all in the games that he created; absent of all others."
    )
    created_at = shared_fields.moment("When it was added, UTC.")
    disabled_reason = fields.String(
        validate=OneOf(["failing", "gone"]),
        metadata={
            "description": "Why nothing is sent any more: it failed for days, or answered 410. Absent while it is sent."
        },
    )


class CreatedWebhook(Webhook):
    """A new webhook, with its secret."""

    secret = _shown_secret()


class WebhookSecret(ResponseSchema):
    """The new secret of a webhook."""

    webhook_id = _webhook_id()
    secret = _shown_secret()
    previous_until = shared_fields.moment(
        "When the secret before this one stops signing, UTC; omitted if there is none.", required=False
    )


class WebhookList(ResponseSchema):
    """All webhooks of a game, a player or a tournament."""

    webhooks = fields.List(fields.Nested(Webhook), required=True, metadata={"description": "Oldest first."})


class Delivery(ResponseSchema):
    """What was or is to be sent to a webhook."""

    delivery_id = fields.String(
        required=True,
        validate=Regexp("^msg_[0-9a-f]{32}$"),
        metadata={"description": "Its `webhook-id`, the same at each attempt."},
    )
    type = fields.String(required=True, validate=OneOf(TYPES), metadata={"description": "Of what it tells."})
    status = fields.String(
        required=True,
        validate=OneOf(["pending", "delivered", "failed"]),
        metadata={"description": "`delivered` once it was answered by 200 to 299, `failed` once it is given up."},
    )
    attempts = BodyInteger(
        required=True, validate=Range(0, 2**31 - 1), metadata={"description": "How often it has been sent."}
    )
    created_at = shared_fields.moment("When it happened, UTC.")
    last_attempt_at = shared_fields.moment("When it was sent last, UTC; absent while it was not.", required=False)
    next_attempt_at = shared_fields.moment(
        "When it is sent next, UTC, or soon after; while it is pending.", required=False
    )
    response_status = BodyInteger(
        validate=Range(100, 999), metadata={"description": "What was answered last; absent if nothing was."}
    )
    error = fields.String(metadata={"description": "Why the last attempt failed, in English; absent if it did not."})
    duration_ms = BodyInteger(
        validate=Range(0, 2**31 - 1), metadata={"description": "How long the last attempt took; absent before it."}
    )


class DeliveryPage(ResponseSchema):
    """A stretch of a webhook's log, newest first."""

    deliveries = fields.List(fields.Nested(Delivery), required=True, metadata={"description": "Newest first."})
    next_cursor = list_cursor(LOGGED, "Send it as `cursor` to get the next page. Omitted on the last page.")


class DeliveryQuery(RequestSchema):
    """Which deliveries are listed."""

    cursor = list_cursor(LOGGED, CURSOR)
    limit = QueryInteger(
        load_default=20, validate=Range(1, MOST_SHOWN), metadata={"description": "How many deliveries at most."}
    )


class GameEnd(ResponseSchema):
    """A game that has come to its end."""

    game_id = shared_fields.game_id()
    ruleset = shared_fields.ruleset()
    version = shared_fields.version()
    seat = BodyInteger(
        validate=Range(0, shared_fields.MOST_SEATS - 1),
        metadata={"description": "The player's seat; absent where the webhook is told of all seats of the game."},
    )
    record_hash = shared_fields.record_hash("Present when the type is `scored`.")


class SeatTaken(ResponseSchema):
    """A seat that a player has."""

    game_id = shared_fields.game_id()
    ruleset = shared_fields.ruleset()
    version = shared_fields.version()
    seat = shared_fields.seat_number()


class SeatGiven(SeatTaken):
    """A seat that a player has got."""

    seek = shared_fields.seek("The seek that led to it; absent if it came otherwise.", required=False)


class SeatKept(ResponseSchema):
    """An open seat that is kept for the player."""

    game_id = shared_fields.game_id()
    ruleset = shared_fields.ruleset()
    seat = shared_fields.seat_number()


class SeatTurn(SeatTaken):
    """A seat that has something to decide."""

    decision = shared_fields.decision("The seat's open decision, to be quoted by the action that answers it.")
    deadline = shared_fields.deadline()


class SeatForfeited(SeatTaken):
    """A seat that has lost, since the time of its player was up."""

    decision = shared_fields.decision("The decision whose time was up.")
    level = shared_fields.replacing_level()


class SeatReplaced(SeatForfeited):
    """A seat that an AI level plays, since the time of its player was up."""

    until_return = shared_fields.until_return(required=True)


class TournamentNotice(ResponseSchema):
    """What has happened in a tournament."""

    tournament = own.tournament()
    ruleset = shared_fields.ruleset()
    tournament_event = own.tournament_event(required=True)
    entrant, round, table, game, entrants, ranks = own.news()


def _message(kind: str, data: type[ResponseSchema]) -> dict[str, fields.Field[Any]]:
    """Declare the members of what is sent."""
    return {
        "type": fields.String(required=True, validate=OneOf([kind])),
        "timestamp": shared_fields.moment("When it happened, UTC."),
        "data": fields.Nested(data, required=True, metadata={"description": "What happened."}),
    }


class YourTurnMessage(ResponseSchema):
    """It is a seat's turn: `submitAction` answers the decision."""

    type, timestamp, data = _message("your_turn", SeatTurn).values()


class ClockLowMessage(ResponseSchema):
    """A seat has little time left for its open decision: a tenth, at least 10 seconds, at most a day."""

    type, timestamp, data = _message("clock_low", SeatTurn).values()


class TakenOverMessage(ResponseSchema):
    """An AI level has taken over a seat, since the time of its player was up. `returnToSeat` takes it back."""

    type, timestamp, data = _message("taken_over", SeatReplaced).values()


class ForfeitedMessage(ResponseSchema):
    """A seat has lost, since the time of its player was up."""

    type, timestamp, data = _message("forfeited", SeatForfeited).values()


class SeatedMessage(ResponseSchema):
    """A player has got a seat."""

    type, timestamp, data = _message("seated", SeatGiven).values()


class OverMessage(ResponseSchema):
    """A game is over: nobody is to act any more."""

    type, timestamp, data = _message("over", GameEnd).values()


class ScoredMessage(ResponseSchema):
    """A game has been scored: `getResult` gives the score sheet."""

    type, timestamp, data = _message("scored", GameEnd).values()


class InvitedMessage(ResponseSchema):
    """A seat is kept for a player: `claimSeat` takes it. Told to the player alone."""

    type, timestamp, data = _message("invited", SeatKept).values()


class AbortedMessage(ResponseSchema):
    """A game has been aborted: it takes no action, and has no result."""

    type, timestamp, data = _message("aborted", GameEnd).values()


class TournamentMessage(ResponseSchema):
    """Something has happened in a tournament: told to those whom it concerns, and to its organiser."""

    type, timestamp, data = _message("tournament", TournamentNotice).values()
