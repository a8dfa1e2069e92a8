"""Repeated requests: every operation that changes something is carried out once for each `Idempotency-Key`.

Operations that declare the header look after it themselves, in the same step that changes the store. This module does
so for all others. Responses are kept by caller: another caller with the same key and body gets nothing of them. They
are given again once the credentials have been checked again. Those without a body need no such check: the operation may
have ended the credentials, as `deleteMe` does.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from http import HTTPStatus
from typing import Any

from flask import Response, current_app, g, request

from service.api.authentication import ACTING_FOR, caller, credentials
from service.play import idempotent_requests
from service.play.bottega import Bottega
from service.play.idempotent_requests import SavedResponse
from service.problems import ProblemError
from service.store import Idempotency

HEADER = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"
UNKEPT = ("Content-Length",)
"""Headers that follow from the rest."""

View = Callable[..., Any]


@dataclass(frozen=True)
class IdempotentRequest:
    """A request with a key, by its caller; and by its credentials alone, which may have ended with the first one."""

    by_caller: Idempotency
    by_bearer: Idempotency


def recalled(view: View, operation: str) -> View:
    """Note what is asked for with a key before the credentials are checked; a response without a body is given again.

    `operation` is its name in the contract. Raises IdempotencyKeyReused.
    """

    @wraps(view)
    def with_key(**named: Any) -> Any:
        g.asked = asked = read_asked(operation)
        known = None if asked is None else idempotent_requests.find_response(_bottega(), asked.by_bearer)
        return view(**named) if known is None else _again(known)

    return with_key


def carried_out_once(view: View) -> View:
    """Carry a request out unless it has been, once the credentials were checked.

    Raises IdempotencyKeyReused and RequestInProgress.
    """

    @wraps(view)
    def once(**named: Any) -> Any:
        asked: IdempotentRequest | None = g.get("asked")
        if asked is None:
            return view(**named)
        known = idempotent_requests.begin(_bottega(), asked.by_caller)
        return _again(known) if known is not None else _carried_out(asked, lambda: view(**named))

    return once


def _carried_out(asked: IdempotentRequest, act: Callable[[], Any]) -> Response:
    """Carry a request out, and keep the response if it has succeeded."""
    try:
        response = current_app.make_response(act())
    except BaseException:
        idempotent_requests.discard(_bottega(), asked.by_caller)
        raise
    if not 200 <= response.status_code < 300:
        idempotent_requests.discard(_bottega(), asked.by_caller)
        return response
    headers = tuple(each for each in response.headers.items() if each[0] not in UNKEPT)
    answer = SavedResponse(response.status_code, headers, response.get_data())
    for each in (asked.by_caller, asked.by_bearer) if _is_bare(answer) else (asked.by_caller,):
        idempotent_requests.store_response(_bottega(), each, answer)
    return response


def _is_bare(answer: SavedResponse) -> bool:
    """Whether a response shows nothing, so that it may be given again without looking at the credentials."""
    return answer.status == HTTPStatus.NO_CONTENT


def _again(answer: SavedResponse) -> Response:
    """Give a response again."""
    response = Response(answer.body, answer.status)
    response.headers.clear()
    response.headers.extend([*answer.headers, (REPLAYED, "true")])
    return response


def read_asked(operation: str) -> IdempotentRequest | None:
    """Read what is asked for with a key; None without a key, and without credentials, which are then asked for."""
    key, bearer = request.headers.get(HEADER), credentials()[1]
    if key is None or not bearer:
        return None
    digest = hashlib.sha256(f"{request.method} {request.full_path}\n".encode() + request.get_data()).hexdigest()
    user, shown = request.headers.get(ACTING_FOR, ""), hashlib.sha256(bearer.encode()).hexdigest()
    return IdempotentRequest(
        Idempotency(f"{operation}:{_caller() or shown}", key, digest),
        Idempotency(f"{operation}:ended:{shown}:{user}", key, digest),
    )


def _caller() -> str | None:
    """Name the player and what the key is made for; None for a token of a game, and for what opens nothing."""
    try:
        who = caller()
    except ProblemError:
        return None
    return None if who is None else " ".join((who.player, *sorted(who.scopes)))


def _bottega() -> Bottega:
    """Return what the use cases of this application work with."""
    connected: Bottega = current_app.extensions["bottega"]
    return connected
