"""Schemas of a player's feed."""

from marshmallow import fields
from marshmallow.validate import Length, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.events import MOST_WAIT_SECONDS
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyInteger,
    ListParameter,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.shared_fields import HIGHEST_VERSION, MOST_SEATS

NOTICE_ID = r"^[0-9]{1,15}(-[0-9]{1,15})?$"
"""A notice id: the time of Redis in milliseconds, and a sequence number."""
MOST_NOTICES = 500
MOST_WITH_ACTIONS = 50


class Turn(ResponseSchema, UnionByRuleset):
    """A pending decision with all its legal actions."""

    ruleset = RulesetName(required=True)
    decision = shared_fields.decision("The id of the seat's pending decision, to send with the action.")
    actions = fields.List(
        ActionOfRuleset(), required=True, metadata={"description": "The legal actions, as in `listLegalActions`."}
    )


class Notice(ResponseSchema):
    """A notice to a player. Ignore notices with an unknown `type`: later versions may add types."""

    id = fields.String(
        required=True,
        validate=Regexp(NOTICE_ID),
        metadata={"description": "The id of the notice, for `after` and `Last-Event-ID`. Ids increase."},
    )
    type = fields.String(
        required=True,
        validate=Regexp("^[a-z_]+$"),
        metadata={
            "description": "The type of the notice. `invited`: the seat is reserved for the player, who takes it "
            "with `claimSeat` and a player key. `seated`: the player has the seat. `your_turn`: the seat has a "
            "pending `decision`. `clock_low`: a tenth of the time for the decision is left, but at least 10 "
            "seconds and at most a day. It is not sent if the whole time is below 30 seconds. `taken_over`: the "
            "deadline of `decision` passed, and the AI `level` makes it. `forfeited`: the deadline of `decision` "
            "passed, and the seat has lost. `over`: the game has been played to its end. `scored`: the result is "
            "available. `aborted`: the game was aborted and has no result. `tournament`: `tournament_event` "
            "occurred in a tournament of the player. More types may be added."
        },
    )
    at = shared_fields.moment("When the notice was sent, in UTC.")
    game_id = fields.String(
        validate=Regexp("^[a-z0-9]{20}$"),
        metadata={"description": "The id of the game. Omitted if the notice is about no game."},
    )
    ruleset = fields.String(metadata={"description": "The name of the ruleset of the game or tournament."})
    version = BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "The version of the game at the time; for `your_turn`, the version at which the decision "
            "arose. Omitted for `invited`."
        },
    )
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1),
        metadata={"description": "The seat of the player, or the seat that is reserved for the player."},
    )
    decision = shared_fields.decision(
        "The decision of the notice. `your_turn`, `clock_low`: the pending decision, to send with the action. "
        "`taken_over`, `forfeited`: the decision whose deadline passed.",
        required=False,
    )
    deadline = shared_fields.deadline()
    seek = shared_fields.seek(
        "The seek that led to the seat. Omitted if the seat was not matched by a seek.", required=False
    )
    tournament = own.tournament_id("The id of the tournament. Omitted if the notice is about none.")
    tournament_event = own.tournament_event()
    entrant, round, table, game, entrants, ranks = own.news()
    record_hash = shared_fields.record_hash("Present when the type is `scored`.")
    level = shared_fields.replacing_level()
    until_return = shared_fields.until_return()
    next_decision = fields.Nested(
        Turn,
        metadata={
            "description": "The pending decision with its legal actions. Present with `include=actions`, unless the "
            "decision has been answered."
        },
    )


class NoticePage(ResponseSchema):
    """A page of a player's feed."""

    events = fields.List(fields.Nested(Notice), required=True, metadata={"description": "The notices, oldest first."})
    after = fields.String(
        required=True,
        validate=Regexp(NOTICE_ID),
        metadata={"description": "The position after this page. Send it as `after` with the next request."},
    )


class FeedStreamQuery(RequestSchema):
    """Query parameters of a feed stream."""

    after = fields.String(
        load_default="0",
        validate=Regexp(NOTICE_ID, error="Not the id of a notice."),
        metadata={"description": "Return notices after this `id`. Default: all stored notices."},
    )
    include = ListParameter(
        ("actions",),
        "Extra parts to return. `actions`: a pending turn has `next_decision`, the decision with its legal actions.",
    )


class FeedTicketQuery(FeedStreamQuery):
    """Query parameters of a feed stream, with a ticket instead of a key."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={"description": "The ticket of `createMyStreamTicket`, for clients that cannot send a header."},
    )


class FeedQuery(FeedStreamQuery):
    """Query parameters of a page of a feed."""

    limit = QueryInteger(
        load_default=100,
        validate=Range(1, MOST_NOTICES),
        metadata={"description": f"The maximum number of notices. With `actions`, it is at most {MOST_WITH_ACTIONS}."},
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "How many seconds to wait for the next notice if there is none yet. Default: 0."},
    )


class LastNotice(ResponseSchema):
    """The header that continues a feed stream."""

    id = fields.String(
        data_key="Last-Event-ID",
        validate=Regexp(NOTICE_ID, error="Not the id of a notice."),
        metadata={"description": "The `id` of the last notice that the client received. It overrides `after`."},
    )
