"""Test whole games, broken connections and errors with `@bottega/client` on a running service."""

import json
from itertools import cycle
from typing import Literal

import pytest

from domain.registry import RULESETS
from tests.browser.playing import finished
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


def requested(service, path):
    return json.loads(service.get(f"/v1{path}")[1])


def judge(service, played):
    """Check that each seat received each event after its first view once. The other seat may have acted before that."""
    game = requested(service, f"/games/{played['game_id']}/view")
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


MESSAGES = """
import { createClient } from "@bottega/client";
const client = createClient({ url: process.argv[2] });
const seats = [{ kind: "human" }, { kind: "open" }];
const clock = { kind: "per_decision", seconds: 3600 };
const found = [];
for (const transport of ["stream", "eventsource", "poll"]) {
  const body = { ruleset: "azul", seats, clock, options: { start_seat: 0 } };
  const { game_id: game, tokens: [{ token }], creator_token: creator } = await client.operations.createGame({ body });
  const messages = [];
  const read = async (subscription) => {
    for await (const { view, decision, ...message } of client.follow({ game, token, transport, ...subscription })) {
      if (message.type === "view") await client.operations.claimSeat({ game_id: game, seat: 1, body: {} });
      else messages.push(message);
      if (["started", "next_decision"].includes(message.type)) return;
    }
  };
  await read({ view: true });
  await read({ include: "actions" });
  await client.operations.abortGame({ game_id: game }, { token: creator });
  await read({});
  found.push(messages);
}
console.log(JSON.stringify(found));
"""


def test_a_poll_yields_the_same_messages_as_a_stream_and_no_way_misses_a_start(run, service):
    streamed, *others = run(MESSAGES, service.address)
    for _, pending, aborted, _ in (streamed, *others):
        pending["data"]["next_decision"] = sorted(pending["data"]["next_decision"])
        del aborted["data"]["at"]
    assert others == [streamed] * 2
    started, pending, *ended = streamed
    assert started == {"type": "started", "id": "0", "data": {"ruleset": "azul", "version": 0}}
    offered = {"ruleset": "azul", "version": 0, "next_decision": ["actions", "decision", "previews"]}
    assert pending == {"type": "next_decision", "id": "0", "data": offered}
    assert ended == [
        {"type": "aborted", "id": "0", "data": {"status": "aborted", "version": 0}},
        {"type": "over", "id": "0", "data": {"status": "aborted", "version": 0}},
    ]


SURROUNDINGS = """
import { createClient } from "@bottega/client";
const polls = [];
const noted = (url, sent) => {
  const { searchParams: query } = new URL(url);
  if (query.has("wait")) polls.push(query.has("state_tag"));
  return fetch(url, sent);
};
const client = createClient({ url: process.argv[2], fetch: noted });
const found = [];
for (const transport of ["stream", "eventsource", "poll"]) {
  const seats = [{ kind: "human", name: "Ada" }, { kind: "open" }];
  const body = { ruleset: "azul", seats, undo: "consent" };
  const { game_id: game, tokens: [{ token }], creator_token: creator } = await client.operations.createGame({ body });
  const messages = [];
  for await (const { type, data } of client.follow({ game, token, transport, include: "seats,undo_offers" })) {
    messages.push([type, type === "seats" ? data.seats.map((each) => each.name) : data.undo_offers]);
    if (messages.length === 2) await client.operations.claimSeat({ game_id: game, seat: 1, body: { name: "Bruno" } });
    if (messages.length === 3) break;
  }
  found.push(messages);
}
console.log(JSON.stringify([found, polls]));
"""


def test_what_changes_without_an_event_arrives_in_every_way(run, service):
    """Each poll sends the tag of the last page, and returns a change since then at once."""
    named = [["seats", ["Ada", None]], ["undo_offers", []], ["seats", ["Ada", "Bruno"]]]
    assert run(SURROUNDINGS, service.address) == [[named] * 3, [False, True]]


REMATCH = """
import { createClient } from "@bottega/client";
const [url, game, after, token] = process.argv.slice(2);
const client = createClient({ url });
const found = [];
for (const transport of ["stream", "eventsource", "poll"])
  for await (const { type, data } of client.follow({ game, after, token, transport, include: "rematch" })) {
    found.push([type, data]);
    if (transport === "stream" && type === "over") await client.operations.createRematch({ game_id: game }, { token });
  }
console.log(JSON.stringify(found));
"""


def test_the_rematch_of_a_finished_game_arrives_in_every_way(run, service):
    game = finished(service, "azul")
    version = requested(service, f"/games/{game['game_id']}/view")["version"]
    found = run(REMATCH, service.address, game["game_id"], str(version), game["tokens"][0]["token"])
    rematch = requested(service, f"/games/{game['game_id']}")["rematch"]
    assert found == [["over", {"version": version}], ["rematch", {"rematch": rematch}]] * 3


