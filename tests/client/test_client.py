"""Test whole games, broken connections and errors with `@bottega/client` on a running service."""

import json
from itertools import cycle
from typing import Literal

import pytest

from domain.registry import RULESETS
from tests.client.conftest import PROGRAMS
from tests.client.cutting import LOST
from tests.guides.programs import program
from tests.tools.operations import PACKAGE
from tests.workers.running import environ_for
from workers.command import keys

PLAY = (PROGRAMS / "play.mjs").read_text(encoding="utf-8")
WATCH = (PROGRAMS / "watch.mjs").read_text(encoding="utf-8")
FOLLOWERS, CUTS = 10, 100
TRANSPORTS: tuple[Literal["stream", "poll"], ...] = ("stream", "poll")
"""The client in Python plays each ruleset by the other transport: neither depends on the ruleset."""


def wanted(service, path):
    return json.loads(service.get(f"/v1{path}")[1])


def judge(service, played):
    """Check that each seat received each event after its first view once. The other seat may have acted before that."""
    game = wanted(service, f"/games/{played['game_id']}/view")
    assert game["status"] == "over"
    assert played["versions"] == [list(range(seen[0], game["version"] + 1)) for seen in played["versions"]]


@pytest.mark.parametrize(("ruleset", "transport"), list(zip(RULESETS, cycle(TRANSPORTS))))
def test_a_whole_game_is_played_by_streams_alone_and_by_long_polls_alone(run, service, ruleset, transport):
    judge(service, run(PLAY, service.address, ruleset, transport))


def test_a_game_survives_cut_streams_without_a_gap_or_duplicate(run, service, cutter):
    cutter.is_cutting = True
    played = run(PLAY, cutter.address, "leonardo")
    judge(service, played)
    events = played["versions"][0][-1]
    while cutter.cuts < CUTS:
        watched = run(WATCH, cutter.address, played["game_id"], str(FOLLOWERS))
        assert watched == [list(range(1, events + 1))] * FOLLOWERS


AGAIN = """
import { createClient } from "@bottega/client";
const [url, game, after] = process.argv.slice(2);
const found = [];
for (const transport of ["stream", "eventsource", "poll"]) {
  const types = [];
  for await (const { type } of createClient({ url }).follow({ game, after, transport })) types.push(type);
  found.push(types);
}
console.log(JSON.stringify(found));
"""


def test_a_game_is_played_with_event_sources_and_is_over_when_followed_again(run, service):
    played = run(PLAY, service.address, "azul", "eventsource")
    judge(service, played)
    last = str(played["versions"][0][-1])
    assert run(AGAIN, service.address, played["game_id"], last) == [["over"]] * 3


ABORTED = """
import { createClient } from "@bottega/client";
const client = createClient({ url: process.argv[2] });
const seats = [{ kind: "human" }, { kind: "human" }];
const found = [];
for (const transport of ["stream", "eventsource", "poll"]) {
  const created = await client.operations.createGame({ body: { ruleset: "azul", seats } });
  const { game_id: game, creator_token: token } = created;
  const types = [];
  for await (const { type, data, view } of client.follow({ game, transport, view: true })) {
    types.push([type, data.status, view.status]);
    if (type === "view") await client.operations.abortGame({ game_id: game }, { token });
  }
  for await (const { type, data } of client.follow({ game, transport })) types.push([type, data.status]);
  found.push(types);
}
console.log(JSON.stringify(found));
"""


def test_an_abort_arrives_in_every_way_and_when_the_game_is_followed_again(run, service):
    live = [["view", "running", "running"], ["aborted", "aborted", "aborted"], ["over", "aborted", "aborted"]]
    again = [["aborted", "aborted"], ["over", "aborted"]]
    assert run(ABORTED, service.address) == [[*live, *again]] * 3


PROBLEM = """
import { createClient, Problem } from "@bottega/client";
const { operations } = createClient({ url: process.argv[2], language: "cs" });
const error = await operations.getGame({ game_id: "x".repeat(20) }).catch((error) => error);
console.log(JSON.stringify([error instanceof Problem, error.code, error.status, error.message === error.body.title]));
"""


