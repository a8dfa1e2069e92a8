"""Helpers that the tests of `test_references.py` share with others."""

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from domain.dice import Seed
from domain.replay import GamePosition, replay
from domain.ruleset import AnyRuleset, Rejection
from domain.scenarios import Scenario, SeatAction
from workers.promises.games import PLAYED, play, readable
from workers.promises.probes import probes

PROBES = 6


Met = tuple[str, str, Any]
"""Something that occurs in a game: its category, its tag or code, and its wire form."""


def as_json(value: Any) -> Any:
    """Return a value of the rules as a client decodes it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def rejections(ruleset: AnyRuleset, state: Any, rng: Random) -> Iterator[Met]:
    """Return the rejections of actions of all kinds, of every seat."""
    for seat in range(ruleset.max_seats):  # even seats that are not at the table
        legal = ruleset.legal_actions(state, seat)
        for action in probes(ruleset, legal, PROBES, rng):
            reason = ruleset.reject(state, seat, action)
            if reason is not None:
                yield _kind_of(reason), reason.code, as_json(reason.parameters)


@cache
def met(name: str) -> tuple[Met, ...]:
    """List everything that two games and the scenarios show: actions as each seat sees them, facts, views and so on."""
    ruleset = PLAYED[name]
    return (*_met(ruleset, 0), *_met(ruleset, 1), *_examples(ruleset))


def _examples(ruleset: AnyRuleset) -> Iterator[Met]:
    """Yield each rejection with an example."""
    for each in ruleset.catalogue.scenarios:
        if each.code:
            position = reached(ruleset, each, each.actions)
            yield from _rejected(ruleset, position.state, each.shows)
    for creation in ruleset.catalogue.rejected_creations:
        options = msgspec.convert(creation.options, ruleset.options_type)
        reason = ruleset.reject_setup(options, creation.seats)
        if reason is not None:
            yield _kind_of(reason), reason.code, as_json(reason.parameters)


class StaleScenario(Exception):
    """A scenario that the rules of the ruleset do not allow."""


def reached(ruleset: AnyRuleset, scenario: Scenario, actions: Sequence[SeatAction]) -> GamePosition[Any]:
    """Play the actions that lead to a scenario; raises StaleScenario."""
    try:
        log = [(each.seat, msgspec.convert(each.action, ruleset.action_type)) for each in actions]
        options = msgspec.convert(scenario.options, ruleset.options_type)
    except msgspec.ValidationError as error:
        raise StaleScenario(f"{scenario.name} does not fit the types: write `scenarios.json` again") from error
    return replay(ruleset, options, scenario.seats, Seed(bytes.fromhex(scenario.seed)), log)


def _rejected(ruleset: AnyRuleset, state: Any, shows: SeatAction) -> Iterator[Met]:
    """Yield the rejection of an action; nothing if it does not decode."""
    try:
        reason = ruleset.reject(state, shows.seat, msgspec.convert(shows.action, ruleset.action_type))
    except msgspec.ValidationError:
        return
    if reason is not None:
        yield _kind_of(reason), reason.code, as_json(reason.parameters)


def _kind_of(reason: Rejection) -> str:
    return "malformed" if reason.malformed else "rejection"


def _met(ruleset: AnyRuleset, number: int) -> Iterator[Met]:
    seats = (ruleset.min_seats, ruleset.max_seats)[number]
    game, rng = play(ruleset.name, seats, 3 + number), Random(number)
    yield "options", "", as_json(game.options)
    dealt: list[Any] = []
    ruleset.setup(game.options, seats, game.seed.dice, lambda fact, _: dealt.append(as_json(fact)))
    yield from (("fact", fact["type"], fact) for fact in dealt)
    for step in game.steps:
        for viewer in (None, step.seat):
            shown = as_json(ruleset.observe(step.action, step.seat, viewer))
            yield "action", shown["type"], shown
            yield "view", "", as_json(ruleset.view(step.before, viewer))
        for fact in [fact for seat in range(seats) for fact in readable(step.emitted, seat)]:
            shown = as_json(fact)
            yield "fact", shown["type"], shown
        if rng.random() < 0.2:
            yield from rejections(ruleset, step.before, rng)
    yield from rejections(ruleset, game.end, rng)
