"""Submit actions in many games with one request; a failed action does not affect the others."""

from functools import partial

import msgspec
from flask import Response
from marshmallow import ValidationError
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from service.api import includes, limits
from service.api.arguments import unfit
from service.api.authentication import installation
from service.api.authorization import own_seat_and_game
from service.api.errors import show, stop_faulty
from service.api.operations import idempotency_of
from service.game.includes import Includes
from service.installation.conflicts import retry_conflicts
from service.isolation.faults import RuleFault
from service.playing import games
from service.playing.games import ActResult, SubmittedAction
from service.resources.batches import ActionBatch, BatchedAction, BatchEntry, BatchQuery, BatchResult
from service.store import Idempotency


def keyed(batch: ActionBatch, key: str) -> list[BatchEntry]:
    """Return the entries of a batch. With a `key`, each entry without its own key gets the key and its position."""
    return [_keyed(entry, f"{key} {place}") if key else entry for place, entry in enumerate(batch.actions)]


def _keyed(entry: BatchEntry, key: str) -> BatchEntry:
    if not isinstance(entry, BatchedAction) or entry.idempotency_key is not UNSET:
        return entry
    return replace(entry, idempotency_key=key)


def answer(entry: BatchEntry, query: BatchQuery) -> BatchResult:
    """Submit one action; return its result."""
    try:
        return _carried_out(entry, query)
    except RuleFault as fault:
        game_id, token = (entry.game_id, entry.token) if isinstance(entry, BatchedAction) else (None, UNSET)
        return _rejected(stop_faulty(game_id, fault), token)
    except Exception as error:  # noqa: BLE001  # any error belongs to this entry
        return _rejected(show(error), entry.token if isinstance(entry, BatchedAction) else UNSET)


def _carried_out(entry: BatchEntry, query: BatchQuery) -> BatchResult:
    """Submit one action. Raises the problems of `submitAction`."""
    if isinstance(entry, ValidationError):
        raise unfit(entry.messages) from entry
    if isinstance(entry, Exception):
        raise entry
    limits.check_rejections(limits.blamed_for(entry.token or None))
    parts = includes.of_words(query.include, None if entry.since is UNSET else entry.since)
    acted = retry_conflicts(partial(_submitted, entry, parts, dry_run=query.dry_run))
    return BatchResult(200, body=msgspec.Raw(acted.body), replayed=acted.replayed)


def _submitted(entry: BatchedAction, parts: Includes, *, dry_run: bool) -> ActResult:
    """Submit or check an action once. Raises ConflictingWrite and the problems of `submitAction`."""
    is_repeatable = entry.idempotency_key is not UNSET and not dry_run
    seat, stored = own_seat_and_game(entry.game_id, entry.token or None, with_responses=is_repeatable)
    key = _idempotency(entry, seat) if is_repeatable else None
    submitted = SubmittedAction(seat, entry.decision, entry.action, entry.ruleset, key, dry_run, parts)
    return games.act(installation(), stored, submitted)


def _idempotency(entry: BatchedAction, seat: int) -> Idempotency | None:
    """Return the idempotency key of an entry, or None. It ignores the entry's position and JSON spelling."""
    if entry.idempotency_key is UNSET:
        return None
    identity = [entry.game_id, entry.ruleset, entry.decision, entry.action]
    return idempotency_of(f"action:{seat}", entry.idempotency_key, msgspec.json.encode(identity))


def _rejected(response: Response, token: str | UnsetType) -> BatchResult:
    """Return the result of a failed entry; it counts as a rejected request."""
    limits.count_rejected(response.status_code, limits.blamed_for(token or None))
    waiting = int(response.headers["Retry-After"]) if "Retry-After" in response.headers else UNSET
    return BatchResult(response.status_code, problem=msgspec.Raw(response.get_data()), retry_after=waiting)
