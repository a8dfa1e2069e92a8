"""Games of any ruleset for the promises: every option, every AI level, with all steps."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from domain.dice import Seed
from domain.languages import LANGUAGES, Language
from domain.levels import LEVELS, Decide, SearchBudget
from domain.registry import FAULTS, RULESETS
from domain.ruleset import AnyRuleset, Audience

PLAYED: dict[str, AnyRuleset] = {}
"""The rulesets that must keep the promises, by name."""
NAMES: list[str] = []
GAME_SIZES: list[tuple[str, int]] = []
"""Every ruleset with every number of seats."""

QUICK: Mapping[str, Decide] = {name: how for name, how in LEVELS.items() if not isinstance(how, SearchBudget)}
"""The AI levels without search."""


def hold(rulesets: Mapping[str, AnyRuleset]) -> None:
    """Let these rulesets keep the promises, beside those that must already."""
    PLAYED.update(rulesets)
    NAMES[:] = sorted(PLAYED)
    GAME_SIZES[:] = [
        (name, seats) for name in NAMES for seats in range(PLAYED[name].min_seats, PLAYED[name].max_seats + 1)
    ]


class UnknownRuleset(Exception):
    """A name that no installed ruleset has; the message lists the rulesets, and those that are left out."""


def chosen(name: str) -> dict[str, AnyRuleset]:
    """Return an installed ruleset by its name, or the rulesets of MODULE:ATTRIBUTE; raises UnknownRuleset."""
    module, _, attribute = name.partition(":")
    if attribute:
        return dict(getattr(import_module(module), attribute))
    if name not in RULESETS:
        reasons = FAULTS or ("Install its package: pip install --editable '.[check]' in the folder of pyproject.toml.",)
        raise UnknownRuleset("\n".join([f"there is no ruleset {name!r} among {', '.join(RULESETS)}", *reasons]))
    return {name: RULESETS[name]}


def languages_of(ruleset: AnyRuleset) -> set[Language]:
    """Return the languages of the texts of a ruleset: those of its title, or all in a published one."""
    return {*LANGUAGES} if ruleset.published else {*ruleset.names.title.words}


def checks_of(ruleset: AnyRuleset) -> str:
    """Return the package with the tests and scenes of a ruleset; only those of `domain` are elsewhere."""
    parent, _, folder = ruleset.package.rpartition(".")
    if ruleset.package == f"{__package__}.template":
        return f"{ruleset.package}.checks"
    return f"tests.{folder}" if parent == "domain" else ruleset.package


def home(ruleset: AnyRuleset) -> Path:
    """Return the folder of a ruleset."""
    return Path(str(files(ruleset.package)))


@dataclass(frozen=True)
class Step:
    """One action of a game: the state before it, its seat, and the facts."""

    before: Any
    seat: int
    action: Any
    emitted: list[tuple[Any, Audience]]


@dataclass(frozen=True)
class Game:
    """A game played to its end."""

    ruleset: AnyRuleset
    options: Any
    seats: int
    seed: Seed
    steps: list[Step]
    end: Any
    """The state in which no seat must act."""

    @property
    def states(self) -> list[Any]:
        """List the states from the set-up to the end."""
        return [*(step.before for step in self.steps), self.end]

    @property
    def log(self) -> list[tuple[int, Any]]:
        """List the actions with their seats."""
        return [(step.seat, step.action) for step in self.steps]


def every_options(ruleset: AnyRuleset) -> list[Any]:
    """List the set-ups: all combinations of closed options (words and switches), default values of the others."""
    schema = msgspec.json.schema(ruleset.options_type)
    properties = schema["$defs"][schema["$ref"].split("/")[-1]]["properties"] if "$ref" in schema else {}
    closed = {name: _values(each) for name, each in properties.items() if _values(each)}
    return [
        msgspec.convert(dict(zip(closed, values, strict=True)), ruleset.options_type)
        for values in product(*closed.values())
    ]


def _values(schema: dict[str, Any]) -> list[Any]:
    """List the values of a closed option; empty for an open one."""
    return [False, True] if schema.get("type") == "boolean" else list(schema.get("enum", ()))


@cache
def play(name: str, seats: int, number: int) -> Game:
    """Play game `number`, which determines its options, its seed, and the choices of each seat."""
    ruleset, seed, rng = PLAYED[name], seed_of(number), Random(number)
    options = every_options(ruleset)[number % len(every_options(ruleset))]
    levels = [rng.choice(list(QUICK)) for _ in range(seats)]
    steps: list[Step] = []
    state = ruleset.setup(options, seats, seed.dice)
    while waiting := ruleset.to_act(state):
        seat = rng.choice(list(waiting))
        assert ruleset.legal_actions(state, seat), f"`to_act` lists seat {seat}, which has no legal action, in {state}"
        action = choice_of(ruleset, state, seat, levels[seat], rng)
        step = Step(ruleset.clone(state), seat, action, [])
        act(ruleset, state, seat, action, seed.dice, step.emitted)
        steps.append(step)
    return Game(ruleset, options, seats, seed, steps, state)


def seed_of(number: int) -> Seed:
    """Return the seed of a game."""
    return Seed(number.to_bytes(32, "big"), bytes(32))


def choice_of(ruleset: AnyRuleset, state: Any, seat: int, level: str, rng: Random) -> Any:
    """Return the choice of a level without search, in a state sampled from the seat's view."""
    return QUICK[level](ruleset, ruleset.determinize(state, seat, rng), seat, rng)


def redeals(ruleset: AnyRuleset, state: Any, seat: int, name: str) -> list[Any]:
    """Deal a seat's hidden information twice; at least one deal differs from the true one if twenty attempts allow.

    Twenty attempts, since a ruleset may make the likely deals much more likely than the others.
    """
    dealt = [ruleset.determinize(state, seat, Random(f"{name}:{deal}")) for deal in range(20)]
    return sorted(dealt, key=lambda each: packed(each) == packed(state))[:2]


def act(
    ruleset: AnyRuleset,
    state: Any,
    seat: int,
    action: Any,
    rng: Random,
    emitted: list[tuple[Any, Audience]] | None = None,
) -> None:
    """Apply an action in place; append the facts."""
    ruleset.apply(
        state, seat, action, rng, None if emitted is None else lambda fact, audience: emitted.append((fact, audience))
    )


def readable(emitted: list[tuple[Any, Audience]], viewer: int | None) -> list[Any]:
    """List the facts that a viewer sees; None is a spectator."""
    return [fact for fact, audience in emitted if audience is None or viewer in audience]


def packed(value: Any) -> bytes:
    """Encode any value of a ruleset."""
    return msgspec.msgpack.encode(value)


def differing(one: Any, other: Any) -> set[str]:
    """List the fields in which two states differ."""
    return {each.name for each in fields(one) if packed(getattr(one, each.name)) != packed(getattr(other, each.name))}
