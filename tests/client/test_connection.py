"""Test `@bottega/client` on bad connections and devices: lost requests, restarts, sleep, and wrong clocks."""

import json
import subprocess
from contextlib import contextmanager

import pytest

from tests.browser.playing import created, human, requested
from tests.client.cutting import LOST
from tests.client.typescript_modules import NODE, reported
from tests.guides.programs import program
from tests.processes import Process
from tests.tools.operations import PACKAGE
from tests.workers.running import lasting_port, serving
from tests.workers.waiting import until

UNREADY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
HOUR = 3_600_000


@contextmanager
def running(tmp_path, text, *arguments):
    """Run a program with the package during a block; it reads lines and prints lines of JSON."""
    scope = tmp_path / "node_modules" / "@bottega"
    scope.mkdir(parents=True)
    (scope / "client").symlink_to(PACKAGE)
    (tmp_path / "program.mjs").write_text(text)
    command = [str(NODE), "--no-warnings", "program.mjs", *arguments]
    pipe = subprocess.PIPE
    with Process(command, cwd=tmp_path, stdin=pipe, stdout=pipe, text=True) as started:
        yield started


def heard(started):
    """Return the next line that a program prints."""
    return json.loads(started.stdout.readline())


def new_game(service):
    """Create a game of two human players; return its path and tokens."""
    game = created(service, "azul", human("Ada"), human("Bruno"), options={"start_seat": 0})
    return f"/games/{game['game_id']}", [each["token"] for each in game["tokens"]]


def act_next(service, path, tokens):
    """Submit the first legal action of the seat that must act."""
    token = tokens[requested(service, f"{path}/view")["to_act"][0]]
    legal = requested(service, f"{path}/actions", token=token)
    body = {"ruleset": legal["ruleset"], "decision": legal["decision"], "action": legal["actions"][0]}
    requested(service, f"{path}/actions", body, token=token)


REPORTED = """
import { createClient } from "@bottega/client";
const [url, game] = process.argv.slice(2);
const log = [];
const controller = new AbortController();
const onConnection = (isUp) => {
  log.push(isUp);
  if (isUp && log.includes(false)) controller.abort();
};
const noted = (address, options) => (log.push(new URL(address).searchParams.get("wait")), fetch(address, options));
const how = { transport: "poll", wait: () => 1, onConnection, signal: controller.signal };
for await (const _ of createClient({ url, fetch: noted }).follow({ game, ...how }));
console.log(JSON.stringify(log));
"""


def test_the_first_poll_and_the_first_after_a_failure_return_at_once(run, service, cutter):
    path, _ = new_game(service)
    cutter.lose(b"/events?wait=1", LOST["an error of a proxy"])
    assert run(REPORTED, cutter.address, path.removeprefix("/games/")) == ["0", True, "1", False, "0", True]


def test_the_program_of_the_readme_goes_on_after_actions_that_failed(run, cutter):
    cutter.lose(b"/actions HTTP", lambda _: UNREADY, times=12)
    text = program(PACKAGE / "README.md", "js")
    assert run(f"process.env.SERVICE = process.argv[2];\n{text}", cutter.address)[0]["rank"] in (1, 2)
    assert cutter.lost == 12


FOLLOWED = """
import { createInterface } from "node:readline";
import { createClient } from "@bottega/client";
const [url, game, transport] = process.argv.slice(2);
const now = Date.now;
let slept = 0;
Date.now = () => now() + slept;
const lines = createInterface({ input: process.stdin });
lines.on("line", (minutes) => (slept += Number(minutes) * 60_000));
const found = [];
const onConnection = (isUp) => console.log(JSON.stringify(isUp));
for await (const { type, data } of createClient({ url }).follow({ game, transport, onConnection })) {
  if (type === "event") console.log(JSON.stringify(data.version));
  if (data.version === 2) break;
}
lines.close();
"""
"""Prints whether the service responds, and the version of each event. A line is the minutes that the device sleeps."""


@pytest.mark.parametrize(("transport", "requests"), [("stream", 1), ("poll", 2)])
def test_a_device_that_slept_connects_again_at_once(tmp_path, service, cutter, transport, requests):
    path, tokens = new_game(service)
    act_next(service, path, tokens)
    with running(tmp_path, FOLLOWED, cutter.address, path.removeprefix("/games/"), transport) as device:
        assert [heard(device), heard(device)] == [True, 1]
        until(lambda: cutter.sent == requests, "the device waits for the next event")
        cutter.freeze()
        act_next(service, path, tokens)
        device.stdin.write("10\n")
        device.stdin.flush()
        assert [heard(device), heard(device), heard(device)] == [False, True, 2]


@pytest.mark.parametrize("transport", ["stream", "poll"])
def test_a_game_is_followed_through_a_restart_of_the_service(tmp_path, transport):
    port = str(lasting_port())
    with serving(tmp_path, BOTTEGA_PORT=port) as first:
        path, tokens = new_game(first)
        act_next(first, path, tokens)
        with running(tmp_path / "program", FOLLOWED, first.address, path.removeprefix("/games/"), transport) as device:
            assert [heard(device), heard(device)] == [True, 1]
            first.end()
            assert heard(device) is False
            with serving(tmp_path, BOTTEGA_PORT=port) as again:
                assert heard(device) is True
                act_next(again, path, tokens)
                while (line := heard(device)) != 2:
                    assert line in (True, False)  # a service that starts may still end a stream


CLOCK = """
import { createClient } from "@bottega/client";
const [url, shift] = process.argv.slice(2);
const now = Date.now;
Date.now = () => now() + Number(shift);
const { operations, serviceTime } = createClient({ url });
await operations.listRulesets();
const wrong = serviceTime() - now();
Date.now = now;
console.log(JSON.stringify([wrong, serviceTime() - now()]));
"""


@pytest.mark.parametrize("shift", [-HOUR, 0, HOUR])
def test_the_time_of_the_service_is_right_on_a_device_with_a_wrong_clock_and_after_it_is_set(run, service, shift):
    assert [abs(each) < 2000 for each in run(CLOCK, service.address, str(shift))] == [True, True]


RETRIED_LATER = """async ({ createHttp }, shift) => {
  const [now, later] = [Date.now, globalThis.setTimeout];
  Date.now = () => now() + shift;
  const delays = [];
  globalThis.setTimeout = (act, milliseconds) => (delays.push(milliseconds), later(act));
  const headers = { Date: "Thu, 01 Jan 2026 00:00:00 GMT", "Retry-After": "Thu, 01 Jan 2026 00:00:07 GMT" };
  const responses = [new Response("", { status: 503, headers }), new Response("{}", { status: 200 })];
  await createHttp({ url: "http://127.0.0.1", fetch: async () => responses.shift() }).request("/");
  return delays;
}"""


def test_a_date_to_retry_is_compared_with_the_date_of_the_response():
    assert reported("http.js", RETRIED_LATER, HOUR) == [7000]
