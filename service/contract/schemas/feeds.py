"""Feeds: what a player is told of all games in which he has a seat."""

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
"""The time at which Redis took the notice, in milliseconds, and a number."""
MOST_NOTICES = 500
MOST_WITH_ACTIONS = 50


class Turn(ResponseSchema, UnionByRuleset):
    """What a seat is to decide, and all that may answer it."""

    ruleset = RulesetName(required=True)
    decision = shared_fields.decision("The seat's open decision, to be quoted by the action that answers it.")
    actions = fields.List(
        ActionOfRuleset(), required=True, metadata={"description": "The legal ones, as `listLegalActions` gives them."}
    )


class Notice(ResponseSchema):
    """Something that a player is told. Leave out notices of a `type` that you do not know: there will be more."""

    id = fields.String(
        required=True,
        validate=Regexp(NOTICE_ID),
        metadata={"description": "Its id, by which readers go on; higher than that of any notice before."},
    )
    type = fields.String(
        required=True,
        validate=Regexp("^[a-z_]+$"),
        metadata={
            "description": "`invited`: the seat is kept for the player, who takes it by `claimSeat` with the own key "
            "and no code, until somebody else has it or is invited. `seated`: the seat is the player's. `your_turn`: "
            "it has an open `decision`. `clock_low`: a tenth of the time is left for that, at least 10 seconds, at "
            "most a day; not told where there were less than 30 seconds for all of it. `taken_over`: the time "
            "for `decision` was up, and an AI `level` answers it. `forfeited`: the time for `decision` was up, and the "
            "seat has lost. `over`: the game has come to its end. `scored`: its result is there. `aborted`: the game "
            "was aborted, and has none. `tournament`: "
            "`tournament_event` occurred in a tournament that the player takes part in or organises. Further types may "
            "come."
        },
    )
    at = shared_fields.moment("When it was told, UTC.")
    game_id = fields.String(
        validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": "The game; absent if it is about none."}
    )
    ruleset = fields.String(metadata={"description": "The name of the ruleset of the game, or of the tournament."})
    version = BodyInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={
            "description": "The game's version when it came to this; of a turn the one at which it began. Absent of "
            "invitations."
        },
    )
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1),
        metadata={"description": "The player's seat in the game, or the one that is kept."},
    )
    decision = shared_fields.decision(
        "Of a turn: the seat's open decision, to be quoted by the action that answers it. Of `taken_over` and "
        "`forfeited`: the decision whose time was up.",
        required=False,
    )
    deadline = shared_fields.deadline()
    seek = shared_fields.seek("Of a seat: the seek that led to it; absent if it came otherwise.", required=False)
    tournament = own.tournament_id("Of a tournament: which one.")
    tournament_event = own.tournament_event()
    entrant, round, table, game, entrants, ranks = own.news()
    record_hash = shared_fields.record_hash("Present when the type is `scored`.")
    level = shared_fields.replacing_level()
    until_return = shared_fields.until_return()
    next_decision = fields.Nested(
        Turn,
        metadata={
            "description": "Of a turn: all that the seat may do; present when asked for, unless the decision has been "
            "answered by the time that the notice is sent."
        },
    )


class NoticePage(ResponseSchema):
    """A stretch of a player's feed."""

    events = fields.List(fields.Nested(Notice), required=True, metadata={"description": "Oldest first."})
    after = fields.String(
        required=True,
        validate=Regexp(NOTICE_ID),
        metadata={"description": "Where to go on: send it as `after` with the next request."},
    )


class FeedStreamQuery(RequestSchema):
    """Where a feed is read, and what comes with its notices."""

    after = fields.String(
        load_default="0",
        validate=Regexp(NOTICE_ID, error="Not the id of a notice."),
        metadata={"description": "The `id` of the last notice read: later ones only. All that are kept if absent."},
    )
    include = ListParameter(
        ("actions",),
        "Parts to add. `actions`: a pending turn has `next_decision`, the decision with its legal actions.",
    )


class FeedTicketQuery(FeedStreamQuery):
    """Where a feed is read, and whose it is."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={"description": "What `createMyStreamTicket` gave, in place of a key, where none can be sent."},
    )


class FeedQuery(FeedStreamQuery):
    """Which stretch of a feed is read, and how long to wait for it."""

    limit = QueryInteger(
        load_default=100,
        validate=Range(1, MOST_NOTICES),
        metadata={"description": f"How many notices at most; with `actions` never more than {MOST_WITH_ACTIONS}."},
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for the next notice where there is none yet."},
    )


class LastNotice(ResponseSchema):
    """What a reader has read."""

    id = fields.String(
        data_key="Last-Event-ID",
        validate=Regexp(NOTICE_ID, error="Not the id of a notice."),
        metadata={"description": "The `id` of the last notice received; wins over `after`."},
    )
