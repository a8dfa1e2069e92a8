"""New games."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import (
    ACTION,
    HostedRuleset,
    OfRuleset,
    PartByRuleset,
    PublishedType,
    Request,
    UnionByRuleset,
)
from service.resources.game_fields import Commitment, CreatedAt, QueuesFlag
from service.resources.game_terms import GameTerms, PlayedTerms
from service.resources.seats import Seat, SeatColour, SeatToken
from service.resources.types import (
    LONGEST_WORDS,
    MOST_ACTIONS,
    MOST_SEATS,
    Digits,
    GameId,
    GameRulesVersion,
    HintCount,
    PlayerId,
    RulesVersion,
    SeatNumber,
    ShortText,
    Texts,
)
from service.texts import CLUSTER_CODE_POINTS, TEXT_RULES

RequestedRulesVersion = Annotated[
    RulesVersion,
    Meta(
        description="The version of the rules that the client supports, from `versions` of `getRuleset`. The response "
        "names the `ruleset` of this version. Default: the latest version."
    ),
]
RequestedOptions = Annotated[
    Any,
    OfRuleset("options_type", "Options"),
    Meta(description="The options of the game. Default: the ruleset's defaults."),
]
SLUG = "^[a-z][a-z0-9_]*$"

SeatName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=LONGEST_WORDS * CLUSTER_CODE_POINTS,
        description=f"The player's name, for display. At most {LONGEST_WORDS} characters (grapheme clusters). "
        f"{TEXT_RULES}",
    ),
]
SeatOwner = Annotated[
    PlayerId,
    Meta(
        description="The id of the player who owns the seat; no token is issued then. The caller must be a player, too."
    ),
]
SeatLevel = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="The name of one of the ruleset's AI `levels`. `levels_by_seats` lists those that differ.",
    ),
]


ChosenColour = Annotated[
    SeatColour,
    Meta(
        description="The colour of the seat: an id of the kind `player_colour` in the ruleset's `names`, different for "
        "each seat. It has no effect on play. Default: the colour of the seat's place in that list or, if another seat "
        "has it, the first free one."
    ),
]


class HumanSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="human", forbid_unknown_fields=True):
    """A seat of a human player or a bot. The response has its token, unless `player` names its owner."""

    name: SeatName | UnsetType = UNSET
    player: SeatOwner | UnsetType = UNSET
    colour: ChosenColour | UnsetType = UNSET


class OpenSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="open", forbid_unknown_fields=True):
    """A seat that a player can claim with `claimSeat`."""

    name: SeatName | UnsetType = UNSET
    invited: (
        Annotated[
            bool, Meta(description="Whether claiming the seat requires a code (`createInvitation`). Default: false.")
        ]
        | UnsetType
    ) = UNSET
    colour: ChosenColour | UnsetType = UNSET


class AiSeat(msgspec.Struct, frozen=True, tag_field="kind", tag="ai", forbid_unknown_fields=True):
    """A seat that an AI level plays."""

    level: SeatLevel
    name: SeatName | UnsetType = UNSET
    colour: ChosenColour | UnsetType = UNSET


SeatRequest = Annotated[HumanSeat | OpenSeat | AiSeat, PublishedType("SeatRequest", longest_name=LONGEST_WORDS)]


class SandboxAction(Request, PartByRuleset, frozen=True):
    """An action that is played when a sandbox game is created."""

    seat: SeatNumber
    action: Annotated[Any, ACTION]
    """The action of the seat."""


class Sandbox(Request, PartByRuleset, frozen=True):
    """The start of a sandbox game, for the development of clients. Sandbox games are disabled in production."""

    seed: Digits | UnsetType = UNSET
    """The seed of all random draws: 32 bytes in hexadecimal digits. Default: chosen at random."""
    actions: Annotated[tuple[SandboxAction, ...], Meta(min_length=0, max_length=MOST_ACTIONS)] | UnsetType = UNSET
    """Actions that are played at once, in order. The first illegal action rejects the request; the problem has its
    `index`."""
    clock: Literal["virtual"] | UnsetType = UNSET
    """`virtual`: the game's clock moves only by `advanceClock`."""
    salt: Digits | UnsetType = UNSET
    """The salt of the `commitment`: 32 bytes in hexadecimal digits. Random draws do not depend on it. To replay a
    record with the same AI moves, send its `seed` and `salt`. Default: 64 zeros if `seed` is sent, otherwise chosen at
    random."""
    scenario: Annotated[str, whole_text(SLUG, min_length=1, max_length=64)] | UnsetType = UNSET
    """The name of one of the ruleset's scenarios. It replaces `options` and all other fields of `sandbox`."""


class GameRequest(GameTerms, UnionByRuleset, frozen=True, kw_only=True):
    """The request to create a game."""

    ruleset: Annotated[str, HostedRuleset()]
    rules_version: RequestedRulesVersion | UnsetType = UNSET
    options: RequestedOptions = UNSET
    seats: Annotated[tuple[SeatRequest, ...], Meta(min_length=1, max_length=MOST_SEATS)]
    """The seats in turn order. The ruleset limits their number."""
    sandbox: Sandbox | UnsetType = UNSET
    """The start of a sandbox game. Omitted: the game starts with a random seed and without actions."""
    starts: Literal["at_once", "when_seated"] = "at_once"
    """When the game starts. `when_seated`: it is `open`, and no seat can act, until all open seats are claimed or
    `startGame` fills them. Default: `at_once`, also for games without open seats."""
    presence: bool = False
    """Whether `getPresence` and `getGame` show which players are connected, to every client that can see the game.
    Default: false."""
    queued_actions: bool | UnsetType = UNSET
    """Whether seats can queue actions for later decisions (`queueActions`). Default: true in games without a clock, and
    with at least a day for each decision or as a budget; false in all others."""
    name: ShortText = ""
    """The display name of the game."""
    label: ShortText = ""
    """A label to filter `listGames` by. Several games may share a label."""
    metadata: Texts | UnsetType = UNSET
    """Texts that the platform stores with the game. Every client that can see the game can read them."""


class CreatedGame(PlayedTerms, UnionByRuleset, frozen=True, kw_only=True):
    """A new game, with the tokens of its human seats."""

    ruleset: Annotated[str, HostedRuleset()]
    rules_version: GameRulesVersion
    game_id: GameId
    options: Annotated[Any, OfRuleset("options_type", "Options")]
    """The options that were chosen when the game was created."""
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    tokens: tuple[SeatToken, ...]
    """The tokens of the `human` seats that no player owns. They are shown once."""
    creator_token: str
    """The token of the creator, for operations such as `deleteGame`. It authorizes no seat."""
    commitment: Commitment
    created_at: CreatedAt
    hints: HintCount | UnsetType = UNSET
    """The number of decisions for which each seat may request a hint."""
    queued_actions: QueuesFlag = False
