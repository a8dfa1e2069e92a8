"""Search for scenarios by random play over all options, and keep the shortest path to each.

After many games each path is shortened: it is cut at random and played on, as long as the result can be shorter. The
search uses fixed seeds: the same search finds the same paths.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from typing import Any, Final

import msgspec
from jsonschema import Draft202012Validator

from domain import replay
from domain.actions import IllegalAction, action_types, check, read_action
from domain.dice import Seed
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset, Rejection
from domain.scenarios import RejectedCreation, SeatAction
from domain.standard_rejections import framework_codes
from workers.promises.games import choice_of, every_options
from workers.promises.probes import known_actions, spoilt
from workers.promises.scenarios.scenes import Lead, Scenes

LONGEST = 500
MOST_SEATS = 64
PROBES = 12
"""Number of actions tried in each position to find rejections."""

SHOWN_EVERY = 25
"""Number of games after which a search shows what it still looks for."""

LEVELS = ("random", "greedy")
"""The AI levels that play."""
NOTHING = "nothing"
"""A word that no game has."""
RANDOM, MIMIC = "", "mimic"
"""Further ways of choosing."""

Wire = dict[str, Any]


@dataclass(frozen=True)
class Found:
    """A path to a position, and the action to show there."""

    options: Any
    seats: int
    seed: bytes
    log: tuple[tuple[int, Any], ...]
    seat: int
    wire: Wire
    code: str | None = None
    fits: bool = True
    """Whether the action fits its schema."""

    @property
    def cost(self) -> tuple[Any, ...]:
        """Return the sort key of a path: an action that fits the schema, a short path, few seats, a small action."""
        return not self.fits, len(self.log), self.seats, len(str(self.wire)), str(self.wire)


class Search:
    """The shortest known path to each scenario, by name."""

    def __init__(self, ruleset: AnyRuleset, scenes: Scenes, required: Collection[str]) -> None:
        self.ruleset = ruleset
        self.scenes = scenes
        self.known = as_json(known_actions(ruleset.name))
        self.schema = Draft202012Validator(msgspec.json.schema(ruleset.action_type))
        self.found: dict[str, Found] = {}
        self.required = required

    def play(self, number: int) -> None:
        """Play a whole game and check each of its positions."""
        rng = Random(number)
        options = rng.choice(every_options(self.ruleset))
        seats = rng.randint(self.ruleset.min_seats, self.ruleset.max_seats)
        start = Found(options, seats, number.to_bytes(32, "big"), (), 0, {})
        self._play_on(start, LONGEST, rng)

    def follow(self, lead: Lead) -> None:
        """Play a game with chosen actions and check each of its positions."""
        start = Found(lead.options, lead.seats, bytes(32), (), 0, {})
        self._play_on(start, LONGEST, Random(0), lead)

    def shorten(self, name: str, number: int) -> None:
        """Cut the path to a scenario at a random action, and look for a shorter path from there."""
        rng, way = Random(number), self.found[name]
        if way.log:
            cut = rng.randrange(len(way.log))
            self._play_on(replace(way, log=way.log[:cut], code=None), len(way.log) - 1, rng)

    def _play_on(self, way: Found, longest: int, rng: Random, lead: Lead | None = None) -> None:
        """Play on from the end of a path, checking each position, up to a number of actions."""
        ruleset, log = self.ruleset, list(way.log)
        levels = [rng.choice([RANDOM, MIMIC, MIMIC, *LEVELS]) for _ in range(way.seats)]
        position = replay.replay(ruleset, way.options, way.seats, Seed(way.seed), log)
        while len(log) <= longest:
            self._look(replace(way, log=tuple(log)), position, rng)
            waiting = ruleset.to_act(position.state)
            if not waiting:
                return
            seat = rng.choice(list(waiting))
            chosen = _choose(ruleset, position.state, seat, levels[seat], log, rng)
            action = lead.choose(position.state, seat) if lead else chosen
            log.append((seat, action))
            replay.step(ruleset, position, seat, action, Seed(way.seed))

    def _look(self, way: Found, position: GamePosition[Any], rng: Random) -> None:
        """Store the path to each scenario of a position, if it is the shortest."""
        for scene in self.scenes.scenes:
            if self._can_be_better(scene.name, way) and (shown := scene.find(position.state)) is not None:
                self._keep(scene.name, replace(way, seat=shown[0], wire=as_json(shown[1])))
        for seat, wire in self._tries(position.state, way.seats, rng):
            code = verdict(self.ruleset, position.state, seat, wire)
            self._keep(code or wire["type"], replace(way, seat=seat, wire=wire, code=code))

    def _can_be_better(self, name: str, way: Found) -> bool:
        """Whether a scenario is required, and a path is at most as long as the known one."""
        return name in self.required and (name not in self.found or len(way.log) <= len(self.found[name].log))

    def _keep(self, name: str, way: Found) -> None:
        """Store a path if it is the best to its scenario."""
        if name not in self.required or (name in self.found and way.cost >= self.found[name].cost):
            return
        way = replace(way, fits=self.schema.is_valid(way.wire))
        if name not in self.found or way.cost < self.found[name].cost:
            self.found[name] = way

    def _tries(self, state: Any, seats: int, rng: Random) -> Iterator[tuple[int, Wire]]:
        """Yield a legal action of each type, near misses of legal ones, and actions of other positions and seats."""
        waiting, known = self.ruleset.to_act(state), self.known
        others = [seat for seat in range(seats) if seat not in waiting]
        for seat in waiting:
            legal = self.ruleset.legal_actions(state, seat)
            samples = [as_json(action) for action in {type(each): each for each in reversed(legal)}.values()]
            types = {wire["type"] for wire in samples}
            alike = [wire for wire in known if wire["type"] in types]
            seen = list(_values(as_json(self.ruleset.view(state, seat)))) or [NOTHING]
            yield from ((seat, wire) for wire in samples)
            for _ in range(PROBES):
                wire = rng.choice((as_json(rng.choice(legal)), rng.choice(samples), rng.choice(alike or samples)))
                yield seat, self._changed(wire, seen, rng)
            yield from ((seat, as_json(action)) for action in self.scenes.tries(state, seat))
            yield rng.choice(others or waiting), rng.choice(samples)
        yield rng.randrange(seats), rng.choice(known)

    def _changed(self, wire: Wire, seen: Sequence[Any], rng: Random) -> Wire:
        """Change an action: to a value of other positions, a value in the view, or a word that does not exist."""
        means = rng.random()
        if means < 0.4:
            return spoilt(self.ruleset.name, wire, rng)
        places = [name for name in wire if name != "type"]
        if means < 0.5 or not places:
            return wire
        name = rng.choice(places)
        return {**wire, name: _replaced(wire[name], NOTHING if means < 0.6 else rng.choice(seen), rng)}


def as_json(value: Any) -> Any:
    """Return a value as JSON decodes it."""
    return msgspec.json.decode(msgspec.json.encode(value))


def _values(part: Any) -> Iterator[Any]:
    """List the words and numbers within a view."""
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _values(each)
    else:
        yield part


def _replaced(value: Any, by: Any, rng: Random) -> Any:
    """Replace a value, or a value within it, with another one."""
    if isinstance(value, list) and value:
        place = rng.randrange(len(value))
        by = rng.choice((by, value[0]))
        return [*value, by] if rng.random() < 0.3 else [*value[:place], by, *value[place + 1 :]]
    if isinstance(value, dict) and value:
        place = rng.choice(sorted(value))
        return {**value, place: by}
    return by if isinstance(by, type(value)) else value


def verdict(ruleset: AnyRuleset, state: Any, seat: int, wire: Wire) -> str | None:
    """Return the code that rejects an action in wire form, or None."""
    try:
        check(ruleset, state, seat, read_action(ruleset, wire))
    except IllegalAction as rejection:
        return rejection.reason.code
    return None


def _choose(ruleset: AnyRuleset, state: Any, seat: int, level: str, log: Sequence[tuple[int, Any]], rng: Random) -> Any:
    """Choose a legal action: by an AI level, at random, or a recent action of another seat, so that seats interact."""
    legal = ruleset.legal_actions(state, seat)
    if level == MIMIC:
        copied = next((action for actor, action in reversed(log[-60:]) if actor != seat and action in legal), None)
        if copied is not None and rng.random() < 0.8:
            return copied
        level = rng.choice(LEVELS)
    if level == RANDOM or rng.random() < 0.1:
        return rng.choice(legal)
    return choice_of(ruleset, state, seat, level, rng)


def scenario_names(ruleset: AnyRuleset, scenes: Scenes) -> set[str]:
    """Return the names of all scenarios of a ruleset: scenes, action types and codes of rejections."""
    codes = (rejection.code for rejection in ruleset.rejections)
    return {*action_types(ruleset), *codes, *(scene.name for scene in scenes.scenes)}


Show = Callable[[Collection[str], int], None]
"""Receives what a search still looks for, and the number of games that it has played."""


def search(
    ruleset: AnyRuleset,
    scenes: Scenes,
    required: Collection[str],
    games: int,
    rounds: int,
    *,
    hasty: bool = False,
    show: Show = lambda _missing, _played: None,
) -> Mapping[str, Found]:
    """Search for short paths to the required scenarios of a ruleset; `hasty` ends with the game that finds the last.

    A search does not wait for the codes that no function of the game raises.
    """
    found = Search(ruleset, scenes, required)
    needed = set(required) - framework_codes(ruleset)
    for lead in scenes.leads:
        found.follow(lead)
    for number in range(games):
        missing = needed - found.found.keys()
        if hasty and not missing:
            break
        if missing and number % SHOWN_EVERY == 0:
            show(missing, number)
        found.play(number)
    for number in range(rounds):
        for name in sorted(found.found):
            found.shorten(name, number)
    return found.found


ODD: Final = ("none", "none" * 50, MOST_SEATS)
"""Values that an option may reject: an unknown word, a long one, a large number."""


def rejected_creations(ruleset: AnyRuleset) -> Mapping[str, RejectedCreation]:
    """Find set-ups that are rejected, one for each code: too many seats, and unsuitable values of each option."""
    found: dict[str, RejectedCreation] = {}
    values = [("", None), *product(ruleset.options_type.__struct_fields__, ODD), *_shortest_lists(ruleset)]
    tables = (ruleset.min_seats, ruleset.max_seats + 1, ruleset.max_seats)
    for others, (name, value), seats in product(every_options(ruleset), values, tables):
        options = {**msgspec.to_builtins(others), **({name: value} if name else {})}
        reason = _rejection(ruleset, options, seats)
        if reason is not None and reason.code not in found:
            found[reason.code] = RejectedCreation(reason.code, options, seats)
    return {**found, **_rejected_seat(ruleset)}


def _shortest_lists(ruleset: AnyRuleset) -> Iterator[tuple[str, list[str]]]:
    """Yield each option that is a list of words, with the shortest list that its schema allows."""
    schema = msgspec.json.schema(ruleset.options_type)["$defs"][ruleset.options_type.__name__]
    for name, each in schema.get("properties", {}).items():
        words = each.get("items", {}).get("enum")
        if words:
            yield name, words[: each.get("minItems", 0)]


def _rejection(ruleset: AnyRuleset, options: dict[str, Any], seats: int) -> Rejection | None:
    """Return the reason why the rules reject a set-up; None if they accept it, or if it does not decode."""
    try:
        return ruleset.reject_setup(msgspec.convert(options, ruleset.options_type), seats)
    except msgspec.ValidationError:
        return None


def _rejected_seat(ruleset: AnyRuleset) -> Mapping[str, RejectedCreation]:
    """Return the rejection of an action by a seat that the game does not have."""
    seats = ruleset.min_seats
    state = replay.start(ruleset, ruleset.options_type(), seats, Seed(bytes(32))).state
    wire = as_json(ruleset.legal_actions(state, ruleset.to_act(state)[0])[0])
    code = verdict(ruleset, state, seats, wire)
    assert code
    return {code: RejectedCreation(code, {}, seats, (SeatAction(seats, wire),))}
