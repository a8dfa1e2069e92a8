"""Prove that a position has no other right action, without using the search or its evaluation of positions.

A proof assigns every legal action a value. The right actions must have higher values than all others. If the value is a
mean over games, the difference must be far larger than chance can explain.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, Final

from domain.ruleset import AnyRuleset

SAMPLES: Final = 20
"""Number of sampled states in which a proof looks a few actions ahead."""
OWN_AHEAD: Final = 5
"""Number of own actions to look ahead for a win."""
RIVALS_AHEAD: Final = 2
"""Number of a rival's actions to look ahead, if a turn is short."""
RIVALS_FAR_AHEAD: Final = 3
"""Number of a rival's actions to look ahead if turns are longer, which takes much longer."""
GAP: Final = 0.3
"""Minimum difference between the shares of a right action and of any other."""
GAMES: Final = 150
"""Number of games played on with each action."""
SIFTED: Final = 30
"""Number of games after which only the best of the other actions are examined further."""
RIVALS: Final = 3
"""Number of other actions that are examined further."""
ERRORS: Final = 3.0
"""Minimum number of standard errors between a right action and any other."""


@dataclass(frozen=True)
class Evidence:
    """The value of the worst right action, and of the best other action."""

    must: float
    other: float
    sure: bool
    """Whether the difference is larger than chance can explain."""


@dataclass(frozen=True)
class Proof:
    """A way to compute the values of actions."""

    name: str
    text: str
    """States what the values mean."""
    weigh: Callable[[AnyRuleset, Any, int, Sequence[Any], Sequence[Any]], Evidence]
    """Compares right actions with all other legal actions of a seat in a state."""
    quick: bool = True
    """Whether every test run uses the proof; slower ones run in `make blunders`."""


def _in_samples(worth: Callable[[AnyRuleset, Any, int, Any, Random], float], samples: int) -> Any:
    """Compare actions by their values in several sampled states, with the same random draws for every action."""

    def weigh(ruleset: AnyRuleset, state: Any, seat: int, must: Sequence[Any], others: Sequence[Any]) -> Evidence:
        def mean(action: Any) -> float:
            return fmean(worth(ruleset, state, seat, action, Random(number)) for number in range(samples))

        least, most = min(map(mean, must)), max(map(mean, others))
        return Evidence(least, most, least - most >= GAP)

    return weigh


