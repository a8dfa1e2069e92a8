"""Schemas of webhooks, their messages and their deliveries."""

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
"""The form of a secret: 24 to 65 bytes in base64."""


def _url() -> fields.String:
    """Declare the URL of a webhook."""
    return fields.String(
        required=True,
        validate=[Length(1, LONGEST_URL), Regexp("^[\\x21-\\x7e]+$", error="Must be printable ASCII.")],
        metadata={"description": "The URL that receives deliveries: `https://` and a host on the public internet."},
    )


def _types(description: str, kinds: Sequence[str] = TYPES, *, required: bool = False) -> fields.List[str]:
    """Declare types of notices."""
    one = fields.String(validate=OneOf(kinds))
    shape = Length(0 if required else 1, len(kinds))
    return fields.List(one, required=required, validate=shape, metadata={"description": description})


def _scope(description: str) -> fields.String:
    """Declare the scope of a player's webhook."""
    return fields.String(validate=OneOf(["seats", "created"]), metadata={"description": description})


def _chosen_secret() -> fields.String:
    """Declare a secret that the caller chooses."""
    return fields.String(
        validate=Regexp(KEY),
        metadata={
            "description": "The secret that signs deliveries: `whsec_` and 24 to 64 random bytes in base64. Default: "
            "chosen at random."
        },
    )


def _shown_secret() -> fields.String:
    """Declare a secret in a response."""
    return fields.String(required=True, metadata={"description": "The secret that signs deliveries, shown once."})


def _webhook_id() -> fields.String:
    """Declare the id of a webhook."""
    return fields.String(
        required=True,
        validate=Regexp("^wh_[a-z0-9]{20}$"),
        metadata={"description": "The id of the webhook, as used in URLs."},
    )


class NewWebhook(RequestSchema):
    """The webhook to add to a game."""

    url = _url()
    event_types = _types("The types of notices to send. Default: all types.")
    secret = _chosen_secret()


class NewMyWebhook(NewWebhook):
    """The webhook to add to a player."""

    scope = _scope(
        "Which seats the webhook covers. `seats`: those of the player. `created`: all seats of the games that the "
        "player created. Default: `seats`."
    )


class NewTournamentWebhook(RequestSchema):
    """The webhook to add to a tournament."""

    url = _url()
    event_types = _types("The types of notices to send. Default: all types.", OF_TOURNAMENTS)
    secret = _chosen_secret()


class NewSecret(RequestSchema):
    """The new secret of a webhook. The body may be omitted."""

    secret = _chosen_secret()


class Webhook(ResponseSchema):
    """A webhook without its secret."""

    webhook_id = _webhook_id()
    url = _url()
    event_types = _types("The types of notices to send. Empty: all types.", required=True)
    scope = _scope(
        "`created` if the webhook of a player covers all seats of the games that the player created. Omitted otherwise."
    )
    created_at = shared_fields.moment("When the webhook was added, in UTC.")
    disabled_reason = fields.String(
        validate=OneOf(["failing", "gone"]),
        metadata={
            "description": "Why deliveries stopped: they failed for days, or the receiver returned 410. Omitted "
            "while the webhook is active."
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
        "When the previous secret stops signing, in UTC. Omitted if there is none.", required=False
    )


class WebhookList(ResponseSchema):
    """All webhooks of a game, a player or a tournament."""

    webhooks = fields.List(
        fields.Nested(Webhook), required=True, metadata={"description": "The webhooks, oldest first."}
    )


class Delivery(ResponseSchema):
    """A delivery to a webhook."""

    delivery_id = fields.String(
        required=True,
        validate=Regexp("^msg_[0-9a-f]{32}$"),
        metadata={"description": "The header `webhook-id` of the delivery, identical in each attempt."},
    )
    type = fields.String(required=True, validate=OneOf(TYPES), metadata={"description": "The type of the notice."})
    status = fields.String(
        required=True,
        validate=OneOf(["pending", "delivered", "failed"]),
        metadata={
            "description": "The status of the delivery. `pending`: it will be sent or retried. `delivered`: the "
            "receiver returned 200 to 299. `failed`: the service has stopped retrying."
        },
    )
    attempts = BodyInteger(
        required=True, validate=Range(0, 2**31 - 1), metadata={"description": "The number of attempts so far."}
    )
    created_at = shared_fields.moment("When the event happened, in UTC.")
    last_attempt_at = shared_fields.moment(
        "When the last attempt was made, in UTC. Omitted before the first attempt.", required=False
    )
    next_attempt_at = shared_fields.moment(
        "The earliest time of the next attempt, in UTC; present while the delivery is pending.", required=False
    )
    response_status = BodyInteger(
        validate=Range(100, 999),
        metadata={"description": "The HTTP status of the last response. Omitted if there was none."},
    )
    error = fields.String(
        metadata={"description": "Why the last attempt failed, in English. Omitted if it did not fail."}
    )
    duration_ms = BodyInteger(
        validate=Range(0, 2**31 - 1),
        metadata={"description": "The duration of the last attempt in milliseconds. Omitted before the first attempt."},
    )


class DeliveryPage(ResponseSchema):
    """A page of the deliveries of a webhook, newest first."""

    deliveries = fields.List(
        fields.Nested(Delivery), required=True, metadata={"description": "The deliveries, newest first."}
    )
    next_cursor = list_cursor(LOGGED, "Send it as `cursor` to get the next page. Omitted on the last page.")


class DeliveryQuery(RequestSchema):
    """Query parameters of a list of deliveries."""

    cursor = list_cursor(LOGGED, CURSOR)
    limit = QueryInteger(
        load_default=20,
        validate=Range(1, MOST_SHOWN),
        metadata={"description": "The maximum number of deliveries on a page."},
    )


class GameEnd(ResponseSchema):
    """The end of a game."""

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
    """An open seat that is reserved for a player."""

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
    """A seat has a pending decision. Submit an action for it with `submitAction`."""

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
