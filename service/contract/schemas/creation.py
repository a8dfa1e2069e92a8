"""Games as they are created, and who takes their seats."""

from copy import copy
from typing import Annotated, Any

import msgspec
from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from domain.undo_rules import ALL_MODES
from service.contract.schemas import shared_fields
from service.contract.schemas.advice import MOST_HINTS
from service.contract.schemas.fields import (
    TEXT_RULES,
    BodyBoolean,
    BodyInteger,
    MsgspecField,
    NestedUnionByRuleset,
    RequestSchema,
    ResponseSchema,
    RulesetField,
    RulesetName,
    UnionByRuleset,
    UnreadAction,
    read_text,
)
from service.contract.schemas.problems import MOST_ACTIONS
from service.contract.schemas.scenarios import scenario_name
from service.contract.schemas.shared_fields import MOST_SEATS
from service.store import HINTS
from service.store.clock_types import Absence, Clock
from service.texts import CLUSTER_CODE_POINTS

SeatName = Annotated[
    str,
    msgspec.Meta(
        min_length=1,
        max_length=shared_fields.LONGEST_WORDS * CLUSTER_CODE_POINTS,
        description=f"The player's name, for display. At most {shared_fields.LONGEST_WORDS} characters (grapheme "
        f"clusters). {TEXT_RULES}",
    ),
]

PlayerId = Annotated[
    str,
    msgspec.Meta(
        pattern="^pl_[a-z0-9]{20}$",
        description="The player whose seat it is, instead of a token. The bearer must be a player's, too.",
    ),
]
LONGEST_CODE = 255

LevelName = Annotated[str, msgspec.Meta(min_length=1, max_length=64, description="One of the ruleset's AI levels.")]


class HumanSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="human", forbid_unknown_fields=True):
    """A seat for a person or an external bot; its token is handed out at once, or it belongs to a player."""

    name: SeatName | msgspec.UnsetType = msgspec.UNSET
    player: PlayerId | msgspec.UnsetType = msgspec.UNSET


class OpenSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat for whoever claims it."""

    name: SeatName | msgspec.UnsetType = msgspec.UNSET
    invited: (
        Annotated[bool, msgspec.Meta(description="Whether it is claimed with its code only: see `createInvitation`.")]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class AiSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="ai", forbid_unknown_fields=True):
    """A seat that an AI level plays."""

    level: LevelName
    name: SeatName | msgspec.UnsetType = msgspec.UNSET


class NewSeat(MsgspecField):
    """Who is to have a seat; the name is kept as texts of users are."""

    def __init__(self) -> None:
        super().__init__(HumanSeat | OpenSeat | AiSeat, "NewSeat")

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> Any:
        seat = super()._deserialize(value, attr, data, **kwargs)
        if seat.name is msgspec.UNSET:
            return seat
        try:
            return msgspec.structs.replace(seat, name=read_text(seat.name, 1, shared_fields.LONGEST_WORDS))
        except ValidationError as error:
            raise ValidationError({"name": error.messages}) from error


class SandboxAction(RequestSchema, NestedUnionByRuleset):
    """One of the actions that a game of the sandbox begins with."""

    seat = shared_fields.seat_number()
    action = UnreadAction(required=True, metadata={"description": "What the seat does."})


class Sandbox(RequestSchema, NestedUnionByRuleset):
    """Where a game of the sandbox begins; open to whoever develops a client, and off in production."""

    seed = fields.String(
        validate=Regexp("^[0-9a-f]{64}$"),
        metadata={"description": "The source of all dice: 32 bytes in hexadecimal digits; drawn if absent."},
    )
    salt = fields.String(
        validate=Regexp("^[0-9a-f]{64}$"),
        metadata={
            "description": "32 bytes in hexadecimal digits, which the `commitment` binds beside the seed; the dice do "
            "not depend on it. AI levels play as in the game of a record if its `seed` and `salt` are sent. Default: "
            "64 zeros if `seed` is sent, else chosen at random."
        },
    )
    actions = fields.List(
        fields.Nested(SandboxAction),
        validate=Length(0, MOST_ACTIONS),
        metadata={
            "description": "What the seats have done already, judged one by one as usual: the first illegal one "
            "rejects the creation, with its `index`."
        },
    )
    clock = fields.String(
        validate=OneOf(["virtual"]),
        metadata={"description": "`virtual`: the game's time stands still until `advanceClock` moves it on."},
    )
    scenario = scenario_name("One of the ruleset's scenarios, instead of all else here and of options.", required=False)


class NewGame(RequestSchema, UnionByRuleset):
    """What a game is created with."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version(
        "The version that the client was made for; another is rejected. The hosted one if absent.", required=False
    )
    options = RulesetField("options_type", "Options", metadata={"description": "The ruleset's defaults if absent."})
    seats = fields.List(
        NewSeat(),
        required=True,
        validate=Length(1, MOST_SEATS),
        metadata={"description": "In turn order; the ruleset says how many it takes."},
    )
    sandbox = fields.Nested(
        Sandbox, metadata={"description": "Where the game begins, if not with drawn dice and no action; in a sandbox."}
    )
    rated = BodyBoolean(
        metadata={
            "description": "Whether the result changes ratings. A rated game is public (`rated_not_public`), without "
            "hints, undo and sandbox. It counts once each human seat has acted itself. Default: false."
        }
    )
    hints = BodyInteger(
        validate=Range(0, MOST_HINTS),
        metadata={
            "description": f"For how many decisions each seat may ask for a hint; {HINTS} if absent, 0 if rated."
        },
    )
    undo = shared_fields.undo("`none`, and in rated games: nothing. `none` if absent.", ALL_MODES)
    clock = MsgspecField(
        Clock,
        "Clock",
        metadata={
            "description": "How long each seat of a person may take, once all seats are taken: nobody acts before. "
            "The first second of each decision is not counted. For ever if absent."
        },
    )
    absence = MsgspecField(
        Absence,
        "Absence",
        metadata={
            "description": "What becomes of a seat whose time is up, and of one that has given up. Default: `forfeit` "
            "in rated games, `default_action` in all others. `level_once` suits casual games best: a level answers one "
            "late decision, and the player gets the next one."
        },
    )
    starts = fields.String(
        validate=OneOf(["at_once", "when_seated"]),
        metadata={
            "description": "`when_seated`: the game is `open`, and nobody acts, until all open seats are claimed or "
            "`startGame` fills them. `at_once` if absent, and wherever no seat is open."
        },
    )
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    presence = BodyBoolean(
        metadata={
            "description": "Whether `getPresence` and `getGame` tell which players are there, to everybody who may see "
            "the game. No if absent."
        }
    )
    name = shared_fields.words("What the game is called, for display.")
    label = shared_fields.words("By what `listGames` finds it, together with others.")
    metadata = shared_fields.metadata("What the platform keeps with the game; everybody who may see it can read it.")


def of_a_game(name: str) -> Any:
    """Declare a member just as it is sent to create a game."""
    return copy(NewGame._declared_fields[name])  # noqa: SLF001  # the copy is marshmallow's own


class Seat(ResponseSchema):
    """Who sits where."""

    seat = shared_fields.seat_number()
    kind = fields.String(
        required=True,
        validate=OneOf(["human", "open", "ai"]),
        metadata={"description": "A person or a bot, whoever claims it, or an AI level."},
    )
    level = fields.String(metadata={"description": "The AI level; of `ai` seats only."})
    name = fields.String(metadata={"description": "The player's name, if one was given."})
    player = shared_fields.player(
        "The player whose seat it is; told by `createGame`, `listSeats` and lists only, since it may change without an "
        "event.",
        required=False,
    )
    bot = shared_fields.bot()


