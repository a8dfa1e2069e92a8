"""Games: how they are created, played and looked at."""

from typing import Annotated

import msgspec
from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from domain.ruleset import SeatOutcome
from service.contract.schemas import members
from service.contract.schemas.advice import MOST_HINTS
from service.contract.schemas.fields import (
    ActionOfRuleset,
    BodyBoolean,
    BodyInteger,
    ByRuleset,
    OfRuleset,
    PartByRuleset,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    Typed,
    UnreadAction,
)
from service.contract.schemas.members import HIGHEST_VERSION, MOST_SEATS
from service.contract.schemas.patches import PatchOperation
from service.contract.schemas.problems import MOST_ACTIONS
from service.contract.schemas.scenarios import scenario_name
from service.store import HINTS

MOST_EVENTS = 1000
MOST_PATCHED = 50
MOST_WAIT_SECONDS = 30

SeatName = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="The player's name, for display.")]
LevelName = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="One of the ruleset's AI levels.")]


class HumanSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="human", forbid_unknown_fields=True):
    """A seat for a person or an external bot; its token is handed out at once."""

    name: SeatName | msgspec.UnsetType = msgspec.UNSET


class OpenSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat for whoever claims it."""

    name: SeatName | msgspec.UnsetType = msgspec.UNSET


class AiSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="ai", forbid_unknown_fields=True):
    """A seat that an AI level plays."""

    level: LevelName
    name: SeatName | msgspec.UnsetType = msgspec.UNSET


class SandboxAction(RequestSchema, PartByRuleset):
    """One of the actions that a game of the sandbox begins with."""

    seat = members.seat_number()
    action = UnreadAction(required=True, metadata={"description": "What the seat does."})


class Sandbox(RequestSchema, PartByRuleset):
    """Where a game of the sandbox begins; open to whoever develops a client, and off in production."""

    seed = fields.String(
        validate=Regexp("^[0-9a-f]{64}$"),
        metadata={"description": "The source of all dice: 32 bytes in hexadecimal digits; drawn if absent."},
    )
    actions = fields.List(
        fields.Nested(SandboxAction),
        validate=Length(0, MOST_ACTIONS),
        metadata={
            "description": "What the seats have done already, judged one by one as usual: the first illegal one "
            "refuses the creation, with its `index`."
        },
    )
    scenario = scenario_name("One of the ruleset's scenarios, instead of all else here and of options.", required=False)


class NewGame(RequestSchema, ByRuleset):
    """What a game is created with."""

    ruleset = RulesetName(required=True)
    rules_version = members.rules_version(
        "The version that the client was made for; another is refused. The hosted one if absent.", required=False
    )
    options = OfRuleset("options_type", "Options", metadata={"description": "The ruleset's defaults if absent."})
    seats = fields.List(
        Typed(HumanSeat | OpenSeat | AiSeat, "NewSeat"),
        required=True,
        validate=Length(1, MOST_SEATS),
        metadata={"description": "In turn order; the ruleset says how many it takes."},
    )
    sandbox = fields.Nested(
        Sandbox, metadata={"description": "Where the game begins, if not with drawn dice and no action; in a sandbox."}
    )
    rated = BodyBoolean(
        metadata={
            "description": "Whether the result is to count: nobody gets hints, and there is no sandbox. No if absent."
        }
    )
    hints = BodyInteger(
        validate=Range(0, MOST_HINTS),
        metadata={
            "description": f"For how many decisions each seat may ask for a hint; {HINTS} if absent, 0 if rated."
        },
    )


class Seat(ResponseSchema):
    """Who sits where."""

    seat = members.seat_number()
    kind = fields.String(
        required=True,
        validate=OneOf(["human", "open", "ai"]),
        metadata={"description": "A person or a bot, whoever claims it, or an AI level."},
    )
    level = fields.String(metadata={"description": "The AI level; of `ai` seats only."})
    name = fields.String(metadata={"description": "The player's name, if one was given."})


class ListedSeat(Seat):
    """Who sits where, and whether an open seat is still to be had."""

    claimed = fields.Boolean(
        metadata={"description": "Whether somebody has claimed the seat; given for `open` seats only."}
    )


class SeatList(ResponseSchema):
    """The seats of a game."""

    game_id = members.game_id()
    seats = fields.List(fields.Nested(ListedSeat), required=True, metadata={"description": "In turn order."})


class Claim(RequestSchema):
    """Who claims a seat; may be left out."""

    name = fields.String(
        validate=Length(1, 64), metadata={"description": "The player's name, for display; instead of the seat's own."}
    )


class SeatToken(ResponseSchema):
    """The token that opens a seat."""

    seat = members.seat_number()
    token = fields.String(
        required=True, metadata={"description": "Shown once; send it as `Authorization: Bearer <token>`."}
    )


class CreatedGame(ResponseSchema, ByRuleset):
    """A new game, with the tokens of its people."""

    ruleset = RulesetName(required=True)
    rules_version = members.rules_version()
    game_id = members.game_id()
    options = members.options()
    seats = fields.List(fields.Nested(Seat), required=True, metadata={"description": "In turn order."})
    tokens = fields.List(
        fields.Nested(SeatToken), required=True, metadata={"description": "Of the `human` seats; shown once."}
    )
    commitment = members.commitment()
    created_at = members.moment("When the game was created, UTC.")
    hints = BodyInteger(
        validate=Range(0, MOST_HINTS), metadata={"description": "For how many decisions each seat may ask for a hint."}
    )
    sandbox = members.sandbox()
    rated = members.rated()


class ClaimedSeat(ResponseSchema):
    """A seat that has been claimed, with its token."""

    game_id = members.game_id()
    seat = members.seat_number()
    token = fields.String(required=True, metadata={"description": "Shown once."})


class SeatRank(ResponseSchema):
    """How a seat ended; the whole score sheet is in the game's result."""

    seat = members.seat_number()
    rank = BodyInteger(
        required=True,
        validate=Range(1, MOST_SEATS),
        metadata={"description": "1 is best; seats that share a place share the better."},
    )
    total = BodyInteger(required=True, metadata={"description": "The sum of its score sheet."})


