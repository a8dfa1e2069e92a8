"""The proof, moment by moment: what is listed is accepted, what is not is rejected, tried out and done alike.

At some moments of random games every seat tries the actions that it is offered, and others that fit the published
schema: first as a dry run, then for real. Each verdict is compared with the list, the two with each other, and all that
is stored with what it was before. After an action that was accepted the moment is put back.
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
from service.play.creation import create_game
from service.resources.creation import Sandbox, SandboxAction
from service.store import SeatSetup
from tests.legal.space import Space
from tests.service.contract import contract
from tests.service.table import Service, Table

Wire = dict[str, Any]
Stored = Mapping[bytes, bytes]

WHOLE = 400
"""A type of action with up to this many values is tried with all of them where it answers the open decision."""
NEIGHBOURS = 6
"""Of how many legal actions all that is one change away is tried."""


@dataclass(frozen=True)
class Effort:
    """How much is tried."""

    moments: int
    """In each game, evenly spread from its beginning to its end; at least 2."""
    listed: int
    """At the most, of the actions offered to a seat."""
    unlisted: int
    """At the most, of the actions not offered to a seat that is to act; a quarter of it to another."""


@dataclass(frozen=True)
class Moment:
    """One game as it is now, and how its actions are drawn."""

    table: Table
    ruleset: AnyRuleset
    space: Space
    effort: Effort
    rng: Random

    @property
    def stored(self) -> Stored:
        """Read all that is stored, byte for byte."""
        client = self.table.service.bottega.store.servers.client
        keys = sorted(client.keys("bottega:*"))
        pipeline = client.pipeline(transaction=False)
        for key in keys:
            pipeline.dump(key)
        return dict(zip(keys, pipeline.execute(), strict=True))

    def put_back(self, stored: Stored) -> None:
        """Store just what was stored."""
        client = self.table.service.bottega.store.servers.client
        pipeline = client.pipeline(transaction=False)
        pipeline.delete(*client.keys("bottega:*"))
        for key, value in stored.items():
            pipeline.restore(key, 0, value)
        pipeline.execute()


def prove_game(service: Service, name: str, seats: int, number: int, effort: Effort) -> Counter[str]:
    """Prove some moments of random game `number` of a ruleset; return what was tried, counted.

    Each moment is reached in a game of its own, on an empty Redis; the service must have a sandbox.
    """
    options, moves = _played(name, seats, number)
    rng, counted = Random(number), Counter[str]()
    for version in sorted({round(each * len(moves) / (effort.moments - 1)) for each in range(effort.moments)}):
        service.bottega.store.servers.client.flushall()
        table = _table(service, name, seats, options, Sandbox(_seed(number), moves[:version]))
        counted += prove_moment(moment_of(table, effort, rng))
    return counted


def moment_of(table: Table, effort: Effort, rng: Random) -> Moment:
    """Look at a game as it is now; where only a pattern is published, texts come from what its seats see."""
    seen = b"".join(table.get("/view", seat).data for seat in table.tokens).decode()
    space = Space(contract()["components"]["schemas"], tuple(sorted(set(re.findall(r'"([^"\\]*)"', seen)))))
    return Moment(table, table.service.bottega.rulesets[table.ruleset], space, effort, rng)


def prove_moment(moment: Moment) -> Counter[str]:
    """Prove the list of every seat at this moment."""
    lists = {seat: moment.table.get("/actions", seat).json for seat in moment.table.tokens}
    counted = Counter(moments=1)
    for seat, offered in lists.items():
        foreign = [action for other, each in lists.items() if other != seat for action in each["actions"]]
        counted += prove_list(moment, seat, offered, foreign)
    return counted


def prove_list(moment: Moment, seat: int, offered: Wire, foreign: list[Wire]) -> Counter[str]:
    """Prove what one seat is offered; `foreign` is what others are."""
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
    """Write an action in the one way that stands for all ways to spell it, such as other orders of a set."""
    return msgspec.json.encode(msgspec.convert(wire, ruleset.action_type), order="deterministic")


def _accepted(moment: Moment, seat: int, decision: int, action: Wire, before: Stored) -> None:
    """Prove that an action is accepted: the dry run leaves all as it is, the other one adds an event."""
    view = moment.table.get("/view", seat)
    tried = _submit(moment, seat, decision, action, dry_run=True)
    assert (tried.status_code, tried.data) == (200, view.data), (action, tried.json)
    assert moment.stored == before
    done = _submit(moment, seat, decision, action)
    assert done.status_code == 200, (action, done.json)
    assert done.json["version"] == view.json["version"] + 1
    moment.put_back(before)


def _rejected(moment: Moment, seat: int, decision: int, action: Wire, before: Stored) -> str:
    """Prove that an action is rejected, for the same reason both times, and that nothing changes; return the code."""
    answers = [_submit(moment, seat, decision, action, dry_run=dry_run) for dry_run in (True, False)]
    assert [answer.status_code for answer in answers] == [409, 409], (action, answers[0].json, answers[1].json)
    assert answers[0].data == answers[1].data
    assert moment.stored == before
    problem = answers[0].json
    assert problem["code"] in {rejection.code for rejection in moment.ruleset.rejections}
    assert problem["paragraph"]
    return f"code {problem['code']}"


def _submit(moment: Moment, seat: int, decision: int, action: Wire, *, dry_run: bool = False) -> TestResponse:
    """Submit an action."""
    body = {"ruleset": moment.ruleset.name, "decision": decision, "action": action}
    return moment.table.post("/actions?dry_run=true" if dry_run else "/actions", seat, body)


def _unlisted(moment: Moment, offered: list[Wire], foreign: list[Wire], listed: set[bytes]) -> list[Wire]:
    """Return actions that fit the schema and are not listed: of each kind about as many."""
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
    """Return what is one change away from some legal actions."""
    variants = moment.space.variants(union_of(moment.ruleset.name))
    for action in _some(moment.rng, legal, NEIGHBOURS):
        yield from moment.space.near(variants[action["type"]], action, moment.rng)


def _of_each_type(moment: Moment, offered: list[Wire]) -> list[list[Wire]]:
    """Return actions of each type that answers the open decision, and some of all the others together."""
    variants = moment.space.variants(union_of(moment.ruleset.name))
    asked = {action["type"] for action in offered}
    others = [moment.space.draw(schema, moment.rng) for tag, schema in variants.items() if tag not in asked]
    return [others, *(_of_type(moment, variants[tag]) for tag in sorted(asked))]


def _of_type(moment: Moment, schema: Wire) -> list[Wire]:
    """Return all actions of a type that has few, else some."""
    if moment.space.size(schema) <= WHOLE:
        return list(moment.space.every(schema))
    return [moment.space.draw(schema, moment.rng) for _ in range(moment.effort.unlisted)]


def _some(rng: Random, values: list[Wire], most: int) -> list[Wire]:
    """Draw some of these values; all if there are no more."""
    return rng.sample(values, min(most, len(values)))


def _played(name: str, seats: int, number: int) -> tuple[Any, tuple[SandboxAction, ...]]:
    """Play random game `number` on the bare rules; return its options, and who did what."""
    random_games = import_module(f"tests.{name}.random_games")
    choices = random_games.all_options(seats)
    options = choices[number % len(choices)]
    steps = random_games.steps(random_games.opening(options, seats, number), number)
    return options, tuple(SandboxAction(seat, msgspec.to_builtins(action)) for _, seat, action, _ in steps)


def _seed(number: int) -> str:
    """Return the secret of random game `number`, as `tests.random_play` has it."""
    return number.to_bytes(32, "big").hex()


def _table(service: Service, name: str, seats: int, options: Any, sandbox: Sandbox) -> Table:
    """Open a game between people where the sandbox has it begin."""
    people = [SeatSetup("human")] * seats
    ruleset = service.bottega.rulesets[name]
    created, _ = create_game(service.bottega, ruleset, options, people, sandbox=sandbox)
    return Table(service, created.game_id, {each.seat: each.token for each in created.tokens}, name)


def union_of(name: str) -> Wire:
    """Refer to the published union of a ruleset's actions."""
    return {"$ref": f"#/components/schemas/{name.title().replace('_', '')}Action"}
