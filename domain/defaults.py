"""What a game need not write: functions, types and heuristics for a game in which every seat sees everything.

`domain.package.ruleset` takes each function that `rules` does not define from here, and lists its name in `defaults` of
the `Ruleset`. A game that hides something needs its own `determinize`, and often `observe`. `hidden_from` finds what a
game hides: the registry compares starts, the promises compare whole games.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields as fields_of
from functools import partial
from random import Random
from typing import Any, Final
from zlib import crc32

import msgspec

from domain.chance import pick
from domain.heuristics import Heuristics
from domain.published_limits import keeps_limits
from domain.ruleset import AnyRuleset, Rejection, RejectionCode
from domain.wire import Tagged

Codes = Mapping[str, RejectionCode]

DEALS: Final = 8
"""The number of starts that are compared."""


class NoOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The set-up choices; there are none."""


class NoFact(Tagged, frozen=True):
    """Nothing happened; no game reports this fact."""


class NoConstants(msgspec.Struct, frozen=True):
    """The constants for drawing the game; there are none."""


NO_CONSTANTS: Final = NoConstants()


def functions(fields: Mapping[str, Any], codes: Codes) -> dict[str, Callable[..., Any]]:
    """Return the functions that a game leaves out, by name; `fields` are those of its `Ruleset`.

    A game with its own `determinize` hides something: it gets no `reveals_nothing`.
    """
    clone = fields.get("clone") or partial(copied, msgspec.msgpack.Decoder(fields["state_type"]))
    standard: dict[str, Callable[..., Any]] = {
        "reject_setup": partial(rejected_setup, fields, codes),
        "reject": partial(rejected, fields["to_act"], fields["legal_actions"], fields["action_type"], codes),
        "observe": observed,
        "clone": clone,
        "determinize": partial(sampled, clone),
        "default_action": partial(any_action, fields["legal_actions"], fields["view"]),
    }
    if "determinize" not in fields:
        standard["reveals_nothing"] = nothing_revealed
    return {name: function for name, function in standard.items() if name not in fields}


def encoded(value: Any) -> bytes:
    """Return a value as the service stores it."""
    return msgspec.msgpack.encode(value)


def copied(decoder: msgspec.msgpack.Decoder[Any], state: Any) -> Any:
    """Return a copy of a state, as the service stores it and reads it again."""
    return decoder.decode(encoded(state))


def sampled(clone: Callable[[Any], Any], state: Any, seat: int, rng: Random) -> Any:
    """Return a copy of a state that each seat sees in full."""
    return clone(state)


def observed(action: Any, actor: int, viewer: int | None) -> Any:
    """Return an action that everybody sees."""
    return action


def nothing_revealed(before: Any, seat: int, action: Any, after: Any) -> bool:
    """Return True: each seat knew everything before."""
    return True


def rejected_setup(fields: Mapping[str, Any], codes: Codes, options: Any, seats: int) -> Rejection | None:
    """Return why a game cannot start: its number of seats, its first seat, or an option beyond its published limits."""
    if not fields["min_seats"] <= seats <= fields["max_seats"]:
        return codes["bad_player_count"](seats=seats)
    fits, named = keeps_limits(fields["options_type"], options), fields.get("first_seat_option")
    if named and not 0 <= (first := getattr(options, named)) < seats:
        return codes["bad_first_seat"](malformed=not fits, first_seat=first)
    return None if fits else codes["bad_options"](malformed=True)


def rejected(
    to_act: Callable[[Any], Sequence[int]],
    legal_actions: Callable[[Any, int], Sequence[Any]],
    action_type: Any,
    codes: Codes,
    state: Any,
    seat: int,
    action: Any,
) -> Rejection | None:
    """Return why an action is not in `legal_actions`, or None."""
    if not keeps_limits(action_type, action):
        return codes["malformed_action"](malformed=True)
    waiting = to_act(state)
    if not waiting:
        return codes["game_over"]()
    if seat not in waiting:
        return codes["not_your_turn"](to_act=list(waiting))
    return None if action in legal_actions(state, seat) else codes["illegal_action"]()


