"""Players in the arena: AI levels, also with other constants, players that only measure them, and external bots.

A player is named by a word, after which constants may follow:

- `hard`, or any other level; `hard:iterations=200,exploration=0.1,horizon=3` thinks with other constants: the budget's
  iterations, of which a decision gets the share of the ruleset, and the numbers of its `Heuristics`;
- `value`, an opponent with no search that has only the evaluation of positions in common with the levels;
- `stranger`, which knows the rules and no heuristics: it takes the action after which random games end best for it;
- `peeking-hard`, or any other level that searches: it sees the true state;
- `unlearned-hard`, or any other level that searches: it does not use the learned values that the kernel reads;
- `hard@4b8e01c3`, or any other level: it plays as at that commit; its only constant is `iterations`;
- `package.module:function`, a bot: the function takes the ruleset, the state, the seat and a random generator, and
  returns one of the legal actions. `Ruleset.view` returns what its seat may see; whether it looks at more is not
  checked.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Final

from domain import defaults
from domain.levels import LEVELS, SearchBudget, without_cap
from domain.rollout import play_out
from domain.ruleset import AnyRuleset
from tests.lab.strength import earlier
from workers.thinking.choice import think

Player = Callable[[AnyRuleset, Any, int, Random], Any]
"""Makes a decision of a seat in the true state, with its own random generator."""

ITERATIONS: Final = "iterations"
CONSTANTS: Final = (
    "temperature",
    "win_temperature",
    "point_value",
    "exploration",
    "prior_weight",
    "others_prior_weight",
    "horizon",
    "restart_every",
)
"""The numbers of `Heuristics` that a player may change."""

PLAYOUTS: Final = 10
"""The number of random games of a stranger after each legal action."""


class UnknownPlayer(Exception):
    """No player has this name; the message states what is wrong with it."""


def find_player(name: str) -> Player:
    """Find a player by its name; raises UnknownPlayer."""
    word, _, rest = name.partition(":")
    kind, _, level = word.rpartition("-")
    if name in OF_THE_ARENA:
        return OF_THE_ARENA[name]
    if "@" in word:
        return of_commit(word, read_constants(rest))
    if level in LEVELS and kind in KINDS:
        constants = read_constants(rest)
        if not isinstance(LEVELS[level], SearchBudget) and (kind or ITERATIONS in constants):
            raise UnknownPlayer(f"{level!r} does not search: it has no iterations, and nothing to peek with")
        return KINDS[kind](of_level(level, constants))
    try:
        bot: Player = getattr(import_module(word), rest)
    except (ImportError, AttributeError, ValueError) as error:
        raise UnknownPlayer(f"{name!r} is neither a level nor a function: {error}") from error
    return bot


def read_constants(listed: str) -> Mapping[str, float]:
    """Parse `iterations=200,exploration=0.1`; raises UnknownPlayer."""
    constants = {}
    for each in filter(None, listed.split(",")):
        constant, _, number = each.partition("=")
        if constant not in (ITERATIONS, *CONSTANTS):
            raise UnknownPlayer(f"{constant!r} is none of {', '.join((ITERATIONS, *CONSTANTS))}")
        try:
            constants[constant] = int(number) if number.isdecimal() else float(number)
        except ValueError as error:
            raise UnknownPlayer(f"{each!r} gives no number") from error
    return constants


def of_commit(word: str, constants: Mapping[str, float]) -> Player:
    """Play as an AI level did at a commit: `hard@4b8e01c3`. Raises UnknownPlayer."""
    level, _, commit = word.partition("@")
    if level not in LEVELS or set(constants) - {ITERATIONS}:
        raise UnknownPlayer(f"{word!r} is a level and a commit, with no constants but {ITERATIONS}")
    try:
        named = earlier.full_name(commit)
    except earlier.UnknownCommit as error:
        raise UnknownPlayer(f"{commit!r} is no commit of this repository") from error
    iterations = int(constants.get(ITERATIONS, 0))

    def play(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
        return earlier.decide(level, named, iterations, ruleset, state, seat, rng).action

    return play


def of_level(level: str, constants: Mapping[str, float]) -> Player:
    """Play as an AI level does in the service, without its time limit: the same games on every machine."""
    how = without_cap(LEVELS[level])
    if isinstance(how, SearchBudget):
        how = replace(how, iterations=int(constants.get(ITERATIONS, how.iterations)))
    guided: dict[str, Any] = {constant: number for constant, number in constants.items() if constant != ITERATIONS}

    def play(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
        heuristics = replace(ruleset.heuristics, **guided) if guided else ruleset.heuristics
        return think(replace(ruleset, heuristics=heuristics) if guided else ruleset, state, seat, how, rng).action

    return play


def seeing_all(player: Player) -> Player:
    """Play as a player does, but in the true state, to measure the value of all hidden information."""

    def cheat(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
        seeing = replace(ruleset, determinize=lambda state, seat, rng: ruleset.clone(state))
        return player(seeing, state, seat, rng)

    return cheat


def unlearned(player: Player) -> Player:
    """Play as a player does, but without learned values, to measure what they are worth."""

    def play(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
        return player(without_values(ruleset), state, seat, rng)

    return play


@cache
def without_values(ruleset: AnyRuleset) -> AnyRuleset:
    """Return a ruleset that searches as without `values.json`; raises UnknownPlayer if the kernel does not read it."""
    module = import_module(f"{ruleset.package}.heuristics")
    if not hasattr(module, "VALUE_FACTS"):
        raise UnknownPlayer(f"no search of {ruleset.name} without learned values is known")
    own = getattr(module, "HEURISTICS", None) or defaults.heuristics(vars(ruleset))
    return replace(ruleset, heuristics=own)


def by_value(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Take the action with the largest lead by static evaluation, without any search.

    It has only the evaluation of positions in common with the levels that search: an opponent that their rollouts do
    not know.
    """
    sampled = ruleset.determinize(state, seat, rng)
    legal = ruleset.legal_actions(sampled, seat)
    leads = [_lead(ruleset, sampled, seat, action, rng) for action in legal]
    return legal[leads.index(max(leads))]


