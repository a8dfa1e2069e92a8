"""Test `bottega games`: it finds planted faults, and repairs them without changing the game."""

import json

import msgspec
import pytest

from service.app import create_app
from service.installation import jobs
from service.repair import inspection
from service.store import read_entry
from service.store.keys import CLOCKS, DUE, key
from service.store.log_entries import write_entry
from tests.service.broken_games import DAMAGES, damage
from tests.service.contract import HOSTED
from tests.service.running import running
from tests.service.table import HUMANS, Service, Table, settings
from workers.command import cli, doctor, games
from workers.jobs import context, scoring

AI = {"kind": "ai", "level": "random"}
CLOCK = {"kind": "per_decision", "seconds": 60}


@pytest.fixture
def service(environ, monkeypatch):
    """Run the application on the Redis of the command."""
    monkeypatch.setenv("BOTTEGA_REDIS_URL", environ["BOTTEGA_REDIS_URL"])
    with running(settings(environ["BOTTEGA_REDIS_URL"])) as service:
        yield service


@pytest.fixture
def redis(service):
    return service.bottega.store.servers.client


@pytest.fixture
def mend(service):
    return lambda table: games.repair_all(service.bottega, table.game_id)


def faults(table):
    return inspection.inspect(table.service.bottega, table.game_id, reveal=False)["faults"]


def create(service, ruleset="azul", **more):
    created = service.client.post("/v1/games", json={"ruleset": ruleset, "seats": list(HUMANS), **more})
    assert created.status_code == 201
    tokens = {each["seat"]: each["token"] for each in created.json["tokens"]}
    return Table(service, created.json["game_id"], tokens, ruleset)


def some_turns(table):
    for _ in range(4):
        assert table.act(table.view(0)["to_act"][0]).status_code == 200
    return table


def taken_back(table):
    """Take an action, and undo it."""
    seat = table.view(0)["to_act"][0]
    assert table.act(seat).status_code == 200
    assert table.post("/undo", seat, {"to": 0}).status_code == 200
    return table


def finished(service):
    table = create(service, "tiny", options={})
    table.play_to_the_end()
    context.use(service.bottega)
    scoring.score_game(table.game_id)
    return table


def test_a_whole_game_needs_no_repair(service, redis, mend):
    waiting = create(service, seats=[HUMANS[0], {"kind": "open"}], starts="when_seated")
    private = some_turns(create(service, visibility="private"))
    undone = some_turns(taken_back(create(service, undo="own")))
    for table in (some_turns(create(service, clock=CLOCK)), waiting, private, undone, finished(service)):
        before = table.stored
        assert faults(table) == []
        assert mend(table) == []
        assert table.stored == before


@pytest.mark.parametrize("damage", ["missing", "old", "nonsense"])
def test_a_snapshot_is_rebuilt_from_the_log(service, redis, mend, damage):
    table = create(service)
    state = key(table.game_id, "state")
    old = redis.get(state)
    some_turns(table)
    before, view = table.stored, table.view(0)
    redis.set(state, old if damage == "old" else b"nonsense")
    if damage == "missing":
        redis.delete(state)
    assert [fault.split(": ")[0] for fault in faults(table)] == ["snapshot"]
    assert mend(table) == ["snapshot of version 4 made from the log"]
    assert (table.stored, table.view(0)) == (before, view)
    assert mend(table) == []


def test_a_running_game_is_restored_to_its_lists_and_clocks(service, redis, mend):
    table = some_turns(create(service, clock=CLOCK))
    before = table.stored
    redis.zrem("bottega:{lists}:games:azul:running", table.game_id)
    redis.zadd("bottega:{lists}:games:*:over", {table.game_id: 1})
    redis.delete(CLOCKS)
    assert [fault.split(": ")[0] for fault in faults(table)] == ["lists", "clocks"]
    assert mend(table) == ["listed as running", "1 put on the list of clocks"]
    after = {name: value for name, value in table.stored.items() if name != CLOCKS.encode()}
    assert after == {name: value for name, value in before.items() if name != CLOCKS.encode()}
    assert redis.zcard(CLOCKS) == 1