def any_action(
    legal_actions: Callable[[Any, int], Sequence[Any]], view: Callable[[Any, int], Any], state: Any, seat: int
) -> Any:
    """Return a legal action that looks random, and follows from what the seat sees.

    A player who plays it always wins as often as a random player.
    """
    legal = legal_actions(state, seat)
    return legal[crc32(msgspec.json.encode(view(state, seat), order="deterministic")) % len(legal)]


def heuristics(fields: Mapping[str, Any]) -> Heuristics:
    """Return heuristics that know nothing of a game: rollouts are random and go to the end.

    The levels `easy` and `greedy` then play like `random`. The levels with a search play well in small games.
    """
    to_act, legal_actions, apply = fields["to_act"], fields["legal_actions"], fields["apply"]
    clone, outcome = fields["clone"], fields["outcome"]

    def policy(state: Any, seat: int, rng: Random) -> Any:
        return pick(rng, legal_actions(state, seat))

    def evaluate(state: Any) -> list[float]:
        """Return the points of a game that goes on at random."""
        rng, trial = Random(0), clone(state)
        while waiting := to_act(trial):
            apply(trial, waiting[0], policy(trial, waiting[0], rng), rng)
        return [float(each.total) for each in outcome(trial).seats]

    return Heuristics(
        rollout_policy=policy,
        score_actions=lambda _state, _seat, legal: [0.0] * len(legal),
        temperature=1.0,
        evaluate=evaluate,
        win_temperature=1.0,
        rounds_begun=lambda state: int(not to_act(state)),
        horizon=1,
    )


def hidden_from(ruleset: AnyRuleset, viewer: int | None, states: Iterable[Any]) -> tuple[str, ...]:
    """Return the fields in which two of some states differ although a viewer sees the same; empty if none do."""
    alike: dict[bytes, Any] = {}
    for state in states:
        first = alike.setdefault(encoded(ruleset.view(state, viewer)), state)
        named = [each.name for each in fields_of(state)]
        if hidden := [name for name in named if encoded(getattr(first, name)) != encoded(getattr(state, name))]:
            return tuple(hidden)
    return ()


def lacking(ruleset: AnyRuleset, seats: int) -> str | None:
    """Return what to add to a game that hides a part of its start, and leaves it to a default; None if nothing."""
    options = ruleset.options_type()
    states = [ruleset.setup(options, seats, Random(number)) for number in range(DEALS)]
    if "observe" in ruleset.defaults and len(ruleset.to_act(states[0])) > 1:
        return NEEDS_OBSERVE_AT_ONCE
    if "determinize" in ruleset.defaults:
        for viewer in (*range(seats), None):
            if hidden := hidden_from(ruleset, viewer, states):
                return needs_determinize(viewer, hidden)
    return None


NEEDS_OBSERVE_AT_ONCE: Final = (
    "several seats of your game act at the same time, so it needs `observe(action, actor, viewer)`: return the action "
    "to its actor, and a form without its hidden part to others. If all may see it, return the action."
)


def needs_determinize(viewer: int | None, hidden: Sequence[str]) -> str:
    """Return what to add to a game that hides fields of its state from a seat, or from spectators."""
    listed = ", ".join(f"`{each}`" for each in hidden)
    return (
        f"your game hides {listed} from {_called(viewer)}, so it needs `determinize(state, seat, rng)`: return a copy "
        "in which everything that the seat does not see is drawn again. Without it, AI players and bots see it. Or "
        "show it in `view`, or do not store it."
    )


def needs_observe(viewer: int | None, action: Any) -> str:
    """Return what to add to a game whose log shows an action that the view of a seat hides."""
    return (
        f"your game hides {type(action).__name__} from {_called(viewer)}, so it needs `observe(action, actor, viewer)`:"
        " return the action to its actor, and a form without its hidden part to others. Without it, the log shows the "
        "whole action. If all may see it, let `observe` return the action."
    )


def _called(viewer: int | None) -> str:
    return "spectators" if viewer is None else f"seat {viewer}"
