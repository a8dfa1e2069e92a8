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
from service.telemetry import exposition
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import HUMANS, RemoteGame, Service, settings
from tests.service.helpers.games.stored import DAMAGES, damage
from tests.workers.running import run
from workers.command import cli, games
from workers.command.doctor import diagnosis
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
    return service.installation.store.servers.client


@pytest.fixture
def mend(service):
    return lambda game: games.repair_all(service.installation, game.game_id)


def faults(game):
    return inspection.inspect(game.service.installation, game.game_id, reveal=False)["faults"]


def create(service, ruleset="azul", **more):
    created = service.client.post("/v1/games", json={"ruleset": ruleset, "seats": list(HUMANS), **more})
    assert created.status_code == 201
    tokens = {each["seat"]: each["token"] for each in created.json["tokens"]}
    return RemoteGame(service, created.json["game_id"], tokens, ruleset)


def some_turns(game):
    for _ in range(4):
        assert game.act(game.view(0)["to_act"][0]).status_code == 200
    return game


def taken_back(game):
    """Take an action, and undo it."""
    seat = game.view(0)["to_act"][0]
    assert game.act(seat).status_code == 200
    assert game.post("/undo", seat, {"to": 0}).status_code == 200
    return game


def finished(service):
    game = create(service, "tiny", options={})
    game.play_to_the_end()
    context.use(service.installation)
    scoring.score_game(game.game_id)
    return game


def test_a_whole_game_needs_no_repair(service, redis, mend):
    waiting = create(service, seats=[HUMANS[0], {"kind": "open"}], starts="when_seated")
    private = some_turns(create(service, visibility="private"))
    undone = some_turns(taken_back(create(service, undo="own")))
    for game in (some_turns(create(service, clock=CLOCK)), waiting, private, undone, finished(service)):
        before = game.stored
        assert faults(game) == []
        assert mend(game) == []
        assert game.stored == before


@pytest.mark.parametrize("damage", ["missing", "old", "nonsense"])
def test_a_snapshot_is_rebuilt_from_the_log(service, redis, mend, damage):
    game = create(service)
    state = key(game.game_id, "state")
    old = redis.get(state)
    some_turns(game)
    before, view = game.stored, game.view(0)
    redis.set(state, old if damage == "old" else b"nonsense")
    if damage == "missing":
        redis.delete(state)
    assert [fault.split(": ")[0] for fault in faults(game)] == ["snapshot"]
    assert mend(game) == ["snapshot of version 4 made from the log"]
    assert (game.stored, game.view(0)) == (before, view)
    assert mend(game) == []


def test_a_running_game_is_restored_to_its_lists_and_clocks(service, redis, mend):
    game = some_turns(create(service, clock=CLOCK))
    before = game.stored
    redis.zrem("bottega:{lists}:games:azul:running", game.game_id)
    redis.zadd("bottega:{lists}:games:*:over", {game.game_id: 1})
    redis.delete(CLOCKS)
    assert [fault.split(": ")[0] for fault in faults(game)] == ["lists", "clocks"]
    assert mend(game) == ["listed as running", "1 put on the list of clocks"]
    after = {name: value for name, value in game.stored.items() if name != CLOCKS.encode()}
    assert after == {name: value for name, value in before.items() if name != CLOCKS.encode()}
    assert redis.zcard(CLOCKS) == 1


def test_a_finished_game_gets_its_result_and_its_lists_again(service, redis, mend):
    game = finished(service)
    result, view = game.get("/result").data, game.view()
    redis.delete(key(game.game_id, "result"), "bottega:{lists}:records:*", "bottega:{lists}:games:*:over")
    assert faults(game)[0] == "result: is missing"
    assert mend(game)[0] == "result computed and stored"
    assert (game.get("/result").data, game.view()) == (result, view)
    assert faults(game) == []
    assert service.client.get("/v1/records").json["records"][0]["game_id"] == game.game_id


def test_a_lost_job_is_enqueued_again(service, redis, mend):
    game = create(service, seats=[AI, AI])
    pending = inspection.inspect(service.installation, game.game_id, reveal=False)["pending"]
    assert (pending["job"], pending["state"]) == (f"ai-{game.game_id}-0", "waits")
    for queue in service.installation.queues.values():
        queue.empty()
    redis.delete(DUE)
    assert faults(game) == [f"due: its job ai-{game.game_id}-0 is not on the due list"]
    assert mend(game) == ["put on the due list", f"job ai-{game.game_id}-0 enqueued again"]
    assert jobs.state_of(service.installation.queues, jobs.Job(pending["queue"], "", (), pending["job"])) == "waits"


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
    game = some_turns(create(service))
    log = key(game.game_id, "log")
    event = read_entry(redis.lindex(log, 2))
    redis.lset(log, 2, write_entry("azul", msgspec.structs.replace(event, **change)))
    redis.delete(key(game.game_id, "state"))
    before = game.stored
    assert cli.main(["games", "repair", game.game_id]) == 1
    output = capsys.readouterr().err
    assert output.startswith(f"bottega: the log is broken at version 3: {why}")
    assert output.endswith("; nothing was changed\n")
    assert game.stored == before