def test_a_finished_game_gets_its_result_and_its_lists_again(service, redis, mend):
    table = finished(service)
    result, view = table.get("/result").data, table.view()
    redis.delete(key(table.game_id, "result"), "bottega:{lists}:records:*", "bottega:{lists}:games:*:over")
    assert faults(table)[0] == "result: is missing"
    assert mend(table)[0] == "result computed and stored"
    assert (table.get("/result").data, table.view()) == (result, view)
    assert faults(table) == []
    assert service.client.get("/v1/records").json["records"][0]["game_id"] == table.game_id


def test_a_lost_job_is_enqueued_again(service, redis, mend):
    table = create(service, seats=[AI, AI])
    pending = inspection.inspect(service.bottega, table.game_id, reveal=False)["pending"]
    assert (pending["job"], pending["state"]) == (f"ai-{table.game_id}-0", "waits")
    for queue in service.bottega.queues.values():
        queue.empty()
    redis.delete(DUE)
    assert faults(table) == [f"due: its job ai-{table.game_id}-0 is not on the due list"]
    assert mend(table) == ["put on the due list", f"job ai-{table.game_id}-0 enqueued again"]
    assert jobs.state_of(service.bottega.queues, jobs.Job(pending["queue"], "", (), pending["job"])) == "waits"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"decision": 0}, "it is for decision 0, not "),
        ({"seat": 7}, "seat 7 need not act"),
        ({"facts": ()}, "the facts differ from the recorded ones"),
        ({"action": msgspec.Raw(b'{"type":"dance"}')}, "ValidationError: "),
        ({"version": 9}, "the entry has version 9"),
    ],
)
def test_a_broken_log_is_reported_and_left_unchanged(service, redis, capsys, change, why):
    table = some_turns(create(service))
    log = key(table.game_id, "log")
    event = read_entry(redis.lindex(log, 2))
    redis.lset(log, 2, write_entry("azul", msgspec.structs.replace(event, **change)))
    redis.delete(key(table.game_id, "state"))
    before = table.stored
    assert cli.main(["games", "repair", table.game_id]) == 1
    output = capsys.readouterr().err
    assert output.startswith(f"bottega: the log is broken at version 3: {why}")
    assert output.endswith("; nothing was changed\n")
    assert table.stored == before


