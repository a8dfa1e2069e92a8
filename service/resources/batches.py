"""Batches: actions in several games with one request."""

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import (
    Encoded,
    Headers,
    HostedRuleset,
    Independent,
    OfRuleset,
    Query,
    Request,
    Response,
    UnionByRuleset,
)
from service.resources.games import GameView
from service.resources.parts import Include
from service.resources.problems import Problem
from service.resources.types import Count, GameId

MOST_BATCHED = 100
LONGEST_TOKEN = 8192

IdempotencyKey = Annotated[
    str,
    Meta(min_length=1, max_length=255),
    whole_text("^[\\x20-\\x7e]*$", extra={"error": "Must be printable ASCII."}),
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


class BatchKey(Headers, frozen=True, rename={"key": "Idempotency-Key"}):
    """The header that makes a batch idempotent."""

    key: IdempotencyKey | UnsetType = UNSET
    """The key for all entries without an `idempotency_key`. A retry of the batch with this key returns the stored
    responses of successful entries and executes the others again."""


class BatchQuery(Query, frozen=True):
    """Query parameters of a batch."""

    include: Include = frozenset()
    dry_run: bool = False
    """True: check the actions without changing the games, and return the current views. Default: false."""


class BatchResult(Response, frozen=True):
    """The result of an entry: the seat's new view, or a problem."""

    status: Annotated[int, Meta(ge=200, le=599)]
    """The HTTP status that `submitAction` would return."""
    body: Annotated[msgspec.Raw, Encoded(GameView)] | UnsetType = UNSET
    """The seat's new view; present if the status is 200."""
    problem: Annotated[msgspec.Raw, Encoded(Problem)] | UnsetType = UNSET
    """Why the action was not executed; present with any other status."""
    replayed: bool = False
    """True if the response was stored by an earlier request with this key. Omitted otherwise."""
    retry_after: Annotated[int, Meta(ge=1, le=60)] | UnsetType = UNSET
    """Seconds to wait before a retry. Omitted if a retry does not help."""


class BatchResponse(Response, frozen=True):
    """The results of a batch."""

    results: tuple[BatchResult, ...]
    """The results of the entries, in the order of the request."""
