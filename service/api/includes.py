"""Read which parts a response should include."""

from collections.abc import Set
from typing import Any

from service.api import limits
from service.api.authentication import ACTING_FOR, caller
from service.play.includes import Includes


def parts(query: dict[str, Any], game_id: str, seat: int | None) -> Includes:
    """Read `include` and `since`; actions count for the rate limit of legal actions. Raises TooManyRequests."""
    return of_words(_words(query), game_id, seat, query.get("since"))


def of_words(words: Set[str], game_id: str, seat: int | None, since: int | None = None) -> Includes:
    """Return the requested parts; actions count for the rate limit of legal actions. Raises TooManyRequests."""
    if "actions" in words and seat is not None:
        limits.spend(limits.LEGAL_ACTIONS, f"{game_id}/{seat}")
    events = "events" in words or "patches" in words
    return Includes("actions" in words, events, "patches" in words, "hints" in words, "undo" in words, since)


def by_reader() -> dict[str, str]:
    """Return the headers of a response that depends on the caller."""
    credentials = "Authorization" if caller() is None else f"Authorization, {ACTING_FOR}"
    return {"Cache-Control": "private, no-cache", "Vary": credentials}


def mark(query: dict[str, Any], hints_left: int | None) -> str:
    """Return the included parts for an ETag; empty for none. The hints left change while the version does not."""
    words = _words(query)
    left = "" if hints_left is None else f"-{hints_left}"
    return f"-{'.'.join(sorted(words))}-{query['since']}{left}" if words else ""


def _words(query: dict[str, Any]) -> frozenset[str]:
    """Return the requested parts; none by default."""
    words: frozenset[str] = query.get("include", frozenset())
    return words