class GameView(ResponseSchema, ByRuleset):
    """What a seat, or an onlooker, may see of a game."""

    ruleset = RulesetName(required=True)
    rules_version = members.rules_version()
    game_id = members.game_id()
    version = members.version()
    status = members.status()
    to_act = members.seat_numbers("The seats with an open decision.")
    seat = BodyInteger(
        validate=Range(0, MOST_SEATS - 1), metadata={"description": "Whose view it is; absent for an onlooker."}
    )
    decision = members.decision("The seat's open decision; present when it is to act.", required=False)
    seats = fields.List(fields.Nested(Seat), required=True, metadata={"description": "In turn order."})
    commitment = members.commitment()
    outcome = fields.List(fields.Nested(SeatRank), metadata={"description": "How each seat ended; present once over."})
    sandbox = members.sandbox()
    rated = members.rated()
    view = OfRuleset("view_type", "View", required=True, metadata={"description": "The table."})


class ActionAnswer(RequestSchema, ByRuleset):
    """A seat's answer to its open decision."""

    ruleset = RulesetName(required=True)
    decision = members.decision("The decision that is answered, as the seat's view names it.")
    action = ActionOfRuleset(required=True, metadata={"description": "One of the seat's legal actions."})


class LegalActions(ResponseSchema, ByRuleset):
    """Every action that a seat may take now; none while it is not to act."""

    ruleset = RulesetName(required=True)
    game_id = members.game_id()
    version = members.version()
    decision = members.decision("The seat's open decision; present when it is to act.", required=False)
    actions = fields.List(
        ActionOfRuleset(), required=True, metadata={"description": "In a fixed order, without duplicates."}
    )


