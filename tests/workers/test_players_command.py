"""Test `bottega players`, with which the operator finds, bans, exports and deletes players."""

import io
import json
import signal
import sys
import urllib.request

import pytest

from service.accounts import repeating
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.player import player, rejected
from tests.workers.running import environ_for, run, serving
from workers.command import cli

UNKNOWN = "pl_" + "x" * 20


@pytest.fixture
def service(environ, monkeypatch):
    """Run the application on the Redis of the command."""
    monkeypatch.setenv("BOTTEGA_REDIS_URL", environ["BOTTEGA_REDIS_URL"])
    with running(settings(environ["BOTTEGA_REDIS_URL"])) as service:
        yield service


@pytest.fixture
def ann(service):
    return player(service, "Ann")


@pytest.fixture
def command(service, capfd):
    """Return a function that runs the command and returns its exit code and its output."""

    def run_command(*arguments):
        code = cli.main(["players", *arguments])
        return code, capfd.readouterr().out

    return run_command


def lines(printed):
    return [line.split() for line in printed.splitlines()]


def test_players_are_listed_in_columns_and_as_json(command, ann):
    created = ann.get("/me/export").json["profile"]["created_at"]
    code, printed = command("find", "an")
    day, time = created[:19].split("T")
    assert (code, lines(printed)) == (
        0,
        [["PLAYER", "NAME", "KIND", "CREATED", "STATE"], [ann.id, "Ann", "player", day, time]],
    )
    _, printed = command("find", "an", "--json")
    assert [each["player"] for each in json.loads(printed)["players"]] == [ann.id]
    assert command("find", "nobody") == (0, "No player matches.\n")


def test_a_page_names_the_next_one(command, ann):
    first, second = sorted([ann.id, player(ann.service, "Anna").id])
    _, printed = command("find", "ann", "--limit", "1")
    assert lines(printed)[1][0] == first
    assert printed.endswith(f"--after {first}\n")
    _, printed = command("find", "ann", "--limit", "1", "--after", first)
    assert lines(printed)[1][0] == second


def test_a_player_is_shown_without_secrets(command, ann):
    game_id = ann.create([{"kind": "human", "player": ann.id}, {"kind": "human"}], ruleset="azul").json["game_id"]
    command("ban", ann.id, "--reason", "Report 17", "--public-reason", "No.")
    code, printed = command("show", ann.id)
    assert code == 0
    shown = printed.split("\n\n")
    assert [each.split()[0] for each in shown] == ["player", "LATEST", "AT"]
    assert game_id in shown[1]
    assert "Report 17; public reason: No." in shown[0]
    assert ann.key not in printed
    assert json.loads(command("show", ann.id, "--json")[1])["profile"]["name"] == "Ann"


def test_a_player_is_banned_for_some_days_and_unbanned(command, ann):
    code, printed = command("ban", ann.id, "--days", "30")
    until = printed.split()[-1].rstrip(".")
    response = ann.get("/me")
    assert (code, rejected(response)) == (0, (403, "player_is_banned"))
    assert response.json["until"] in printed
    assert until
    assert command("unban", ann.id)[1].splitlines() == [
        f"{ann.id} is not banned any more.",
        f"The former keys stay ended. A new key: bottega keys create --player {ann.id}",
    ]
    assert command("unban", ann.id)[1].startswith(f"{ann.id} was not banned.")
    made = ann.with_scopes("play")
    assert made.get("/me").status_code == 200


def test_a_banned_player_gets_no_key_by_command(command, ann, capfd):
    command("ban", ann.id)
    assert cli.main(["keys", "create", "--player", ann.id]) == 1
    assert capfd.readouterr().err.startswith(f"bottega: {ann.id} is banned;")


@pytest.mark.parametrize("what", ["show", "ban", "unban", "export", "delete"])
def test_an_unknown_player_is_reported_in_one_line(command, capfd, what):
    assert cli.main(["players", what, UNKNOWN]) == 1
    assert capfd.readouterr().err == "bottega: Send the id of an existing player. No player has this id\n"


