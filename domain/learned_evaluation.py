"""Evaluate positions by learned values, for every ruleset that declares facts of a seat and has `values.json`."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from domain.heuristics import Heuristics
from domain.learned_values import LearnedValue, ValueFacts, Values


def with_values(base: Heuristics, declared: ValueFacts, values: Values | None) -> Heuristics:
    """Return heuristics that evaluate by learned values; without values, `base` with its declared facts.

    Values of all rounds are multiplied so that one `win_temperature` fits them: the lowest that was learned.
    """
    if not values:
        return replace(base, value_facts=declared)
    tables = [stages for by_seats in values.values() for stages in by_seats.values()]
    temperature = min(each.temperature for stages in tables for each in stages)
    return replace(
        base,
        value_facts=declared,
        evaluate=_evaluation(base, declared, values, temperature),
        win_temperature=temperature,
        point_value=declared.scale,
        rounds_begun=rounds_of(base, declared),
        horizon=base.horizon if declared.horizon is None else declared.horizon,
    )


def rounds_of(base: Heuristics, declared: ValueFacts) -> Callable[[Any], int]:
    """Return the function that counts the rounds of learned values."""
    return declared.rounds_begun or base.rounds_begun


def stage_of(declared: ValueFacts, begun: int) -> int:
    """Return which of `rounds` a round belongs to; an earlier round belongs to the first."""
    return max(0, bisect_right(declared.rounds, begun) - 1)


def _evaluation(
    base: Heuristics, declared: ValueFacts, values: Values, temperature: float
) -> Callable[[Any], list[float]]:
    """Return `evaluate` of heuristics with learned values."""
    rounds_begun = rounds_of(base, declared)

    def evaluate(state: Any) -> list[float]:
        seats = declared.seats(state)
        stages = values.get(declared.options_name(state), {}).get(seats)
        if stages is None:
            return [value * temperature / base.win_temperature for value in base.evaluate(state)]
        learned = stages[stage_of(declared, rounds_begun(state))]
        factor = temperature / learned.temperature
        return [factor * value_of(declared, learned, state, seat) for seat in range(seats)]

    return evaluate


def value_of(declared: ValueFacts, learned: LearnedValue, state: Any, seat: int) -> float:
    """Return the points that a seat can expect to end with, times `scale`."""
    weights, value = learned.weights, learned.mean + declared.scale * declared.points(state, seat)
    for fact in declared.facts(state, seat):
        value += weights[fact]
    return value
