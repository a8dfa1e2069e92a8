"""Submit actions in many games with one request; a failed action does not affect the others."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Response
from marshmallow import ValidationError

from service.api import includes, limits
from service.api.authentication import own_seat_of_game
from service.api.errors import show
from service.api.operations import bottega, idempotency_of, unfit
from service.play import games
from service.play.presenters import Wire
from service.store import Idempotency


def keyed(entries: Iterable[Any], key: str | None) -> list[Any]:
    """Return the entries of a batch. With a `key`, each entry without its own key gets the key and its position."""
    if key is None:
        return [*entries]
    return [
        {"idempotency_key": f"{key} {place}", **entry} if isinstance(entry, dict) else entry
        for place, entry in enumerate(entries)
    ]


def answer(entry: Any, query: Mapping[str, Any]) -> Wire:
    """Submit one action; return its result."""
    try:
        return _carried_out(entry, query)
    except Exception as error:  # noqa: BLE001  # any error belongs to this entry
        return _rejected(show(error), entry.get("token") if isinstance(entry, dict) else None)


def _carried_out(entry: Any, query: Mapping[str, Any]) -> Wire:
    """Submit one action; raises the problems of `submitAction`."""
    if isinstance(entry, ValidationError):
        raise unfit(entry.messages) from entry
    if isinstance(entry, Exception):
        raise entry
    limits.check_rejections(limits.blamed_for(entry.get("token")))
    game_id = entry["game_id"]
    seat, stored = own_seat_of_game(game_id, entry.get("token"), answers="idempotency_key" in entry)
    parts = includes.of_words(query.get("include", frozenset()), game_id, seat, entry.get("since"))
    ruleset, decision, action = entry["ruleset"], entry["decision"], entry["action"]
    acted = games.act(
        bottega(),
        game_id,
        seat,
        decision,
        action,
        ruleset=ruleset,
        idempotency=_idempotency(entry, seat),
        parts=parts,
        stored=stored,
    )
    return {"status": 200, "body": msgspec.Raw(acted.body), **({"replayed": True} if acted.replayed else {})}


def _idempotency(entry: Mapping[str, Any], seat: int) -> Idempotency | None:
    """Return the idempotency key of an entry; None if it has none. Position and JSON spelling do not matter."""
    if "idempotency_key" not in entry:
        return None
    asked = [entry[name] for name in ("game_id", "ruleset", "decision", "action")]
    return idempotency_of(f"action:{seat}", entry["idempotency_key"], msgspec.json.encode(asked))


def _rejected(response: Response, token: str | None) -> Wire:
    """Return the result of a failed entry; it counts as a rejected request."""
    limits.count_rejected(response.status_code, limits.blamed_for(token))
    waiting = {"retry_after": int(response.headers["Retry-After"])} if "Retry-After" in response.headers else {}
    return {"status": response.status_code, "problem": msgspec.Raw(response.get_data()), **waiting}