@pytest.mark.parametrize("wrong", [("--until", "soon"), ("--until", "2027-01-31T12:00:00"), ("--days", "0")])
def test_an_impossible_end_is_rejected(command, wrong):
    with pytest.raises(SystemExit) as ended:
        cli.main(["players", "ban", UNKNOWN, *wrong])
    assert ended.value.code == 2


def test_an_export_is_that_of_the_player(command, ann):
    own = ann.get("/me/export").json
    code, printed = command("export", ann.id)
    assert (code, {**json.loads(printed), "exported_at": ""}) == (0, {**own, "exported_at": ""})


def test_a_deletion_is_confirmed_with_the_id_of_the_player(command, ann, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("yes\n"))
    assert command("delete", ann.id)[0] == 1
    assert ann.get("/me").status_code == 200
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{ann.id}\n"))
    assert command("delete", ann.id)[0] == 0
    assert rejected(ann.get("/me")) == (401, "invalid_token")


def test_decisions_are_listed_with_who_made_them(command, ann):
    command("ban", ann.id, "--reason", "Report 17")
    command("delete", ann.id, "--yes")
    head, *listed = lines(command("decisions")[1])
    assert head == ["AT", "DECISION", "ALIAS", "BY", "UNTIL", "REASON"]
    assert [(each[2], each[4].partition(":")[0], each[5:]) for each in listed] == [
        ("ban", "command", ["Report", "17"]),
        ("delete", "command", []),
    ]


def test_decisions_are_read_from_files_and_logs_in_both_formats(service, ann, caplog):
    assert ann.send("DELETE", "/me").status_code == 204
    (decision,) = service.installation.store.decisions.all()
    (message,) = [each.getMessage() for each in caplog.records if "decision" in each.getMessage()]
    read = [
        f"2026-11-21 18:30:00,123 api[7] f00d WARNING {message}\n",
        json.dumps({"level": "WARNING", "message": message}),
        message.partition(": ")[2],
        "another line: {}",
    ]
    assert [*repeating.decisions_in(read)] == [decision] * 3


def test_a_file_without_decisions_is_rejected(command, tmp_path, capfd):
    (tmp_path / "empty").touch()
    assert cli.main(["players", "repeat", str(tmp_path / "empty")]) == 1
    assert "has no decision" in capfd.readouterr().err
    assert cli.main(["players", "repeat", str(tmp_path / "missing")]) == 1


def test_bans_and_deletions_are_repeated_after_a_restore(tmp_path):
    """Each step is a process of its own, as an operator would do it."""
    data, second = environ_for(tmp_path / "data"), environ_for(tmp_path / "second" / "data")
    with serving(tmp_path) as served:
        made = [called(served, "POST", "/players") for _ in range(3)]
        ann, bea, cid = ((each["player"], each["key"]) for each in made)
        assert run("backup", str(tmp_path / "backup"), environ=data).returncode == 0
        assert run("players", "ban", ann[0], "--public-reason", "No.", environ=data).returncode == 0
        assert run("players", "ban", cid[0], environ=data).returncode == 0
        assert run("players", "unban", cid[0], environ=data).returncode == 0
        assert run("players", "delete", bea[0], "--yes", environ=data).returncode == 0
        written = run("players", "decisions", "--lines", environ=data)
        served.end(signal.SIGKILL)
    (tmp_path / "decisions.jsonl").write_text(written.stdout)
    assert run("restore", str(tmp_path / "backup"), environ=second).returncode == 0
    for done in ("deleted 1, banned 1, unbanned 0", "deleted 0, banned 0, unbanned 0"):
        ended = run("players", "repeat", str(tmp_path / "decisions.jsonl"), environ=second)
        assert (ended.returncode, ended.stdout) == (0, f"4 decisions read: {done} players.\n")
    with serving(tmp_path / "second") as served:
        codes = [called(served, "GET", "/me", key).get("code", "") for _, key in (ann, bea, cid)]
        assert codes == ["player_is_banned", "invalid_token", ""]


def called(served, method, path, key=""):
    """Return the body of a response, also of a problem."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {key}"} if key else {})
    body = b"{}" if method == "POST" else None
    request = urllib.request.Request(f"{served.address}/v1{path}", body, headers, method=method)
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        return json.load(error)
