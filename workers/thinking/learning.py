"""Learn the value of positions from games of `greedy`, for every ruleset that declares facts of a seat.

In each game another share of the actions is random, so that the games reach many positions. For each options, number
of seats and stage, a ridge regression finds the points that each fact adds to what a seat still gets. Other games then
show at which temperature the values predict the winner best. The same seed gives the same values on every machine.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from math import exp, log
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple, cast

from domain.learned_evaluation import rounds_of, stage_of
from domain.learned_values import LearnedValue, ValueFacts
from domain.levels import play_greedy, play_random
from domain.ruleset import AnyRuleset, Outcome
from workers.thinking.regression import Sums

GAMES: Final = 20_000
"""The default number of games."""
FEWEST_GAMES: Final = 4
TAUGHT: Final = 0.75
"""The share of the games from which the weights are learned; the others choose the temperature."""
MOST_RANDOM: Final = 0.3
"""The largest share of random actions in a game."""
RIDGE: Final = 40.0
"""How strongly the weights are drawn to 0, in positions."""
TEMPERATURES: Final = [number / 2 for number in range(6, 41)]
PLACES: Final = 2
"""The decimal places of a weight."""


class CannotLearn(Exception):
    """No values can be learned; the message states the reason."""


class SeatFacts(NamedTuple):
    """A seat at the start of a round."""

    facts: Sequence[int]
    points: float


class Start(NamedTuple):
    """The start of a round in a game that has ended."""

    stage: int
    seats: Sequence[SeatFacts]
    totals: Sequence[float]
    """The final points of each seat."""


class Predicted(NamedTuple):
    """How well values predict the winners of games that did not teach them."""

    learned: LearnedValue
    nats: float
    """The mean of the negative logarithm of the chance that they gave to the winner."""


def learn(ruleset: AnyRuleset, name: str, seats: int, seed: str, games: int) -> list[Predicted]:
    """Return the value of each stage for options and a number of seats; raises CannotLearn."""
    declared = facts_of(ruleset)
    played, taught = _games(ruleset, declared, name, seats, seed, games), round(games * TAUGHT)
    sums = [Sums(declared.number) for _ in declared.rounds]
    for start in chain.from_iterable(islice(played, taught)):
        for seat, total in zip(start.seats, start.totals, strict=True):
            sums[start.stage].add(seat.facts, total - seat.points)
    judged: list[list[Start]] = [[] for _ in declared.rounds]
    for start in chain.from_iterable(played):
        judged[start.stage].append(start)
    for begins, known, starts in zip(declared.rounds, sums, judged, strict=True):
        if not (known.rows and starts):
            raise CannotLearn(
                f"too few games with {seats} seats reach round {begins}: play more games, or declare fewer rounds"
            )
    return [_fitted(*each) for each in zip(sums, judged, strict=True)]


def facts_of(ruleset: AnyRuleset) -> ValueFacts:
    """Return the declared facts of a ruleset; raises CannotLearn."""
    declared = ruleset.heuristics.value_facts
    if declared is None:
        raise CannotLearn(f"{ruleset.name} declares no facts of a seat: add `VALUE_FACTS` to its `heuristics`")
    if ruleset.is_cooperative:
        raise CannotLearn(f"{ruleset.name} is cooperative: its seats have no opponents whom a value could compare")
    return declared


def _games(
    ruleset: AnyRuleset, declared: ValueFacts, name: str, seats: int, seed: str, games: int
) -> Iterator[list[Start]]:
    """Play games; yield the starts of the rounds of each."""
    options = ruleset.options_type(**declared.options[name])
    for number in range(games):
        label = f"{seed} {name} {seats} {number}"
        rng, sampling = Random(label), Random(f"{label} sample")  # noqa: S311 - no game of players
        share, state = MOST_RANDOM * rng.random(), ruleset.setup(options, seats, rng)
        found = list(_played(ruleset, declared, state, share, rng, sampling))
        outcome = cast(Outcome, ruleset.outcome(state))
        totals = [declared.scale * each.total for each in outcome.seats]
        yield [Start(stage, seen, totals) for stage, seen in found]


def _played(
    ruleset: AnyRuleset, declared: ValueFacts, state: Any, share: float, rng: Random, sampling: Random
) -> Iterator[tuple[int, list[SeatFacts]]]:
    """Play a game in place, with this share of random actions; yield stage and facts at the start of each round."""
    latest, rounds_begun = declared.rounds[0] - 1, rounds_of(ruleset.heuristics, declared)
    while waiting := ruleset.to_act(state):
        begun, seat = rounds_begun(state), waiting[0]
        if begun > latest:
            latest = begun
            yield stage_of(declared, begun), _seen(declared, state)
        decide = play_random if rng.random() < share else play_greedy
        sampled = ruleset.determinize(state, seat, sampling)
        ruleset.apply(state, seat, decide(ruleset, sampled, seat, rng), rng)


def _seen(declared: ValueFacts, state: Any) -> list[SeatFacts]:
    points, scale = declared.points, declared.scale
    seats = range(declared.seats(state))
    return [SeatFacts(declared.facts(state, seat), scale * points(state, seat)) for seat in seats]


def _fitted(sums: Sums, judged: Sequence[Start]) -> Predicted:
    """Fit the weights to the sums of some games, and the temperature to others."""
    mean, weights = sums.fitted(RIDGE)
    forecasts = [
        ([points + mean + sum([weights[fact] for fact in facts]) for facts, points in start.seats], start.totals)
        for start in judged
    ]
    nats, temperature = min((surprise(forecasts, each), each) for each in TEMPERATURES)
    rounded = [round(weight, PLACES) + 0.0 for weight in weights]
    return Predicted(LearnedValue(round(mean, PLACES), temperature, rounded), nats)


def surprise(forecasts: Sequence[tuple[Sequence[float], Sequence[float]]], temperature: float) -> float:
    """Return the mean surprise about the winners of games with these values and totals, in nats.

    A shared victory counts in parts.
    """
    return fmean(_surprise(values, totals, temperature) for values, totals in forecasts)


def _surprise(values: Sequence[float], totals: Sequence[float], temperature: float) -> float:
    most, best = max(values), max(totals)
    everything = log(sum([exp((value - most) / temperature) for value in values]))
    surprises = [
        everything - (value - most) / temperature for value, total in zip(values, totals, strict=True) if total == best
    ]
    return fmean(surprises)


def tables_of(ruleset: AnyRuleset) -> list[tuple[str, int]]:
    """List the options and numbers of seats with values of their own; raises CannotLearn."""
    declared = facts_of(ruleset)
    return [(name, seats) for name in declared.options for seats in range(ruleset.min_seats, ruleset.max_seats + 1)]
