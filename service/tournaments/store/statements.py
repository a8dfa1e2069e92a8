"""What players wrote about claims. The public log has the steps of claims, and never these texts.

    bottega:{<tournament>}:statements   hash: place of a step -> JSON of `Statement`; see `place_of`

A statement is written before its step. After a crash there may be a statement without a step; a retry replaces it.
"""

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from service.store.games import Store
from service.store.keys import key
from service.store.servers import Servers
from service.tournaments.rules.claim_events import ClaimStepAdded

ClaimKind = Literal["result", "conduct", "technical", "other"]


class Statement(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an entrant wrote with a step of a claim. A decision has none: its reason is in the log."""

    text: str = ""
    kind: ClaimKind | UnsetType = UNSET
    """What the claim is about; UNSET for all later steps."""
    game: int = 0
    """The number of the game in the match, from 0."""
    versions: tuple[int, ...] = ()
    """Positions in the log of the game."""


NO_STATEMENT = Statement()
_STATEMENT = msgspec.json.Decoder(Statement)


class Statements:
    """The statements of single tournaments."""

    def __init__(self, servers: Servers) -> None:
        self._servers = servers

    def write(self, name: str, step: ClaimStepAdded, statement: Statement) -> None:
        """Store the statement of a step."""
        field, value = place_of(step), msgspec.json.encode(statement)
        self._servers.write(name, lambda pipeline: pipeline.hset(_key(name), field, value))

    def of(self, name: str) -> Mapping[str, Statement]:
        """Return the statements of a tournament, by place."""
        found = self._servers.call(name, lambda client: client.hgetall(_key(name)))
        return {place.decode(): _STATEMENT.decode(value) for place, value in found.items()}

    def remove(self, name: str, steps: Collection[ClaimStepAdded]) -> None:
        """Remove the statements of steps."""
        if steps:
            places = [place_of(each) for each in steps]
            self._servers.write(name, lambda pipeline: pipeline.hdel(_key(name), *places))


def place_of(step: ClaimStepAdded) -> str:
    """Return the field of the statement of a step.

    It names the match and the entrant: simultaneous first steps of two claims have the same number until one is added.
    """
    return f"{step.claim}.{step.round}.{step.table}.{step.step}.{step.entrant}"


def statements_in(store: Store) -> Statements:
    """Return the statements of a store."""
    return Statements(store.servers)


def _key(name: str) -> str:
    return key(name, "statements")
