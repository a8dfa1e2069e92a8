"""Schemas to create games and to claim seats."""

from copy import copy
from typing import Annotated, Any

import msgspec
from marshmallow import ValidationError, fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas.fields import (
    TEXT_RULES,
    BodyBoolean,
    BodyInteger,
    MsgspecField,
    NestedUnionByRuleset,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
    UnreadAction,
    read_text,
)
from service.contract.schemas.problems import MOST_ACTIONS
from service.contract.schemas.scenarios import scenario_name
from service.contract.schemas.shared_fields import MOST_SEATS
from service.contract.structs import schema_of
from service.resources.seats import SeatToken
from service.resources.terms import MOST_HINTS, GameTerms
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
        description="The id of the player who owns the seat; no token is issued then. The caller must be a player, "
        "too.",
    ),
]
LONGEST_CODE = 255

LevelName = Annotated[
    str, msgspec.Meta(min_length=1, max_length=64, description="The name of one of the ruleset's AI levels.")
]


class HumanSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="human", forbid_unknown_fields=True):
    """A seat of a human player or a bot. The response has its token, unless `player` names its owner."""

    name: SeatName | msgspec.UnsetType = msgspec.UNSET
    player: PlayerId | msgspec.UnsetType = msgspec.UNSET


class OpenSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat that a player can claim with `claimSeat`."""

    name: SeatName | msgspec.UnsetType = msgspec.UNSET
    invited: (
        Annotated[
            bool,
            msgspec.Meta(description="Whether claiming the seat requires a code (`createInvitation`). Default: false."),
        ]
        | msgspec.UnsetType
    ) = msgspec.UNSET


class AiSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="ai", forbid_unknown_fields=True):
    """A seat that an AI level plays."""

    level: LevelName
    name: SeatName | msgspec.UnsetType = msgspec.UNSET


class NewSeat(MsgspecField):
    """A seat of a new game; its name is stored as a user text."""

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
    """An action that is played when a sandbox game is created."""

    seat = shared_fields.seat_number()
    action = UnreadAction(required=True, metadata={"description": "The action of the seat."})


class Sandbox(RequestSchema, NestedUnionByRuleset):
    """The start of a sandbox game, for the development of clients. Sandbox games are disabled in production."""

    seed = fields.String(
        validate=Regexp("^[0-9a-f]{64}$"),
        metadata={
            "description": "The seed of all random draws: 32 bytes in hexadecimal digits. Default: chosen at random."
        },
    )
    salt = fields.String(
        validate=Regexp("^[0-9a-f]{64}$"),
        metadata={
            "description": "The salt of the `commitment`: 32 bytes in hexadecimal digits. Random draws do not depend "
            "on it. To replay a record with the same AI moves, send its `seed` and `salt`. Default: 64 zeros if "
            "`seed` is sent, else chosen at random."
        },
    )
    actions = fields.List(
        fields.Nested(SandboxAction),
        validate=Length(0, MOST_ACTIONS),
        metadata={
            "description": "Actions that are played at once, in order. The first illegal action rejects the request; "
            "the problem has its `index`."
        },
    )
    clock = fields.String(
        validate=OneOf(["virtual"]),
        metadata={"description": "`virtual`: the game's clock moves only by `advanceClock`."},
    )
    scenario = scenario_name(
        "The name of one of the ruleset's scenarios. It replaces `options` and all other fields of `sandbox`.",
        required=False,
    )


def _of_terms(name: str) -> Any:
    """Return a field of `GameTerms`."""
    return copy(schema_of(GameTerms)._declared_fields[name])  # noqa: SLF001  # the copy is marshmallow's own


class NewGame(RequestSchema, UnionByRuleset):
    """The request to create a game."""

    ruleset = RulesetName(required=True)
    rules_version = _of_terms("rules_version")
    options = _of_terms("options")
    seats = fields.List(
        NewSeat(),
        required=True,
        validate=Length(1, MOST_SEATS),
        metadata={"description": "The seats in turn order. The ruleset limits their number."},
    )
    sandbox = fields.Nested(
        Sandbox,
        metadata={
            "description": "The start of a sandbox game. Omitted: the game starts with a random seed and without "
            "actions."
        },
    )
    rated = _of_terms("rated")
    hints = _of_terms("hints")
    undo = _of_terms("undo")
    clock = _of_terms("clock")
    absence = _of_terms("absence")
    starts = fields.String(
        validate=OneOf(["at_once", "when_seated"]),
        metadata={
            "description": "When the game starts. `when_seated`: it is `open`, and no seat can act, until all open "
            "seats are claimed or `startGame` fills them. Default: `at_once`, also for games without open seats."
        },
    )
    visibility = _of_terms("visibility")
    spectators = _of_terms("spectators")
    presence = BodyBoolean(
        metadata={
            "description": "Whether `getPresence` and `getGame` show which players are connected, to every client "
            "that can see the game. Default: false."
        }
    )
    name = shared_fields.words("The display name of the game.")
    label = shared_fields.words("A label to filter `listGames` by. Several games may share a label.")
    metadata = shared_fields.metadata(
        "Texts that the platform stores with the game. Every client that can see the game can read them."
    )


def of_a_game(name: str) -> Any:
    """Return a field of `NewGame` for use in another schema."""
    return copy(NewGame._declared_fields[name])  # noqa: SLF001  # the copy is marshmallow's own


class Seat(ResponseSchema):
    """The occupant of a seat."""

    seat = shared_fields.seat_number()
    kind = fields.String(
        required=True,
        validate=OneOf(["human", "open", "ai"]),
        metadata={"description": "`human`: a human player or a bot. `open`: a seat to claim. `ai`: an AI level."},
    )
    level = fields.String(metadata={"description": "The AI level of the seat; present in `ai` seats only."})
    name = fields.String(metadata={"description": "The display name of the player. Omitted if none was set."})
    player = shared_fields.player(
        "The id of the player who owns the seat. Only `createGame`, `listSeats` and lists return it, since it can "
        "change without an event.",
        required=False,
    )
    bot = shared_fields.bot()


class ListedSeat(Seat):
    """The occupant of a seat, and whether an open seat is free."""

    claimed = fields.Boolean(
        metadata={"description": "Whether the seat has been claimed; present in `open` seats only."}
    )
    invited = fields.Boolean(
        metadata={"description": "True if claiming the `open` seat requires a code. Omitted otherwise."}
    )


class SeatList(ResponseSchema):
    """The seats of a game."""

    game_id = shared_fields.game_id()
    seats = fields.List(fields.Nested(ListedSeat), required=True, metadata={"description": "The seats in turn order."})


LONGEST_SEAT_TOKEN = 255


class Claim(RequestSchema):
    """The player who claims a seat. The body may be omitted."""

    name = shared_fields.words("The display name of the player. Default: the seat's name.")
    code = fields.String(
        validate=Length(1, LONGEST_CODE),
        metadata={
            "description": "The code of the invitation, which the creator has passed on. Required if the seat is "
            "`invited`."
        },
    )
    token = fields.String(
        validate=Length(1, LONGEST_SEAT_TOKEN),
        metadata={
            "description": "The current token of the seat. With a player key, it moves the seat to the player and "
            "becomes invalid. Omitted: the seat must be free."
        },
    )


class NewInvitation(RequestSchema):
    """Whom a seat is reserved for, and whether earlier invitations are revoked. The body may be omitted."""

    player = shared_fields.player(
        "The id of the player for whom the seat is reserved; the player receives a notice. Omitted: anyone with the "
        "code may claim the seat.",
        required=False,
    )
    renew = BodyBoolean(
        metadata={
            "description": "True: create another code and revoke all earlier ones, or send the player another "
            "notice. Default: false."
        }
    )


class Invitation(ResponseSchema):
    """An invitation: a code to claim the seat, or the invited player."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    code = fields.String(metadata={"description": "The code to send to `claimSeat`. Omitted if a player is invited."})
    player = shared_fields.player("The id of the invited player; only the creator receives it.", required=False)


