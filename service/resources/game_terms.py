"""The terms of a game: as requests choose them, and as a game has them.

`GameTerms` is the one request, `AgreedTerms` the base of all other forms. A store keeps them with further data, and
responses show them. So a new term is a field of each of the two.
"""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from domain.undo_rules import UndoMode
from service.resources.base import Request, Response
from service.resources.game_fields import (
    UNDO,
    GameAbsence,
    GameClock,
    GameUndo,
    GameVisibility,
    NewGameAbsence,
    NewGameClock,
    QueuesFlag,
    RatedFlag,
    SandboxFlag,
    VirtualClockFlag,
)
from service.resources.spectators import GameSpectators
from service.resources.types import HINTS, HintCount

HINTS_TEXT = Meta(
    description=f"The number of decisions for which each seat may request a hint. Default: {HINTS}, and 0 in rated "
    "games."
)


class GameTerms(Request, frozen=True, kw_only=True):
    """The terms of a game: in a request to create it, or in a seek."""

    rated: bool = False
    """Whether the result changes ratings. A rated game is public (`rated_not_public`), without hints, undo and sandbox.
    It counts once a player of each human seat has acted. Default: false."""
    hints: Annotated[HintCount, HINTS_TEXT] | UnsetType = UNSET
    undo: Annotated[
        UndoMode,
        Meta(description=f"{UNDO}`none`: no undo; rated games allow no other mode. Default: `none`."),
    ] = "none"
    clock: NewGameClock | UnsetType = UNSET
    absence: NewGameAbsence | UnsetType = UNSET
    visibility: GameVisibility = "public"
    spectators: GameSpectators | UnsetType = UNSET


class AgreedTerms(Response, frozen=True, kw_only=True):
    """The terms that a game has, in the form in which they are both stored and shown."""

    rated: RatedFlag = False
    clock: GameClock | UnsetType = UNSET


class ShownTerms(AgreedTerms, frozen=True, kw_only=True):
    """The terms of a game in a response."""

    undo: GameUndo | UnsetType = UNSET
    absence: GameAbsence | UnsetType = UNSET


class PlayedTerms(ShownTerms, frozen=True, kw_only=True):
    """The terms of a game that exists."""

    sandbox: SandboxFlag = False
    virtual_clock: VirtualClockFlag = False


class ListedTerms(PlayedTerms, frozen=True, kw_only=True):
    """The terms of a game in lists."""

    queued_actions: QueuesFlag = False
    visibility: GameVisibility = "public"
    spectators: GameSpectators | UnsetType = UNSET
