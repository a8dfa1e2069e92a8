"""Test the commands of `bottega` that need no service."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from domain.record import write
from domain.registry import RULESETS
from service.app import export_committed
from workers.command import cli, console
from workers.promises.records import recorded


def test_the_contract_is_written_and_then_agrees_with_the_code(tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "CONTRACT", tmp_path)
    assert cli.main(["openapi"]) == 0
    assert {path.name: path.read_text() for path in tmp_path.iterdir()} == {"openapi.json": export_committed()}
    assert cli.main(["openapi", "--check"]) == 0


def test_a_contract_that_differs_is_reported_and_left_unchanged(tmp_path, monkeypatch, capsys):
    path = tmp_path / "openapi.json"
    path.write_text("{}\n")
    monkeypatch.setattr(cli, "CONTRACT", tmp_path)
    assert cli.main(["openapi", "--check"]) == 1
    assert path.read_text() == "{}\n"
    assert capsys.readouterr().err == f"bottega: {path} differs from the code; run `make openapi`\n"


def test_a_missing_contract_differs_too(tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "CONTRACT", tmp_path)
    assert cli.main(["openapi", "--check"]) == 1


def test_the_contract_of_one_ruleset_is_printed_with_its_types_alone(capsysbinary):
    assert cli.main(["openapi", "--rulesets", "riddle"]) == 0
    document = json.loads(capsysbinary.readouterr().out)
    mappings = [
        each["discriminator"]["mapping"]
        for each in document["components"]["schemas"].values()
        if "discriminator" in each
    ]
    assert [each.keys() for each in mappings if each.keys() & RULESETS.keys()] == [{"riddle"}] * 26
    assert [name for name in document["components"]["schemas"] if name.startswith(("Azul", "Leonardo"))] == []


def test_the_contract_of_a_missing_ruleset_is_an_error(capsys):
    assert cli.main(["openapi", "--rulesets", "riddle,chess"]) == 1
    assert capsys.readouterr().err == f"bottega: there is no ruleset 'chess'; available: {', '.join(RULESETS)}\n"


def test_the_help_lists_every_command(capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    listed = [line.split()[0] for line in shown.splitlines() if line.startswith("    ") and line[4] != " "]
    assert listed == [
        "serve",
        "reload",
        "api",
        "worker",
        "sweeper",
        "workers",
        "demo",
        "bot",
        "mcp",
        "tournament",
        "doctor",
        "backup",
        "restore",
        "games",
        "jobs",
        "keys",
        "players",
        "new-ruleset",
        "check-ruleset",
        "scenarios",
        "train",
        "openapi",
        "record",
        "record-again",
        "verify",
    ]


def test_a_command_that_does_not_exist_is_rejected():
    with pytest.raises(SystemExit) as ended:
        cli.main(["dance"])
    assert ended.value.code == 2


def test_an_invalid_url_is_reported_in_one_line(capsys):
    assert cli.main(["demo", "--address", "localhost"]) == 1
    assert capsys.readouterr().err == "bottega: 'localhost' is not a URL like http://127.0.0.1:8000\n"


def test_a_service_that_does_not_respond_is_reported_in_one_line(capsys):
    assert cli.main(["demo", "--address", "http://127.0.0.1:1"]) == 1
    assert capsys.readouterr().err.startswith("bottega: http://127.0.0.1:1 does not respond: ")


def test_valid_records_are_reported_in_a_line_each(tmp_path, capsys):
    paths = [tmp_path / "first.json", tmp_path / "second.json"]
    records = [recorded(name, RULESETS[name].min_seats, 0) for name in list(RULESETS)[:2]]
    for path, record in zip(paths, records, strict=True):
        path.write_bytes(write(record))
    assert cli.main(["verify", *map(str, paths)]) == 0
    assert capsys.readouterr().out.splitlines()[:2] == [
        f"{path}: right: {record['ruleset']}, {len(record['seats'])} seats, {len(record['events'])} events, "
        f"hash {record['hash']}"
        for path, record in zip(paths, records, strict=True)
    ]


def verified(capsys, *arguments):
    """Run `bottega verify` and return its exit code, its output and its errors."""
    code = cli.main(["verify", *map(str, arguments)])
    said = capsys.readouterr()
    return code, said.out.splitlines(), said.err


def test_the_output_names_what_a_record_proves_and_every_unproven_field(tmp_path, capsys):
    path = tmp_path / "game.json"
    path.write_bytes(write(recorded("azul", 2, 0)))
    code, (_, *meaning), _ = verified(capsys, path)
    assert (code, meaning) == (
        0,
        [
            "What this means:",
            "  proven: the file is complete, and every action follows the rules;",
            "  proven: all dice follow from the seed, and the ranks from the log.",
            "  not proven without the published hash (--hash): the file may describe a game that was never played.",
            "    - which game it is: game_id, created_at, tournament",
            "    - who played: seats",
            "    - how the game counts: sandbox, rated, visibility",
            "    - its time control and options: options, clock, absence, virtual_clock, undo",
            "    - that this seed was used: seed, salt, commitment",
            "    - which version of the rules applied: rules_version",
            "    - that these actions were taken, at these times: events.action, events.at",
            "    - that these seats resigned, forfeited or were replaced: events.change, events.by",
            "  The service publishes the hash as `record_hash`: with the result, in lists, and in players' feeds.",
            "  The commitment was published when the game was created: it binds seed and salt.",
        ],
    )


def test_a_record_with_the_published_hash_is_that_of_the_service(tmp_path, capsys):
    path, record = tmp_path / "game.json", recorded("azul", 2, 0)
    path.write_bytes(write(record))
    code, lines, _ = verified(capsys, path, "--hash", record["hash"].upper())
    assert (code, lines[-1]) == (
        0,
        "  proven: it is the record that the service published under this hash, every field of it.",
    )
    other = "0" * 64
    assert verified(capsys, path, "--hash", other) == (
        1,
        [],
        f"{path}: hash: {record['hash']} is not the published hash {other}\n",
    )


def test_a_published_hash_belongs_to_one_record(tmp_path, capsys):
    assert verified(capsys, "one.json", "two.json", "--hash", "0" * 64) == (
        2,
        [],
        "bottega: --hash needs exactly one FILE\n",
    )
    for text in ("12", "zz", "g" * 64):
        with pytest.raises(SystemExit):
            cli.main(["verify", "one.json", "--hash", text])
        assert capsys.readouterr().err.endswith("argument --hash: must be 64 hexadecimal digits\n")


@pytest.mark.parametrize("option", ["--seed", "--salt"])
def test_the_secrets_of_a_recorded_game_have_64_digits(capsys, option):
    for text in ("12", "zz", "g" * 64):
        with pytest.raises(SystemExit):
            cli.main(["record", option, text])
        assert f"argument {option}: must be 64 hexadecimal digits\n" in capsys.readouterr().err


def test_a_record_that_was_changed_fails_and_the_others_are_still_verified(tmp_path, capsys):
    name = next(iter(RULESETS))
    text = write(recorded(name, RULESETS[name].min_seats, 0))
    right, wrong, missing = (tmp_path / file for file in ("right.json", "wrong.json", "missing.json"))
    right.write_bytes(text)
    wrong.write_bytes(text.replace(b'"created_at":"2026', b'"created_at":"2025'))
    assert cli.main(["verify", str(wrong), str(missing), str(right)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith(f"{right}: right: {name}, ")
    first, second = said.err.splitlines()
    assert first == f"{wrong}: head or setup: not what its hash was made of"
    assert second == f"{missing}: No such file or directory"


@pytest.mark.parametrize("arguments", [["--help"], ["record", "azul", "random", "random"], ["verify", "game.json"]])
def test_a_command_ends_silently_once_the_reader_of_its_output_has_left(tmp_path, arguments):
    (tmp_path / "game.json").write_bytes(write(recorded("azul", 2, 0)))
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "workers.command.entry", *arguments]
    paths = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUNBUFFERED": ""}
    ended = subprocess.run(
        command, stdout=writer, stderr=subprocess.PIPE, check=False, text=True, cwd=tmp_path, env=paths
    )
    os.close(writer)
    assert (ended.returncode, ended.stderr) == (console.OUTPUT_CLOSED, "")


def test_a_command_names_the_reason_why_its_output_cannot_be_written():
    command = [sys.executable, "-m", "workers.command.entry", "record", "azul", "random", "random"]
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, text=True)
    assert (ended.returncode, ended.stderr) == (1, "bottega: the output: No space left on device\n")