def test_a_problem_is_a_typed_error(run, service):
    assert run(PROBLEM, service.address) == [True, "game_not_found", 404, True]


RETRIED = """
import { createClient } from "@bottega/client";
const [url, label] = process.argv.slice(2);
const { createGame } = createClient({ url }).operations;
const seats = [{ kind: "human" }, { kind: "human" }];
const game = await createGame({ body: { ruleset: "azul", seats, visibility: "public", label } });
console.log(JSON.stringify(game.game_id));
"""


@pytest.mark.parametrize("received", LOST, ids=LOST)
def test_a_request_whose_response_is_lost_is_repeated_and_applied_once(run, service, cutter, received):
    cutter.lose(b"POST /v1/games ", LOST[received])
    label = received.replace(" ", "-")
    game = run(RETRIED, cutter.address, label)
    assert cutter.lost == 1
    assert [each["game_id"] for each in wanted(service, f"/games?label={label}")["games"]] == [game]


OWN_KEY = """
import { createClient } from "@bottega/client";
const { createGame } = createClient({ url: process.argv[2] }).operations;
const seats = [{ kind: "human" }, { kind: "human" }];
const options = { headers: { "Idempotency-Key": "0d1f5c7e-54b2-4c1a-9a36-7be08d21c4f9" } };
const create = () => createGame({ body: { ruleset: "azul", seats } }, options);
console.log(JSON.stringify([(await create()).game_id, (await create()).game_id]));
"""


def test_a_program_can_repeat_a_request_with_a_key_of_its_own(run, service):
    first, again = run(OWN_KEY, service.address)
    assert first == again


NOTICES = """
import { createClient } from "@bottega/client";
const client = createClient({ url: process.argv[2] });
const { key } = await client.operations.createPlayer({ body: { name: "Ada" } });
const seats = [{ kind: "open" }, { kind: "human" }];
const options = { start_seat: 0 };
const { game_id } = await client.operations.createGame({ body: { ruleset: "azul", seats, options } });
await client.operations.claimSeat({ game_id, seat: 0, body: {} }, { token: key });
const found = [];
for (const transport of ["stream", "poll"]) {
  const notices = [];
  for await (const { type, data } of client.follow({ me: true, token: key, transport })) {
    if (type === "notice") notices.push(data);
    if (data.type === "your_turn") break;
  }
  found.push(notices);
}
console.log(JSON.stringify(found));
"""


def test_notices_are_the_same_by_stream_and_by_poll(run, service):
    streamed, polled = run(NOTICES, service.address)
    assert streamed == polled
    assert streamed[-1]["type"] == "your_turn"


TOURNAMENT = """
import { createClient } from "@bottega/client";
const [url, token] = process.argv.slice(2);
const client = createClient({ url, token });
const entrants = ["Ada", "Bruno", "Carla", "Dario"].map((name) => ({ name, level: "random" }));
const plan = { name: "Cup", ruleset: "azul", stages: [{ format: "knockout" }], next_round: "automatic", entrants };
const { tournament } = await client.operations.createTournament({ body: plan });
await client.operations.startTournament({ tournament, body: {} });
const found = [];
for (const transport of ["stream", "eventsource", "poll"]) {
  const entries = [];
  for await (const { type, data } of client.follow({ tournament, transport })) entries.push([type, data.number]);
  found.push(entries);
}
console.log(JSON.stringify(found));
"""


def test_a_tournament_is_followed_to_its_end_in_every_way(run, service):
    environ = environ_for(service.errors.with_name("data"))
    key = keys.create(environ, None, "Olga", ("play", "create", "organise"), None)["key"]
    streamed, *others = run(TOURNAMENT, service.address, key)
    assert others == [streamed] * 2
    count = len(streamed) - 1
    assert streamed == [*(["event", number] for number in range(1, count + 1)), ["over", None]]


def test_the_program_of_the_readme_plays_a_game(run, service):
    text = program(PACKAGE / "README.md", "js")
    assert run(f"process.env.SERVICE = process.argv[2];\n{text}", service.address)[0]["rank"] in (1, 2)
