"""Helpers for the tests of previews."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from workers.promises.games import PLAYED, Step, play
from workers.promises.references import as_json


def find_offered(name: str) -> tuple[tuple[Any, Any], ...]:
    """List the legal actions of two games that have a preview, each with its preview, as JSON; each preview once."""
    ruleset = PLAYED[name]
    steps = [*play(name, ruleset.min_seats, 3).steps, *play(name, ruleset.max_seats, 4).steps]
    found: dict[str, tuple[Any, Any]] = {}
    for step in steps:
        for action, preview in previews_of(name, step):
            shown = as_json(preview)
            if shown:
                found.setdefault(f"{as_json(action)['type']} {shown}", (as_json(action), shown))
    return tuple(found.values())


offered = cache(find_offered)


def previews_of(name: str, step: Step) -> Iterator[tuple[Any, Any]]:
    """Yield each legal action before a step with its preview; nothing if the ruleset returns no previews."""
    ruleset = PLAYED[name]
    legal = ruleset.legal_actions(step.before, step.seat)
    previews = ruleset.previews(step.before, step.seat, legal)
    yield from zip(legal, previews, strict=True) if previews else ()