PLAYED = """
import { createClient } from "@bottega/client";
const [url, game, after] = process.argv.slice(2);
const found = [];
for (const transport of ["stream", "eventsource", "poll"])
  for await (const message of createClient({ url }).follow({ game, after, transport })) found.push(message);
console.log(JSON.stringify(found));
"""


def test_the_end_of_a_played_game_has_its_version_in_every_way(run, service):
    played = run(PLAY, service.address, "azul")
    last = played["versions"][0][-1]
    ended = {"type": "over", "id": str(last), "data": {"version": last}}
    assert run(PLAYED, service.address, played["game_id"], str(last)) == [ended] * 3


PROBLEM = """
import { createClient, NetworkError, Problem } from "@bottega/client";
const { operations } = createClient({ url: process.argv[2], language: "cs" });
const error = await operations.getGame({ game_id: "x".repeat(20) }).catch((error) => error);
const found = [error instanceof Problem, error.name, error.code, error.status, error.message === error.body.title];
const aborted = await operations.listRulesets({}, { signal: AbortSignal.abort() }).catch((error) => error);
console.log(JSON.stringify([...found, aborted instanceof NetworkError, aborted.name]));
"""


def test_errors_are_typed_and_named(run, service):
    assert run(PROBLEM, service.address) == [True, "Problem", "game_not_found", 404, True, True, "NetworkError"]


REJECTED = """
import { createClient } from "@bottega/client";
const client = createClient({ url: process.argv[2] });
const { createGame, queryView, submitAction } = client.operations;
const seats = [{ kind: "human" }, { kind: "human" }];
const { game_id, tokens } = await createGame({ body: { ruleset: "azul", seats, options: { start_seat: 0 } } });
const [{ token }] = tokens;
const { decision, view } = await queryView({ game_id }, { token });
const [{ source, tiles }] = view.factories;
const isOffered = (each) => each in tiles || each === view.wild;
const colour = ["purple", "green", "orange", "yellow", "blue", "red"].find((each) => !isOffered(each));
const body = { ruleset: "azul", decision, action: { type: "draft_tiles", source, colour } };
const rejected = await submitAction({ game_id, body }, { token }).catch((error) => error);
const closed = await submitAction({ game_id, body: { ...body, decision: 99 } }, { token }).catch((error) => error);
console.log(JSON.stringify([rejected.parameters, { source, colour }, closed.parameters]));
"""


def test_a_rejection_has_the_arguments_of_its_sentence(run, service):
    parameters, expected, of_another_problem = run(REJECTED, service.address)
    assert (parameters, of_another_problem) == (expected, {})


HOSTED = """
import { createClient, isHosted } from "@bottega/client";
const { listRulesets } = createClient({ url: process.argv[2] }).operations;
const { rulesets } = await listRulesets();
console.log(JSON.stringify([rulesets.map(({ ruleset }) => isHosted(ruleset)), isHosted("chess")]));
"""


def test_the_package_knows_whose_types_it_has(run, service):
    assert run(HOSTED, service.address) == [[True] * len(RULESETS), False]


OTHER_RULESET = """
import { createClient } from "@bottega/client";
const client = createClient({ url: process.argv[2] });
const seats = [{ kind: "human" }, { kind: "human" }];
const body = { ruleset: "azul", seats, options: { start_seat: 0 } };
const { game_id: game, tokens: [{ token }] } = await client.operations.createGame({ body });
const found = [];
for (const ruleset of ["azul", "riddle"])
  for (const how of [{ view: true }, { transport: "poll" }, { transport: "stream" }])
    try {
      for await (const { type } of client.follow({ game, token, ruleset, include: "actions", ...how })) {
        found.push(type);
        break;
      }
    } catch (error) {
      found.push(error.name);
    }
console.log(JSON.stringify(found));
"""


def test_a_game_of_another_ruleset_than_the_types_is_an_error(run, service):
    found = run(OTHER_RULESET, service.address)
    assert found == ["view", "next_decision", "next_decision", "TypeError", "TypeError", "TypeError"]


COMPUTED = """
import { createClient } from "@bottega/client";
const client = createClient({ url: process.argv[2] });
const seats = Array(2).fill({ kind: "ai", level: "random" });
const { game_id } = await client.operations.createGame({ body: { ruleset: "azul", seats } });
for await (const { type } of client.follow({ game: game_id })) if (type === "over") break;
console.log(JSON.stringify((await client.whenReady("getResult", { game_id })).seats.map(({ seat }) => seat)));
"""


def test_a_result_is_returned_when_it_is_ready(run, service):
    assert run(COMPUTED, service.address) == [0, 1]


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
    assert [each["game_id"] for each in requested(service, f"/games?label={label}")["games"]] == [game]


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