def test_a_log_that_has_lost_its_end_is_broken(service, redis, capsys):
    game = some_turns(create(service))
    redis.rpop(key(game.game_id, "log"))
    assert cli.main(["games", "inspect", game.game_id, "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert output["faults"] == ["the log is broken at version 4: there is none, and the snapshot is of version 4"]


def test_inspect_shows_no_token_and_nothing_hidden_unless_requested(service, capsys):
    game = some_turns(create(service, clock=CLOCK))
    assert cli.main(["games", "inspect", game.game_id]) == 0
    plain = capsys.readouterr().out
    header = service.installation.store.header(game.game_id)
    assert not any(secret in plain for secret in (*game.tokens.values(), header.seed, header.salt, "bag"))
    assert [line for line in plain.splitlines() if line.startswith(("status", "version", "faults"))] == [
        "status        running",
        "version       4",
        "faults        none",
    ]
    assert cli.main(["games", "inspect", game.game_id, "--reveal", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["seed"], output["salt"]) == (header.seed, header.salt)
    assert output["bytes"]["in all"] == sum(size for part, size in output["bytes"].items() if part != "in all")
    assert cli.main(["games", "repair", game.game_id]) == 0
    assert capsys.readouterr().out == "There is nothing to repair.\n"
    assert cli.main(["games", "inspect", "a" * 20]) == 1
    assert capsys.readouterr().err == "bottega: Redis has no game with this id.\n"


def test_a_finished_game_is_archived_and_restored(environ, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("BOTTEGA_REDIS_URL", environ["BOTTEGA_REDIS_URL"])
    monkeypatch.setenv("BOTTEGA_ARCHIVE_URL", f"file://{tmp_path}/games")
    service = Service(
        create_app(settings(environ["BOTTEGA_REDIS_URL"], archive_url=f"file://{tmp_path}/games"), HOSTED)
    )
    game = finished(service)
    result = game.get("/result").data
    service.installation.store.servers.client.delete(DUE)
    assert cli.main(["games", "archive", game.game_id]) == 0
    assert cli.main(["games", "repair", game.game_id]) == 1
    assert capsys.readouterr().err == (
        "bottega: The game is in the archive, not in Redis. `bottega games restore` moves it to Redis; "
        "nothing was changed\n"
    )
    assert game.get("/result").data == result
    assert cli.main(["games", "restore", game.game_id]) == 0
    assert service.installation.store.servers.client.exists(key(game.game_id, "header"))
    running = create(service)
    assert cli.main(["games", "archive", running.game_id]) == 1
    assert cli.main(["games", "archive"]) == 0
    assert capsys.readouterr().out == "The game is back in Redis.\nGames moved: 0\n"
    service.close()


def test_a_game_that_a_command_archives_is_counted(environ, tmp_path):
    own = {"BOTTEGA_ARCHIVE_URL": f"file://{tmp_path}/games", "BOTTEGA_METRICS": str(tmp_path / "metrics")}
    service = Service(
        create_app(settings(environ["BOTTEGA_REDIS_URL"], archive_url=own["BOTTEGA_ARCHIVE_URL"]), HOSTED)
    )
    game = finished(service)
    service.installation.store.servers.client.delete(DUE)
    assert run("games", "archive", game.game_id, environ=environ | own).returncode == 0
    service.close()
    reported = exposition.text(tmp_path / "metrics", tuple).decode()
    assert "bottega_archive_moved_total 1.0" in reported


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
    found = {each.check: each for each in diagnosis.diagnose(environ, None)}
    name, _, why = found["games"].found.partition(": ")
    assert (found["games"].level, name) == ("fail", f"game {broken.game_id}")
    part = how.split(" ", maxsplit=1)[0]
    assert ("snapshot" if part == "state" else part) in why
    assert found["redis"].level == "ok"


@pytest.mark.parametrize("part", ["log", "header"])
def test_doctor_names_a_game_of_which_the_log_or_the_header_is_missing(service, redis, environ, part):
    broken = some_turns(create(service))
    redis.delete(key(broken.game_id, part))
    found = {each.check: each for each in diagnosis.diagnose(environ, None)}["games"]
    assert (found.level, found.found) == ("fail", f"game {broken.game_id}: its {part} is missing")


def test_doctor_names_a_game_that_loses_its_header_before_its_first_event(service, redis, environ):
    broken = create(service)
    redis.delete(key(broken.game_id, "header"))
    found = {each.check: each for each in diagnosis.diagnose(environ, None)}["games"]
    assert (found.level, found.found) == ("fail", f"game {broken.game_id}: its header is missing")


def test_doctor_names_due_entries_of_deleted_games(service, redis, environ):
    gone = "g" * 20
    redis.zadd(DUE, {gone: 1.0})
    found = {each.check: each for each in diagnosis.diagnose(environ, None)}["due entries"]
    assert (found.level, found.found) == ("warn", f"1 entry of deleted games: {gone}")


def test_inspect_reports_missing_holders_of_seats(service, redis):
    game = create(service)
    redis.delete(key(game.game_id, "seats"))
    assert faults(game) == ["seats: the holder of seat 0, 1 is lost and cannot be repaired"]


def test_a_game_without_its_header_is_unchanged(service, redis, capsys):
    game = some_turns(create(service))
    redis.delete(key(game.game_id, "header"))
    assert cli.main(["games", "repair", game.game_id]) == 1
    assert capsys.readouterr().err == (
        "bottega: Redis has no game with this id. Its log exists, but cannot be used without its header; "
        "nothing was changed\n"
    )


@pytest.mark.parametrize("how", ["result", "result of another type"])
def test_a_damaged_result_is_computed_again(service, mend, how):
    game = finished(service)
    result = game.get("/result").data
    damage(service, game.game_id, how)
    assert game.get("/result").json["code"] == "internal_error"
    assert mend(game)[0] == "result computed and stored"
    assert game.get("/result").data == result