def _lead(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Return the lead in value over the best rival after an action."""
    after = ruleset.clone(state)
    ruleset.apply(after, seat, action, rng)
    outcome = ruleset.outcome(after)
    if outcome:
        values = [each.total * ruleset.heuristics.point_value for each in outcome.seats]
    else:
        values = list(ruleset.heuristics.evaluate(after))
    return values.pop(seat) - max(values)


def by_random_games(ruleset: AnyRuleset, state: Any, seat: int, rng: Random) -> Any:
    """Take the action after which games of random players end with the largest mean lead, over a few deals.

    It has nothing but the rules in common with the levels.
    """
    legal = ruleset.legal_actions(state, seat)
    leads = [0] * len(legal)
    for _ in range(PLAYOUTS if len(legal) > 1 else 0):
        sampled = ruleset.determinize(state, seat, rng)
        for place, action in enumerate(legal):
            leads[place] += _lead_at_the_end(ruleset, ruleset.clone(sampled), seat, action, rng)
    return legal[leads.index(max(leads))]


def _lead_at_the_end(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> int:
    """Play a state on at random after an action, in place; return the lead over the best rival."""
    ruleset.apply(state, seat, action, rng)
    play_out(ruleset, state, rng)
    outcome = ruleset.outcome(state)
    assert outcome is not None
    totals = [each.total for each in outcome.seats]
    return totals.pop(seat) - max(totals)


KINDS: Final[Mapping[str, Callable[[Player], Player]]] = {
    "": lambda player: player,
    "peeking": seeing_all,
    "unlearned": unlearned,
}
"""How a level may be changed, by the word before its name."""
OF_THE_ARENA: Final[Mapping[str, Player]] = {"value": by_value, "stranger": by_random_games}
"""Players that only measure the levels."""
