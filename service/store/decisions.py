"""Store the decisions about players, in their order: bans, their ends, and deletions.

    bottega:{decisions}:log     list: JSON of one `Decision` per entry

The list names a player by a mark (see `bans`) and an alias, so that it may outlive the player. It is the audit trail of
operators. After a restore it says what must be done again.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from service.store.servers import Servers
from service.store.unreadable import readable

_LOG = "bottega:{decisions}:log"
_PAGE = 500


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """A decision about a player."""

    at: str
    """When: UTC, RFC 3339, like all times of a decision."""
    action: Literal["ban", "unban", "delete"]
    player: str
    """The mark of the player."""
    by: str
    """`player` for a player's own deletion. Otherwise as in a ban."""
    alias: str = ""
    """The alias of the player; empty if the player had been deleted before."""
    reason: str = ""
    public_reason: str = ""
    until: str | UnsetType = UNSET
    """When the ban ends. UNSET: never."""
    marks: tuple[str, ...] = ()
    """What the ban covers, as marks."""


class Decisions:
    """The decisions of one Redis."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def add(self, *decisions: Decision) -> None:
        """Append decisions."""
        entries = [*map(msgspec.json.encode, decisions)]
        if entries:
            self._servers.write(_LOG, lambda pipeline: pipeline.rpush(_LOG, *entries))

    def all(self) -> Iterator[Decision]:
        """Yield all decisions, oldest first."""
        first = 0
        while page := self._servers.call(_LOG, partial(_page, first=first)):
            for stored in page:
                decision = readable(stored, Decision, f"an entry of {_LOG}")
                if decision is not None:
                    yield decision
            first += len(page)

    def of(self, mark: str) -> list[Decision]:
        """Return the decisions about a player, by mark, oldest first."""
        return [each for each in self.all() if each.player == mark]


def _page(client: Any, first: int) -> Sequence[bytes]:
    found: Sequence[bytes] = client.lrange(_LOG, first, first + _PAGE - 1)
    return found