def test_a_log_that_has_lost_its_end_is_broken(service, redis, capsys):
    table = some_turns(create(service))
    redis.rpop(key(table.game_id, "log"))
    assert cli.main(["games", "inspect", table.game_id, "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert output["faults"] == ["the log is broken at version 4: there is none, and the snapshot is of version 4"]


def test_inspect_shows_no_token_and_nothing_hidden_unless_requested(service, capsys):
    table = some_turns(create(service, clock=CLOCK))
    assert cli.main(["games", "inspect", table.game_id]) == 0
    plain = capsys.readouterr().out
    header = service.bottega.store.header(table.game_id)
    assert not any(secret in plain for secret in (*table.tokens.values(), header.seed, header.salt, "bag"))
    assert [line for line in plain.splitlines() if line.startswith(("status", "version", "faults"))] == [
        "status        running",
        "version       4",
        "faults        none",
    ]
    assert cli.main(["games", "inspect", table.game_id, "--reveal", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["seed"], output["salt"]) == (header.seed, header.salt)
    assert output["bytes"]["in all"] == sum(size for part, size in output["bytes"].items() if part != "in all")
    assert cli.main(["games", "repair", table.game_id]) == 0
    assert capsys.readouterr().out == "There is nothing to repair.\n"
    assert cli.main(["games", "inspect", "a" * 20]) == 1
    assert capsys.readouterr().err == "bottega: Redis has no game with this id.\n"


def test_a_finished_game_is_archived_and_restored(environ, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("BOTTEGA_REDIS_URL", environ["BOTTEGA_REDIS_URL"])
    monkeypatch.setenv("BOTTEGA_ARCHIVE_URL", f"file://{tmp_path}/games")
    service = Service(
        create_app(settings(environ["BOTTEGA_REDIS_URL"], archive_url=f"file://{tmp_path}/games"), HOSTED)
    )
    table = finished(service)
    result = table.get("/result").data
    service.bottega.store.servers.client.delete(DUE)
    assert cli.main(["games", "archive", table.game_id]) == 0
    assert cli.main(["games", "repair", table.game_id]) == 1
    assert capsys.readouterr().err == (
        "bottega: The game is in the archive, not in Redis. `bottega games restore` moves it to Redis; "
        "nothing was changed\n"
    )
    assert table.get("/result").data == result
    assert cli.main(["games", "restore", table.game_id]) == 0
    assert service.bottega.store.servers.client.exists(key(table.game_id, "header"))
    running = create(service)
    assert cli.main(["games", "archive", running.game_id]) == 1
    assert cli.main(["games", "archive"]) == 0
    assert capsys.readouterr().out == "The game is back in Redis.\nGames moved: 0\n"
    service.close()


@pytest.mark.parametrize("how", DAMAGES)
def test_every_tool_names_a_damaged_game_and_ends_without_a_traceback(service, capsys, environ, how):
    whole, broken = some_turns(create(service, clock=CLOCK)), some_turns(create(service, clock=CLOCK))
    damage(service, broken.game_id, how)
    assert cli.main(["games", "inspect", whole.game_id]) == 0
    assert cli.main(["games", "inspect", broken.game_id]) == 1
    output = capsys.readouterr().out.partition("faults")[2].strip()
    assert "none" in output
    assert cli.main(["games", "inspect", broken.game_id, "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["faults"] != []
    cli.main(["games", "repair", broken.game_id])
    captured = capsys.readouterr()
    assert "Traceback" not in captured.out + captured.err
    if how in ("state", "state of another type", "state missing"):
        assert captured.out == "snapshot of version 4 made from the log\n"
        assert faults(broken) == []
    elif how.startswith("result"):
        assert captured.out == "damaged result deleted\n"
        assert faults(broken) == []
    elif how == "seats missing":
        assert captured.out == "There is nothing to repair.\n"
    else:
        assert captured.err.endswith("; nothing was changed\n")


@pytest.mark.parametrize("how", DAMAGES)
def test_doctor_names_a_damaged_game_and_its_damaged_part(service, environ, how):
    create(service, clock=CLOCK)
    broken = some_turns(create(service, clock=CLOCK))
    damage(service, broken.game_id, how)
    found = {each.check: each for each in doctor.diagnose(environ, None)}
    name, _, why = found["games"].found.partition(": ")
    assert (found["games"].level, name) == ("fail", f"game {broken.game_id}")
    part = how.split(" ", maxsplit=1)[0]
    assert ("snapshot" if part == "state" else part) in why
    assert found["redis"].level == "ok"


@pytest.mark.parametrize("part", ["log", "header"])
def test_doctor_names_a_game_of_which_the_log_or_the_header_is_missing(service, redis, environ, part):
    broken = some_turns(create(service))
    redis.delete(key(broken.game_id, part))
    found = {each.check: each for each in doctor.diagnose(environ, None)}["games"]
    assert (found.level, found.found) == ("fail", f"game {broken.game_id}: its {part} is missing")


def test_doctor_names_a_game_that_loses_its_header_before_its_first_event(service, redis, environ):
    broken = create(service)
    redis.delete(key(broken.game_id, "header"))
    found = {each.check: each for each in doctor.diagnose(environ, None)}["games"]
    assert (found.level, found.found) == ("fail", f"game {broken.game_id}: its header is missing")


def test_doctor_names_due_entries_of_deleted_games(service, redis, environ):
    gone = "g" * 20
    redis.zadd(DUE, {gone: 1.0})
    found = {each.check: each for each in doctor.diagnose(environ, None)}["due entries"]
    assert (found.level, found.found) == ("warn", f"1 entry of deleted games: {gone}")


def test_inspect_reports_missing_holders_of_seats(service, redis):
    table = create(service)
    redis.delete(key(table.game_id, "seats"))
    assert faults(table) == ["seats: the holder of seat 0, 1 is lost and cannot be repaired"]


def test_a_game_without_its_header_is_unchanged(service, redis, capsys):
    table = some_turns(create(service))
    redis.delete(key(table.game_id, "header"))
    assert cli.main(["games", "repair", table.game_id]) == 1
    assert capsys.readouterr().err == (
        "bottega: Redis has no game with this id. Its log exists, but cannot be used without its header; "
        "nothing was changed\n"
    )


@pytest.mark.parametrize("how", ["result", "result of another type"])
def test_a_damaged_result_is_computed_again(service, mend, how):
    table = finished(service)
    result = table.get("/result").data
    damage(service, table.game_id, how)
    assert table.get("/result").json["code"] == "internal_error"
    assert mend(table)[0] == "result computed and stored"
    assert table.get("/result").data == result
