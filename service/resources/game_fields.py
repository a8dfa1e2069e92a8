"""Fields that several responses about a game share."""

from typing import Annotated, Literal

from msgspec import Meta

from service.resources.base import PublishedType
from service.resources.clocks import Absence, Clock, UndoOffer
from service.resources.types import Digits, Moment, Visibility

UNDO_OWN = (
    "`own`: a seat may undo its latest own actions, until another seat acts. Actions with a random draw, and actions "
    "that revealed hidden information, cannot be undone. The absence of an event can reveal information, too. "
    "Some rulesets lack this mode: see `undo_modes` of `getRuleset`. "
)
UNDO_CONSENT = "`consent`: as `own`; other earlier actions of the seat may be undone if all other human players agree. "
UNDO = UNDO_OWN + UNDO_CONSENT

CreatedAt = Annotated[Moment, Meta(description="When the game was created, in UTC (RFC 3339).")]
AbortReason = Annotated[
    str,
    Meta(
        min_length=1,
        description="Why the organiser of the tournament stopped the game, in the organiser's words. Present if the "
        "organiser gave a reason. Omitted otherwise.",
    ),
]
FaultySince = Annotated[
    Moment,
    Meta(
        description="When the rules of the game failed, in UTC (RFC 3339). The game is stopped: no seat can act until "
        "the operator has repaired it. Omitted if they have not."
    ),
]
IrreproducibleFlag = Annotated[
    bool,
    Meta(
        description="True if the service could not repeat the finished game from its seed and actions: its rules use "
        "the time or another source of chance. The result counts, but the record cannot be verified, and the game "
        "changes no rating. Omitted otherwise."
    ),
]
SandboxFlag = Annotated[
    bool,
    Meta(description="True if the creator chose the seed or the first actions of the game. Omitted otherwise."),
]
RatedFlag = Annotated[
    bool,
    Meta(description="True if the result of the game changes ratings. A rated game has no hints. Omitted otherwise."),
]
Undo = Literal["own", "consent"]
"""The undo mode of a game that allows undo."""
GameUndo = Annotated[Undo, Meta(description="What seats may undo, as in the request. Omitted: nothing.")]
PendingUndo = Annotated[
    UndoOffer,
    PublishedType("UndoOffer"),
    Meta(
        description="The undo request that awaits consent. Other human players agree with `undoAction` and the `to` of "
        "the request. Any action and `declineUndo` cancel the request. Omitted if there is none."
    ),
]
QueuesFlag = Annotated[
    bool,
    Meta(description="True if seats can queue actions with `queueActions`. Omitted otherwise."),
]
NewGameClock = Annotated[
    Clock,
    PublishedType("Clock"),
    Meta(
        description="The time control of human players. No seat can act until all seats are taken. The first second of "
        "each decision is free. Omitted: no time limit."
    ),
]
NewGameAbsence = Annotated[
    Absence,
    PublishedType("Absence"),
    Meta(
        description="What happens to a seat that misses its deadline or resigns. Default: `forfeit` in rated games, "
        "`default_action` in all others. `level_once` suits casual games best: an AI level makes the late decision, "
        "and the player gets the next one."
    ),
]
GameClock = Annotated[
    Clock,
    PublishedType("Clock"),
    Meta(description="The time control of human players. Omitted: no time limit."),
]
GameAbsence = Annotated[
    Absence,
    PublishedType("Absence"),
    Meta(
        description="What happens to a seat that misses its deadline or resigns. Omitted: no clock, and no AI level "
        "takes over resigned seats."
    ),
]
VirtualClockFlag = Annotated[
    bool,
    Meta(description="True if the game has a virtual clock, which only `advanceClock` moves. Omitted otherwise."),
]
GameVisibility = Annotated[
    Visibility,
    Meta(
        description="Who can find and see the game. `unlisted`: it is in no list of games or records. `private`: only "
        "its players and its creator can see it. Default: `public`."
    ),
]
Commitment = Annotated[
    Digits,
    Meta(
        description="The SHA-256 of the salt and the seed of the game, 32 bytes each. The record reveals both after "
        "the end."
    ),
]
RECORD_HASH = (
    "The `hash` of the game's record: a SHA-256 in hexadecimal digits. It covers players, options, log and result. A "
    "record with another hash does not belong to this game. "
)
