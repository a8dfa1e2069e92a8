"""Verify the record of each game of a package once, when the game ends.

A game must follow from its seed and its actions. Rules that use the time, or another source of chance, play a game that
cannot be repeated: its record differs from what the players saw. Such a game keeps its result, but is not rated.
"""

import dataclasses
import logging
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from domain.actions import IllegalAction
from domain.json_diff import differences
from domain.record import Wire, shown_fact, write
from domain.ruleset import AnyRuleset, Emit
from domain.verification import RecordMismatch, verify
from service.game import history
from service.game.game import Game, load, rules_of
from service.installation import failed_jobs
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.isolation.isolation import guarded, is_built_in
from service.isolation.processes import limits_of
from service.reading import records
from service.store import ConflictingWrite, Event, Header
from service.store.failed_jobs import RECORD

SECONDS: Final = 10.0
"""How long a record is verified. A longer game stays without a mark."""

logger = logging.getLogger(__name__)


class TooLong(Exception):
    """A game takes too long to repeat."""


def check(installation: Installation, header: Header) -> str:
    """Mark a finished game of a package if its record cannot be verified; return why, or an empty text.

    The rules of this repository are not checked, since its tests do that. Raises GameBusy.
    """
    if is_built_in(rules_of(installation, header)):
        return ""
    game = load(installation, header.game_id)
    if game.info.record_hash or game.info.irreproducible:  # checked by an earlier attempt
        return game.info.irreproducible
    why = _fault(installation, game)
    if why:
        retry_conflicts(lambda: _mark(installation, header.game_id, why))
        failed_jobs.note_fault(installation, header.game_id, f"`apply` of {header.ruleset}: {why}", RECORD)
        logger.error("game %s: `apply` of %s cannot be repeated: %s", header.game_id, header.ruleset, why)
    return why


def _mark(installation: Installation, game_id: str, why: str) -> None:
    game = load(installation, game_id)
    if not installation.store.replace_info(game_id, game.info, replace(game.info, irreproducible=why)):
        raise ConflictingWrite


def _fault(installation: Installation, game: Game) -> str:
    """Return why a game cannot be repeated: the first place that differs, or a failure. Empty if all is equal."""
    events, limits = history.whole_log(installation, game), limits_of(installation.settings)
    rulesets = guarded({game.ruleset.name: game.ruleset}, limits)
    ruleset = _timed(rulesets[game.ruleset.name], time.monotonic() + SECONDS)
    try:
        record = records.built(dataclasses.replace(game, ruleset=ruleset), events)
        verify(write(record), {ruleset.name: ruleset})
    except RecordMismatch as mismatch:
        return f"another repetition differs at {str(mismatch).partition(':')[0]}"
    except IllegalAction as illegal:
        return f"another repetition rejects an action ({illegal.reason.code})"
    except RuleFault as fault:
        return f"`{fault.function}` has failed: {fault.why}"
    except TooLong:
        logger.warning("the record of game %s is not verified: the game takes too long", game.header.game_id)
        return ""
    different = next(_differences(record, events, game), "")
    return f"the record differs from the game at {different}" if different else ""


def _timed(ruleset: AnyRuleset, end: float) -> AnyRuleset:
    """Return a ruleset whose `apply` raises TooLong after a moment of the monotonic clock."""
    apply = ruleset.apply

    def timed(state: Any, seat: int, action: Any, rng: Random, emit: Emit | None = None) -> None:
        if time.monotonic() > end:
            raise TooLong
        apply(state, seat, action, rng, emit)

    return dataclasses.replace(ruleset, apply=timed)


def _differences(record: Wire, events: Sequence[Event], game: Game) -> Iterator[str]:
    """Yield the paths of a record at which the players saw something else: facts of events, and the result."""
    for number, (entry, event) in enumerate(zip(record["events"], events, strict=True)):
        seen = [shown_fact(msgspec.json.decode(fact), audience) for fact, audience in event.facts]
        yield from _paths(entry.get("facts", []), seen, f"events[{number}].facts")
    outcome = game.outcome
    ranked = [] if outcome is None else msgspec.to_builtins(outcome.seats)
    yield from _paths(record["result"]["seats"], ranked, "result.seats")


def _paths(found: Any, expected: Any, path: str) -> Iterator[str]:
    return (different for different, _, _ in differences(found, expected, path))