class CreatedGame(ResponseSchema, UnionByRuleset):
    """A new game, with the tokens of its human seats."""

    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    game_id = shared_fields.game_id()
    options = shared_fields.options()
    seats = fields.List(fields.Nested(Seat), required=True, metadata={"description": "The seats in turn order."})
    tokens = fields.List(
        fields.Nested(schema_of(SeatToken)),
        required=True,
        metadata={"description": "The tokens of the `human` seats that no player owns. They are shown once."},
    )
    creator_token = fields.String(
        required=True,
        metadata={
            "description": "The token of the creator, for operations such as `deleteGame`. It authorizes no seat."
        },
    )
    commitment = shared_fields.commitment()
    created_at = shared_fields.moment("When the game was created, in UTC.")
    hints = BodyInteger(
        validate=Range(0, MOST_HINTS),
        metadata={"description": "The number of decisions for which each seat may request a hint."},
    )
    sandbox = shared_fields.sandbox()
    rated = shared_fields.rated()
    undo = shared_fields.undo("Omitted if the game allows no undo.", ("own", "consent"))
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    virtual_clock = shared_fields.virtual_clock()


class ClaimedSeat(ResponseSchema):
    """A claimed seat: its token, or the player who owns it."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    token = fields.String(
        metadata={"description": "The token of the seat, shown once. Omitted if a player owns the seat."}
    )
    player = shared_fields.player(
        "The id of the player who owns the seat. Omitted if the seat has a token.", required=False
    )


class HostsToken(ResponseSchema):
    """The token of a seat, for the creator to pass on."""

    game_id = shared_fields.game_id()
    seat = shared_fields.seat_number()
    token = fields.String(
        required=True,
        metadata={"description": "The token of the seat. Its player sends it as `Authorization: Bearer <token>`."},
    )


IDEMPOTENCY_KEY = [Length(1, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")]
"""The characters and the length of an idempotency key."""


class IdempotencyKey(ResponseSchema):
    """The header that makes a request idempotent."""

    key = fields.String(
        data_key="Idempotency-Key",
        validate=IDEMPOTENCY_KEY,
        metadata={
            "description": "A retry of the request with this key returns the stored response and changes nothing."
        },
    )


class SecretKey(IdempotencyKey):
    """The header that makes a request idempotent whose response contains tokens.

    Keep the key secret: a retry shows the tokens again.
    """

    key = fields.String(
        data_key="Idempotency-Key",
        validate=[Length(16, 255), Regexp("^[\\x20-\\x7e]*$", error="Must be printable ASCII.")],
        metadata={
            "description": "A retry of the request with this key returns the stored response, including its tokens. "
            "Use a random UUID and keep it as secret as the tokens. With a player key, any text of at least 16 "
            "characters is accepted. Without one, a key that is neither a UUID nor 32 or more hexadecimal digits "
            "is rejected: `invalid_request`."
        },
    )
