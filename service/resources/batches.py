"""Batches: actions in several games with one request."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import HostedRuleset, Independent, OfRuleset, Query, Request, UnionByRuleset
from service.resources.parts import Include
from service.resources.types import Count, GameId

MOST_BATCHED = 100
LONGEST_TOKEN = 8192

IdempotencyKey = Annotated[
    str,
    Meta(min_length=1, max_length=255),
    Meta(pattern="^[\\x20-\\x7e]*$", extra={"error": "Must be printable ASCII."}),
]


class BatchedAction(Request, UnionByRuleset, frozen=True, kw_only=True):
    """An action of a seat in one game."""

    game_id: GameId
    token: Annotated[str, Meta(min_length=1, max_length=LONGEST_TOKEN)] | UnsetType = UNSET
    """The token that authorizes the seat. Default: the bearer token of the request."""
    ruleset: Annotated[str, HostedRuleset()]
    decision: Count
    """The id of the pending decision, as returned in the seat's view."""
    action: Annotated[Any, OfRuleset("action_type", "Action")]
    """One of the seat's legal actions."""
    idempotency_key: IdempotencyKey | UnsetType = UNSET
    """A retry of the entry with this key, in any batch, returns the stored response and changes nothing."""
    since: Count | UnsetType = UNSET
    """Return events after this version, with `include=events` or `patches`. Default: the version before the action."""


BatchEntry = BatchedAction | Exception
"""An action of a batch, or the error of an invalid one."""


class ActionBatch(Request, frozen=True):
    """Actions in several games."""

    actions: Annotated[
        tuple[Annotated[BatchEntry, Independent(BatchedAction)], ...], Meta(min_length=1, max_length=MOST_BATCHED)
    ]
    """The actions, executed in order. Each succeeds or fails independently."""


class BatchKey(Query, frozen=True, rename={"key": "Idempotency-Key"}):
    """The header that makes a batch idempotent."""

    key: IdempotencyKey = ""
    """The key for all entries without an `idempotency_key`. A retry of the batch with this key returns the stored
    responses of successful entries and executes the others again."""


class BatchQuery(Query, frozen=True):
    """Query parameters of a batch."""

    include: Include = frozenset()
