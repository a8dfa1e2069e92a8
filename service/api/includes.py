"""Read which parts a response should include."""

from collections.abc import Set

from service.api import limits
from service.api.authentication import ACTING_FOR, principal
from service.game.includes import Includes
from service.resources.games import ViewQuery
from service.resources.surroundings import SURROUNDINGS


def of_words(words: Set[str], since: int | None = None) -> Includes:
    """Return the parts of a response that the words in `include` name."""
    events = "events" in words or "patches" in words
    return Includes(
        actions="actions" in words,
        events=events,
        patches="patches" in words,
        hints="hints" in words,
        undo="undo" in words,
        setup="setup" in words,
        surroundings=SURROUNDINGS & words,
        since=since,
    )


def counted(parts: Includes, game_id: str, seat: int | None) -> Includes:
    """Count a list of legal actions for the rate limit of the seat; raises TooManyRequests.

    The list in the response to an action is not counted. That limit would need a round trip of its own, and the rules
    already limit how often a seat acts.
    """
    if parts.actions and seat is not None:
        limits.spend(limits.LEGAL_ACTIONS, f"{game_id}/{seat}")
    return parts


def by_caller() -> dict[str, str]:
    """Return the headers of a response that depends on the caller."""
    credentials = "Authorization" if principal().caller is None else f"Authorization, {ACTING_FOR}"
    return {"Cache-Control": "private, no-cache", "Vary": credentials}


def mark(query: ViewQuery, hints_left: int | None) -> str:
    """Return the included parts for an ETag; empty for none. The hints left change while the version does not."""
    left = "" if hints_left is None else f"-{hints_left}"
    return f"-{'.'.join(sorted(query.include))}-{query.since}{left}" if query.include else ""
