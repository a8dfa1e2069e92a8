"""Note decisions about players: in Redis for operators, and in the log, which outlives Redis."""

import logging
from typing import Literal

import msgspec

from service.installation import marks
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.store import Decision, StoredBan

logger = logging.getLogger(__name__)

LOGGED = "decision about a player: "
"""What precedes the JSON of a decision in the log."""
BY_PLAYER = "player"
"""Who decided on the player's own deletion."""


def note_ban(installation: Installation, player: str, ban: StoredBan) -> None:
    """Note that a player is banned."""
    _note(
        installation,
        Decision(
            at=written(installation.sources.now()),
            action="ban",
            player=marks.mark(installation, player),
            by=ban.by,
            alias=_alias(installation, player),
            reason=ban.reason,
            public_reason=ban.public_reason,
            until=ban.until,
            marks=ban.marks,
        ),
    )


def note_end(
    installation: Installation, action: Literal["unban", "delete"], player: str, by: str, reason: str = ""
) -> None:
    """Note that the ban of a player ends, or that a player is deleted."""
    at, mark = written(installation.sources.now()), marks.mark(installation, player)
    _note(installation, Decision(at, action, mark, by, _alias(installation, player), reason))


def _note(installation: Installation, decision: Decision) -> None:
    """Store a decision, and log it at a level that is logged by default."""
    installation.store.decisions.add(decision)
    logger.warning("%s%s", LOGGED, msgspec.json.encode(decision).decode())


def _alias(installation: Installation, player: str) -> str:
    """Return the alias of a player; empty for a deleted one."""
    profile = installation.store.players.profile(player)
    return "" if profile is None else profile.alias