class ListedSeat(Seat):
    """Who sits where, and whether an open seat is still to be had."""

    claimed = fields.Boolean(
        metadata={"description": "Whether somebody has claimed the seat; given for `open` seats only."}
    )
    invited = fields.Boolean(
        metadata={"description": "True of an `open` seat that is claimed with its code only; absent of any other."}
    )


class SeatList(ResponseSchema):
    """The seats of a game."""

    game_id = shared_fields.game_id()
    seats = fields.List(fields.Nested(ListedSeat), required=True, metadata={"description": "In turn order."})


LONGEST_SEAT_TOKEN = 255


class Claim(RequestSchema):
    """Who claims a seat; may be left out."""

    name = shared_fields.words("The player's name, for display; instead of the seat's own.")
    code = fields.String(
        validate=Length(1, LONGEST_CODE),
        metadata={"description": "Of a seat that is given by invitation: the code that its creator has passed on."},
    )
    token = fields.String(
        validate=Length(1, LONGEST_SEAT_TOKEN),
        metadata={
            "description": "The present token of the seat. Sent with a player's key it moves the seat to the player, "
            "and the token opens nothing any more. Omitted: the seat must be free."
        },
    )


class NewInvitation(RequestSchema):
    """For whom a seat is kept, and what is to become of an earlier invitation; may be left out."""

    player = shared_fields.player(
        "The player for whom the seat is kept, and who is told so; it is whoever's who has the code if absent.",
        required=False,
    )
    renew = BodyBoolean(
        metadata={
            "description": "Whether another code is wanted, and all earlier ones are void; or whether the player is "
            "to be told once more. No if absent."
        }
    )


class Invitation(ResponseSchema):
    """The code without which nobody claims a seat, or the player for whom it is kept."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    code = fields.String(metadata={"description": "Send it as `code` to `claimSeat`; absent if a player is invited."})
    player = shared_fields.player("The player who was invited; nobody but the creator is told.", required=False)


class SeatToken(ResponseSchema):
    """The token that opens a seat."""

    seat = shared_fields.seat_number()
    token = fields.String(
        required=True, metadata={"description": "Shown once; send it as `Authorization: Bearer <token>`."}
    )


class CreatedGame(ResponseSchema, UnionByRuleset):
    """A new game, with the tokens of its people."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    options = shared_fields.options()
    seats = fields.List(fields.Nested(Seat), required=True, metadata={"description": "In turn order."})
    tokens = fields.List(
        fields.Nested(SeatToken),
        required=True,
        metadata={"description": "Of the `human` seats that belong to no player; shown once."},
    )
    creator_token = fields.String(
        required=True, metadata={"description": "Of whoever created the game, for `deleteGame`; opens no seat."}
    )
    commitment = shared_fields.commitment()
    created_at = shared_fields.moment("When the game was created, UTC.")
    hints = BodyInteger(
        validate=Range(0, MOST_HINTS), metadata={"description": "For how many decisions each seat may ask for a hint."}
    )
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    undo = shared_fields.undo("Absent where nothing is taken back.", ("own", "consent"))
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()


class ClaimedSeat(ResponseSchema):
    """A seat that has been claimed: with its token, or for a player."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    token = fields.String(metadata={"description": "Shown once; absent if the seat belongs to a player."})
    player = shared_fields.player("The player whose seat it is, instead of a token.", required=False)


class HostsToken(ResponseSchema):
    """The token of a seat, for the host to hand out."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    token = fields.String(
        required=True, metadata={"description": "Whoever has the seat sends it as `Authorization: Bearer <token>`."}
    )


IDEMPOTENCY_KEY = [Length(1, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")]
"""What any key consists of."""


class IdempotencyKey(ResponseSchema):
    """What makes a request repeatable."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=IDEMPOTENCY_KEY,
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
            "Choose a random UUID and keep it as secret as the tokens. With a player's key any key of at least 16 "
            "characters will do, since nobody else can repeat the player's requests. Without a player's key one that "
            "is neither a UUID nor 32 or more hexadecimal digits is rejected: `invalid_request`."
        },
    )
