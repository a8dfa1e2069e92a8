"""Retries: perform each operation that changes something once for each `Idempotency-Key`.

Operations that declare the header handle it themselves, in the step that changes the store. This module handles all
others. Responses are stored by caller: another caller with the same key and body does not get them.

A response is repeated after its credentials were checked again. A response without a body needs no such check, since
the operation may have revoked the credentials (`deleteMe`).
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from flask import Response, current_app, g, request

from service import problems
from service.api.authentication import ACTING_FOR, installation, principal
from service.installation import idempotent_requests
from service.installation.idempotent_requests import SavedResponse
from service.store import Idempotency

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
RECOMPUTED = ("Content-Length",)
"""Headers that are computed again."""

View = Callable[..., Any]


@dataclass(frozen=True)
class IdempotentRequest:
    """A request with an idempotency key, named in two ways.

    A request may revoke its own credentials. A retry is then found by the bearer token alone, without a caller.
    """

    by_caller: Idempotency
    by_credentials: Idempotency


def recalled(view: View, operation: str) -> View:
    """Read the key before the credentials are checked; repeat a stored response without a body.

    `operation` is the operation id. Raises IdempotencyKeyReused.
    """

    @wraps(view)
    def with_key(**named: Any) -> Any:
        g.idempotent = idempotent = read_idempotent_request(operation)
        known = (
            None if idempotent is None else idempotent_requests.find_response(installation(), idempotent.by_credentials)
        )
        return view(**named) if known is None else _again(known)

    return with_key


def carried_out_once(view: View) -> View:
    """Perform a request once per key, after its credentials were checked.

    Raises IdempotencyKeyReused and RequestInProgress.
    """

    @wraps(view)
    def once(**named: Any) -> Any:
        idempotent: IdempotentRequest | None = g.get("idempotent")
        if idempotent is None:
            return view(**named)
        known = idempotent_requests.start(installation(), idempotent.by_caller)
        return _again(known) if known is not None else _carried_out(idempotent, lambda: view(**named))

    return once


def _carried_out(idempotent: IdempotentRequest, act: Callable[[], Any]) -> Response:
    """Perform a request, and store its response if it succeeded."""
    try:
        response = current_app.make_response(act())
    except BaseException:
        idempotent_requests.discard(installation(), idempotent.by_caller)
        raise
    if not 200 <= response.status_code < 300:
        idempotent_requests.discard(installation(), idempotent.by_caller)
        return response
    headers = tuple(each for each in response.headers.items() if each[0] not in RECOMPUTED)
    saved = SavedResponse(response.status_code, headers, response.get_data())
    for each in (idempotent.by_caller, idempotent.by_credentials) if _is_bare(saved) else (idempotent.by_caller,):
        idempotent_requests.store_response(installation(), each, saved)
    return response


def _is_bare(saved: SavedResponse) -> bool:
    """Whether a response has no content, so that it can be repeated without checking the credentials."""
    return saved.status == HTTPStatus.NO_CONTENT


def _again(saved: SavedResponse) -> Response:
    response = Response(saved.body, saved.status)
    response.headers.clear()
    response.headers.extend([*saved.headers, (REPLAYED, "true")])
    return response


def read_idempotent_request(operation: str) -> IdempotentRequest | None:
    """Return the request by its key; None without a key or without credentials."""
    key, token = request.headers.get(HEADER), principal().token
    if key is None or not token:
        return None
    digest = hashlib.sha256(f"{request.method} {request.full_path}\n".encode() + request.get_data()).hexdigest()
    user, shown = request.headers.get(ACTING_FOR, ""), hashlib.sha256(token.encode()).hexdigest()
    return IdempotentRequest(
        Idempotency(f"{operation}:{_caller() or shown}", key, digest),
        Idempotency(f"{operation}:ended:{shown}:{user}", key, digest),
    )


def _caller() -> str | None:
    """Return the player and the scopes of the key; None for seat tokens and invalid credentials."""
    try:
        who = principal().caller
    except problems.ProblemError:
        return None
    return None if who is None else " ".join((who.player, *sorted(who.scopes)))
