"""Proofs that a position leaves nothing else to play, none of which asks the search or what it values positions by.

A proof gives every legal action a worth. Those that must be played are worth more than all others: by far more than
chance can explain where the worth is a mean over games played on.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean, variance
from typing import Any, Final

from domain.ruleset import AnyRuleset

WORLDS: Final = 20
"""Imagined states in which a proof looks a few actions ahead."""
OWN_AHEAD: Final = 5
"""How many own actions it looks ahead for a victory."""
RIVALS_AHEAD: Final = 2
"""How many actions of a rival, where a turn is short."""
RIVALS_FAR_AHEAD: Final = 3
"""How many of them where turns are longer, which takes much longer."""
GAP: Final = 0.3
"""Between the shares of a must-play and of any other action."""
GAMES: Final = 150
"""Games played on with each action."""
SIFTED: Final = 30
"""Games after which only the best of the other actions are looked at further."""
RIVALS: Final = 3
"""How many of them."""
ERRORS: Final = 3.0
"""Standard errors between a must-play and any other action."""


@dataclass(frozen=True)
class Evidence:
    """What the worst of the must-plays is worth, and the best of all others."""

    must: float
    other: float
    sure: bool
    """Whether the difference is beyond chance."""


@dataclass(frozen=True)
class Proof:
    """A way to compute the values of actions."""

    name: str
    text: str
    """Says what the worths mean."""
    weigh: Callable[[AnyRuleset, Any, int, Sequence[Any], Sequence[Any]], Evidence]
    """Weighs must-plays against all other legal actions of a seat in a state."""
    quick: bool = True
    """Whether the tests prove with it at every run; what takes longer is proven by `make blunders`."""


def _in_samples(worth: Callable[[AnyRuleset, Any, int, Any, Random], float], samples: int) -> Any:
    """Weigh actions by a worth in so many imagined states, the same dice for every action."""

    def weigh(ruleset: AnyRuleset, state: Any, seat: int, must: Sequence[Any], others: Sequence[Any]) -> Evidence:
        def mean(action: Any) -> float:
            return fmean(worth(ruleset, state, seat, action, Random(number)) for number in range(samples))

        least, most = min(map(mean, must)), max(map(mean, others))
        return Evidence(least, most, least - most >= GAP)

    return weigh


def _after(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> Any:
    """Imagine what a seat cannot know and give the state after an action."""
    sampled = ruleset.determinize(state, seat, rng)
    ruleset.apply(sampled, seat, action, rng)
    return sampled


# Winning, and losing, at once


def _wins(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Whether the seat can win before any other seat acts again."""
    return float(_can_win(ruleset, _after(ruleset, state, seat, action, rng), seat, OWN_AHEAD))


def _survives(ahead: int, ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Whether no other seat can win before the seat's next turn; the others follow the heuristic until they can."""
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
    """Whether a seat can end the game as its only winner by so many own actions from now on."""
    outcome = ruleset.outcome(state)
    if outcome:
        return outcome.winners == (seat,)
    if not ahead or list(ruleset.to_act(state)) != [seat]:
        return False
    return any(_can_win(ruleset, after, seat, ahead - 1) for after in _successors(ruleset, state, seat))


def _successors(ruleset: AnyRuleset, state: Any, seat: int) -> Iterator[Any]:
    """Return the states after each action of a seat, with some dice."""
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
    _in_samples(partial(_survives, RIVALS_AHEAD), WORLDS),
)
SURVIVES_LONG_TURNS: Final = replace(
    SURVIVES, weigh=_in_samples(partial(_survives, RIVALS_FAR_AHEAD), WORLDS), quick=False
)

# The whole rest of the game


def _solved(ruleset: AnyRuleset, state: Any, seat: int, action: Any, rng: Random) -> float:
    """Return the share of a victory that is certain against all that others may do, in an end without chance."""
    return _certain(ruleset, _after(ruleset, state, seat, action, rng), seat, {})


def _certain(ruleset: AnyRuleset, state: Any, seat: int, known: dict[str, float]) -> float:
    """Search all lines of play to the end; of simultaneous decisions the others know that of the seat."""
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
    """Return the best of what is found, and look no further than the extreme."""
    best = next(found)
    while best != extreme and (value := next(found, None)) is not None:
        best = better(best, value)
    return best


SOLVED: Final = Proof(
    "solved", "the share of a victory that the action guarantees, by exhaustive search", _in_samples(_solved, 1)
)

# Games played on


def _lead(ruleset: AnyRuleset, state: Any, seat: int, action: Any, number: int) -> float:
    """Play on by rules of thumb from an imagined state to the end of the game; give the lead over the best rival."""
    rng = Random(number)
    after = _after(ruleset, state, seat, action, rng)
    while (outcome := ruleset.outcome(after)) is None:
        actor = ruleset.to_act(after)[0]
        ruleset.apply(after, actor, ruleset.heuristics.rollout_policy(after, actor, rng), rng)
    totals = [each.total for each in outcome.seats]
    return totals.pop(seat) - max(totals)


def _by_games(ruleset: AnyRuleset, state: Any, seat: int, must: Sequence[Any], others: Sequence[Any]) -> Evidence:
    """Weigh actions by the lead at the end of games played on; after some games, only against the best others."""

    def leads(action: Any, games: int) -> list[float]:
        return [_lead(ruleset, state, seat, action, number) for number in range(games)]

    rivals = sorted(others, key=lambda action: fmean(leads(action, SIFTED)))[-RIVALS:]
    musts, most = [leads(action, GAMES) for action in must], [leads(action, GAMES) for action in rivals]
    sure = all(_beyond_chance(mine, theirs) for mine in musts for theirs in most)
    return Evidence(min(map(fmean, musts)), max(map(fmean, most)), sure)


def _beyond_chance(mine: Sequence[float], theirs: Sequence[float]) -> bool:
    """Whether leads of the same imagined states differ by more than chance."""
    gaps = [one - other for one, other in zip(mine, theirs, strict=True)]
    return fmean(gaps) > ERRORS * sqrt(variance(gaps) / len(gaps))


PLAYED_ON: Final = Proof(
    "played on", "the mean lead after games that continue with the heuristic", _by_games, quick=False
)
PROOFS: Final = (WINS, SURVIVES, SOLVED, PLAYED_ON)