class Event(ResponseSchema, ByRuleset):
    """One entry of a game's log, as the reader may read it."""

    ruleset = RulesetName(required=True)
    version = BodyInteger(
        required=True,
        validate=Range(1, HIGHEST_VERSION),
        metadata={"description": "The game's version after this event, from 1."},
    )
    seat = members.seat_number()
    decision = members.decision("The decision that was answered.")
    at = members.moment("When it happened, UTC.")
    action = OfRuleset(
        "observed_type", "Observed", required=True, metadata={"description": "What the seat did, as far as is seen."}
    )
    facts = fields.List(
        OfRuleset("fact_type", "Fact"), required=True, metadata={"description": "What it made happen, in order."}
    )
    patch = fields.List(
        Typed(PatchOperation, "PatchOperation"),
        metadata={"description": "What it changed in the reader's view (`queryView`); present when asked for."},
    )


class EventPage(ResponseSchema):
    """A stretch of a game's log; go on after the last event's version until there are no more."""

    game_id = members.game_id()
    version = members.version()
    status = fields.String(
        required=True,
        validate=OneOf(["running", "over"]),
        metadata={"description": "`over` says that no event comes after this version."},
    )
    events = fields.List(fields.Nested(Event), required=True, metadata={"description": "Oldest first."})


class ScoreSheet(ResponseSchema):
    """How each seat ended, row by row."""

    seats = fields.List(Typed(SeatOutcome, "SeatOutcome"), required=True, metadata={"description": "In turn order."})
    winners = members.seat_numbers("The seats of rank 1.")


class Result(ScoreSheet):
    """The score sheet of a finished game."""

    ruleset = members.ruleset()
    game_id = members.game_id()
    version = members.version()


class PendingResult(ResponseSchema):
    """A game that is over and has not been scored yet."""

    game_id = members.game_id()
    status = fields.String(required=True, validate=OneOf(["scoring"]))


class ActionQuery(RequestSchema):
    """How an action is submitted."""

    dry_run = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Judge the action and change nothing; the answer is the present view."},
    )


class StreamQuery(RequestSchema):
    """Where a stream begins."""

    after = QueryInteger(
        load_default=0, validate=Range(0, HIGHEST_VERSION), metadata={"description": "Events of later versions only."}
    )


class EventQuery(StreamQuery):
    """Which stretch of a log is read, and how long to wait for it."""

    limit = QueryInteger(
        load_default=100,
        validate=Range(1, MOST_EVENTS),
        metadata={"description": f"How many events at most; with `patches` never more than {MOST_PATCHED}."},
    )
    patches = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "Tell with each event what it changed in the reader's view."},
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for the next event where there is none yet."},
    )


class ViewQuery(RequestSchema):
    """Which version of a game is looked at."""

    at = QueryInteger(
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "Show the game as it was at this version, to the byte; absent for the present one."},
    )


class LastEvent(ResponseSchema):
    """Where a stream broke off."""

    version = QueryInteger(
        data_key="Last-Event-ID",
        validate=Range(0, HIGHEST_VERSION),
        metadata={"description": "The version of the last event received; wins over `after`."},
    )


class KnownView(ResponseSchema):
    """What the client knows already."""

    etag = fields.String(
        data_key="If-None-Match",
        metadata={"description": "The `ETag` of a view; answered with 304 while nothing has changed."},
    )


class IdempotencyKey(ResponseSchema):
    """What makes a request repeatable."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=[Length(1, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")],
        metadata={
            "description": "A repeat of the same request with the same key gives the stored answer and changes nothing."
        },
    )


class SecretKey(IdempotencyKey):
    """What makes a request repeatable that hands tokens out; whoever knows the key can have them shown again."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=[Length(16, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")],
        metadata={
            "description": "A repeat of the same request with the same key gives the same answer, tokens and all. "
            "Choose a random key of at least 16 characters and keep it as secret as the tokens."
        },
    )