def _after(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> Any:
    """Sample the information hidden from a seat and return the state after an action."""
    sampled = ruleset.determinize(state, seat, rng)
    ruleset.apply(sampled, seat, action, rng)
    return sampled


# Winning, and losing, at once


def _wins(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Whether the seat can win before any other seat acts again."""
    return float(_can_win(ruleset, _after(ruleset, state, seat, action, rng), seat, OWN_AHEAD))


def _survives(ahead: int, ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Whether no other seat can win before the seat's next turn; until they can, the others follow the heuristics."""
    after = _after(ruleset, state, seat, action, rng)
    left = False
    while waiting := ruleset.to_act(after):
        actor, left = waiting[0], left or waiting[0] != seat
        if actor == seat and left:
            return 1.0
        if actor != seat and _can_win(ruleset, after, actor, ahead):
            return 0.0
        ruleset.apply(after, actor, ruleset.heuristics.rollout_policy(after, actor, rng), rng)
    return float(_can_win(ruleset, after, seat, 0))


def _can_win(ruleset: AnyRuleset, state: Any, seat: int, ahead: int) -> bool:
    """Whether a seat can end the game as its only winner with up to this number of own actions."""
    outcome = ruleset.outcome(state)
    if outcome:
        return outcome.winners == (seat,)
    if not ahead or list(ruleset.to_act(state)) != [seat]:
        return False
    return any(_can_win(ruleset, after, seat, ahead - 1) for after in _successors(ruleset, state, seat))


def _successors(ruleset: AnyRuleset, state: Any, seat: int) -> Iterator[Any]:
    """Return the states after each action of a seat, with any random draws."""
    for action in ruleset.legal_actions(state, seat):
        after = ruleset.clone(state)
        ruleset.apply(after, seat, action, Random(0))
        yield after


WINS: Final = Proof(
    "wins", "the share of sampled states in which the seat wins before any other seat acts", _in_samples(_wins, 5)
)
SURVIVES: Final = Proof(
    "survives",
    "the share of sampled states in which no other seat can win before the seat's next turn",
    _in_samples(partial(_survives, RIVALS_AHEAD), SAMPLES),
)
SURVIVES_LONG_TURNS: Final = replace(
    SURVIVES, weigh=_in_samples(partial(_survives, RIVALS_FAR_AHEAD), SAMPLES), quick=False
)

# The whole rest of the game


def _solved(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Return the share of the win that no other seat can prevent, in an end without random draws."""
    return _certain(ruleset, _after(ruleset, state, seat, action, rng), seat, {})


def _certain(ruleset: AnyRuleset, state: Any, seat: int, known: dict[str, float]) -> float:
    """Search all lines of play to the end; with simultaneous decisions the others know the seat's decision."""
    outcome = ruleset.outcome(state)
    if outcome:
        return (seat in outcome.winners) / len(outcome.winners)
    key = repr(state)
    if key not in known:
        waiting = ruleset.to_act(state)
        actor = seat if seat in waiting else waiting[0]
        found = (_certain(ruleset, after, seat, known) for after in _successors(ruleset, state, actor))
        known[key] = _first_of(found, 1.0, max) if actor == seat else _first_of(found, 0.0, min)
    return known[key]


def _first_of(found: Iterator[float], extreme: float, better: Callable[[float, float], float]) -> float:
    """Return the best value found, and stop at the extreme."""
    best = next(found)
    while best != extreme and (value := next(found, None)) is not None:
        best = better(best, value)
    return best


SOLVED: Final = Proof(
    "solved", "the share of a victory that the action guarantees, by exhaustive search", _in_samples(_solved, 1)
)

# Games played on


def _lead(ruleset: AnyRuleset, state: Any, seat: int, action: Any, number: int) -> float:
    """Play on by the heuristics from a sampled state to the end of the game; return the lead over the best rival."""
    rng = Random(number)
    after = _after(ruleset, state, seat, action, rng)
    while (outcome := ruleset.outcome(after)) is None:
        actor = ruleset.to_act(after)[0]
        ruleset.apply(after, actor, ruleset.heuristics.rollout_policy(after, actor, rng), rng)
    totals = [each.total for each in outcome.seats]
    return totals.pop(seat) - max(totals)


def _by_games(ruleset: AnyRuleset, state: Any, seat: int, must: Sequence[Any], others: Sequence[Any]) -> Evidence:
    """Compare actions by the mean lead at the end of games that continue with them.

    Some games select the best of the other actions; all further games compare only with these."""

    def leads(action: Any, games: int) -> list[float]:
        return [_lead(ruleset, state, seat, action, number) for number in range(games)]

    rivals = sorted(others, key=lambda action: fmean(leads(action, SIFTED)))[-RIVALS:]
    musts, most = [leads(action, GAMES) for action in must], [leads(action, GAMES) for action in rivals]
    sure = all(_beyond_chance(mine, theirs) for mine in musts for theirs in most)
    return Evidence(min(map(fmean, musts)), max(map(fmean, most)), sure)


def _beyond_chance(mine: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether leads in the same sampled states differ by more than chance can explain."""
    gaps = [one - other for one, other in zip(mine, theirs, strict=True)]
    return fmean(gaps) > ERRORS * sqrt(variance(gaps) / len(gaps))


PLAYED_ON: Final = Proof(
    "played on", "the mean lead after games that continue with the heuristic", _by_games, quick=False
)
PROOFS: Final = (WINS, SURVIVES, SOLVED, PLAYED_ON)
