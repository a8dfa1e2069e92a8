"""Play games between AI levels from a seed, without a service.

The records have the usual format (`domain.record`). They use no clock: the id comes from seed and salt, every event has
the same time, and searches have no time limit. The same seed and salt therefore produce the same file.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain.dice import Seed
from domain.levels import Decide, SearchBudget, without_cap
from domain.record import Origin, TimedAction, Wire, build
from domain.replay import GamePosition, start, step
from domain.ruleset import AnyRuleset
from service.game.levels import find_level
from service.installation.clock_and_ids import GAME_ID_LENGTH
from workers.thinking.choice import choose

MOMENT = "2000-01-01T00:00:00.000000Z"
"""Time of every event in these records."""


class Rejected(Exception):
    """The options or levels are not valid; the message says why."""


def record(ruleset: AnyRuleset, options: Mapping[str, Any], levels: Sequence[str], seed: Seed) -> Wire:
    """Play a whole game of these AI levels and return its record; raises Rejected or UnknownLevel."""
    chosen = _set_up(ruleset, options, len(levels))
    players = [without_cap(find_level(level)) for level in levels]
    moves = list(_play(ruleset, start(ruleset, chosen, len(levels), seed), players, seed))
    seats = [{"seat": seat, "kind": "ai", "level": level} for seat, level in enumerate(levels)]
    game_id = hashlib.sha256(b"game:" + seed.secret + seed.salt).hexdigest()[:GAME_ID_LENGTH]
    return build(ruleset, Origin(game_id, MOMENT, chosen, seats, seed, ruleset.version, {"sandbox": True}), moves)


def record_again(ruleset: AnyRuleset, recorded: Wire) -> Wire:
    """Play a recorded game again, with the current rules and levels."""
    levels = [seat["level"] for seat in recorded["seats"]]
    seed = Seed(bytes.fromhex(recorded["seed"]), bytes.fromhex(recorded["salt"]))
    return record(ruleset, recorded["options"], levels, seed)


def _set_up(ruleset: AnyRuleset, options: Mapping[str, Any], seats: int) -> Any:
    try:
        chosen = msgspec.convert(options, ruleset.options_type)
    except msgspec.ValidationError as error:
        raise Rejected(str(error)) from error
    reason = ruleset.reject_setup(chosen, seats)
    if reason is not None:
        raise Rejected(f"{reason.code} ({reason.paragraph})")
    return chosen


def _play(
    ruleset: AnyRuleset, position: GamePosition[Any], players: Sequence[Decide | SearchBudget], seed: Seed
) -> Iterator[TimedAction]:
    """Play `position` to its end in place and yield the actions, those of the lowest seat first."""
    while waiting := ruleset.to_act(position.state):
        seat = waiting[0]
        action = choose(ruleset, position, seat, players[seat], seed).action
        step(ruleset, position, seat, action, seed)
        yield TimedAction(seat, MOMENT, action)
