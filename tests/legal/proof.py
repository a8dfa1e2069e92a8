"""Test legal actions position by position: listed actions are accepted, all others rejected, as a dry run too.

At some positions of random games every seat tries its listed actions, and others that fit the published schema: first
as a dry run, then in earnest. Each verdict is compared with the list, the two verdicts with each other, and all stored
data with the data before. After an accepted action the position is restored.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

import msgspec
from werkzeug.test import TestResponse

from domain.ruleset import AnyRuleset
from service.lobby.creation import create_game
from service.resources.creation import Sandbox, SandboxAction
from service.store import SeatSetup
from tests.legal.space import Space
from tests.service.helpers.client.contract import contract
from tests.service.helpers.client.service import RemoteGame, Service

Wire = dict[str, Any]
Stored = Mapping[bytes, bytes]

WHOLE = 400
"""An action type with at most this many values is tested completely for the pending decision."""
NEIGHBOURS = 6
"""Number of legal actions of which all variants with one change are tested."""


@dataclass(frozen=True)
class Effort:
    """How much is tested."""

    moments: int
    """Positions of each game, evenly spread from start to end; at least 2."""
    listed: int
    """Maximum of tested actions among those listed for a seat."""
    unlisted: int
    """Maximum of tested actions not listed for a seat that must act; a quarter of it for other seats."""


@dataclass(frozen=True)
class Moment:
    """A position of a game, and the source of random actions."""

    game: RemoteGame
    ruleset: AnyRuleset
    space: Space
    effort: Effort
    rng: Random

    @property
    def stored(self) -> Stored:
        """Return all stored data, byte for byte."""
        client = self.game.service.installation.store.servers.client
        keys = sorted(client.keys("bottega:*"))
        pipeline = client.pipeline(transaction=False)
        for key in keys:
            pipeline.dump(key)
        return dict(zip(keys, pipeline.execute(), strict=True))

    def put_back(self, stored: Stored) -> None:
        """Restore exactly the stored data."""
        client = self.game.service.installation.store.servers.client
        pipeline = client.pipeline(transaction=False)
        pipeline.delete(*client.keys("bottega:*"))
        for key, value in stored.items():
            pipeline.restore(key, 0, value)
        pipeline.execute()


def prove_game(service: Service, name: str, seats: int, number: int, effort: Effort) -> Counter[str]:
    """Test some positions of random game `number` of a ruleset; return the counts of tested actions.

    Each position is reached in a separate game, on an empty Redis; the service must have a sandbox.
    """
    options, moves = _played(name, seats, number)
    rng, counted = Random(number), Counter[str]()
    for version in sorted({round(each * len(moves) / (effort.moments - 1)) for each in range(effort.moments)}):
        service.installation.store.servers.client.flushall()
        game = _table(service, name, seats, options, Sandbox(_seed(number), moves[:version]))
        counted += prove_moment(moment_of(game, effort, rng))
    return counted


def moment_of(game: RemoteGame, effort: Effort, rng: Random) -> Moment:
    """Return the current position of a game; where the schema has only a pattern, texts come from the views."""
    seen = b"".join(game.get("/view", seat).data for seat in game.tokens).decode()
    space = Space(contract()["components"]["schemas"], tuple(sorted(set(re.findall(r'"([^"\\]*)"', seen)))))
    return Moment(game, game.service.installation.rulesets[game.ruleset], space, effort, rng)


def prove_moment(moment: Moment) -> Counter[str]:
    """Test the list of every seat in this position."""
    lists = {seat: moment.game.get("/actions", seat).json for seat in moment.game.tokens}
    counted = Counter(moments=1)
    for seat, offered in lists.items():
        foreign = [action for other, each in lists.items() if other != seat for action in each["actions"]]
        counted += prove_list(moment, seat, offered, foreign)
    return counted


def prove_list(moment: Moment, seat: int, offered: Wire, foreign: list[Wire]) -> Counter[str]:
    """Test the actions listed for one seat; `foreign` are those listed for other seats."""
    listed = {spelling(moment.ruleset, action) for action in offered["actions"]}
    assert len(listed) == len(offered["actions"])
    assert bool(listed) == ("decision" in offered)
    decision = offered.get("decision", offered["version"])
    tried = _some(moment.rng, offered["actions"], moment.effort.listed)
    rejected = _unlisted(moment, offered["actions"], foreign, listed)
    before = moment.stored
    for action in tried:
        _accepted(moment, seat, decision, action, before)
    codes = Counter(_rejected(moment, seat, decision, action, before) for action in rejected)
    return Counter(listed=len(tried), unlisted=len(rejected)) + codes


def spelling(ruleset: AnyRuleset, wire: Wire) -> bytes:
    """Return the canonical form of an action, for all equivalent ones such as other orders of a set."""
    return msgspec.json.encode(msgspec.convert(wire, ruleset.action_type), order="deterministic")


def _accepted(moment: Moment, seat: int, decision: int, action: Wire, before: Stored) -> None:
    """Check that an action is accepted: the dry run changes nothing, the real one adds an event."""
    view = moment.game.get("/view", seat)
    tried = _submit(moment, seat, decision, action, dry_run=True)
    assert (tried.status_code, tried.data) == (200, view.data), (action, tried.json)
    assert moment.stored == before
    done = _submit(moment, seat, decision, action)
    assert done.status_code == 200, (action, done.json)
    assert done.json["version"] == view.json["version"] + 1
    moment.put_back(before)


def _rejected(moment: Moment, seat: int, decision: int, action: Wire, before: Stored) -> str:
    """Check that an action is rejected twice for the same reason, and that nothing changes; return the code."""
    responses = [_submit(moment, seat, decision, action, dry_run=dry_run) for dry_run in (True, False)]
    assert [response.status_code for response in responses] == [409, 409], (
        action,
        responses[0].json,
        responses[1].json,
    )
    assert responses[0].data == responses[1].data
    assert moment.stored == before
    problem = responses[0].json
    assert problem["code"] in {rejection.code for rejection in moment.ruleset.rejections}
    assert problem["paragraph"]
    return f"code {problem['code']}"


def _submit(moment: Moment, seat: int, decision: int, action: Wire, *, dry_run: bool = False) -> TestResponse:
    """Submit an action."""
    body = {"ruleset": moment.ruleset.name, "decision": decision, "action": action}
    return moment.game.post("/actions?dry_run=true" if dry_run else "/actions", seat, body)


def _unlisted(moment: Moment, offered: list[Wire], foreign: list[Wire], listed: set[bytes]) -> list[Wire]:
    """Return actions that fit the schema and are not listed: a similar number of each kind."""
    most = moment.effort.unlisted if offered else moment.effort.unlisted // 4
    kinds = [list(_near_misses(moment, offered or foreign)), list(foreign), *_of_each_type(moment, offered)]
    for kind in kinds:
        moment.rng.shuffle(kind)
    found: dict[bytes, Wire] = {}
    while any(kinds) and len(found) < most:
        for action in [kind.pop() for kind in kinds if kind]:
            if (spelled := spelling(moment.ruleset, action)) not in listed:
                found[spelled] = action
    return list(found.values())[:most]


def _near_misses(moment: Moment, legal: list[Wire]) -> Iterator[Wire]:
    """Return actions that differ from some legal actions in one place."""
    variants = moment.space.variants(union_of(moment.ruleset.name))
    for action in _some(moment.rng, legal, NEIGHBOURS):
        yield from moment.space.near(variants[action["type"]], action, moment.rng)


def _of_each_type(moment: Moment, offered: list[Wire]) -> list[list[Wire]]:
    """Return actions of each type that fits the pending decision, and some of all other types together."""
    variants = moment.space.variants(union_of(moment.ruleset.name))
    offered_types = {action["type"] for action in offered}
    others = [moment.space.draw(schema, moment.rng) for tag, schema in variants.items() if tag not in offered_types]
    return [others, *(_of_type(moment, variants[tag]) for tag in sorted(offered_types))]


def _of_type(moment: Moment, schema: Wire) -> list[Wire]:
    """Return all actions of a type if there are few, else some."""
    if moment.space.size(schema) <= WHOLE:
        return list(moment.space.every(schema))
    return [moment.space.draw(schema, moment.rng) for _ in range(moment.effort.unlisted)]


def _some(rng: Random, values: list[Wire], most: int) -> list[Wire]:
    """Choose some of these values at random; all if there are no more."""
    return rng.sample(values, min(most, len(values)))


def _played(name: str, seats: int, number: int) -> tuple[Any, tuple[SandboxAction, ...]]:
    """Play random game `number` with the rules only; return its options, and the actions with their seats."""
    random_games = import_module(f"tests.{name}.random_games")
    choices = random_games.all_options(seats)
    options = choices[number % len(choices)]
    steps = random_games.steps(random_games.opening(options, seats, number), number)
    return options, tuple(SandboxAction(seat, msgspec.to_builtins(action)) for _, seat, action, _ in steps)


def _seed(number: int) -> str:
    """Return the seed of random game `number`, as in `tests.random_play`."""
    return number.to_bytes(32, "big").hex()


def _table(service: Service, name: str, seats: int, options: Any, sandbox: Sandbox) -> RemoteGame:
    """Create a sandbox game of human players that starts at the given position."""
    human_seats = [SeatSetup("human")] * seats
    ruleset = service.installation.rulesets[name]
    created, _ = create_game(service.installation, ruleset, options, human_seats, sandbox=sandbox)
    return RemoteGame(service, created.game_id, {each.seat: each.token for each in created.tokens}, name)


def union_of(name: str) -> Wire:
    """Return a reference to the published union of a ruleset's actions."""
    return {"$ref": f"#/components/schemas/{name.title().replace('_', '')}Action"}
