"""Test how commands print foreign text: without terminal control codes or forged lines."""

import ast
import json
from pathlib import Path

import pytest

import workers.command
from domain.record import canonical
from workers.command import cli, console, demo, games, record, verify
from workers.command.doctor import checks, report
from workers.command.tournament_progress import Progress, standings_table

COMMANDS = Path(workers.command.__file__).parent
HOSTILE = "Ann\x1b]0;x\x07\x1b[2J\n\x9b1mbottega: all is well\u202etxt\u2066\u200b\r\x00"
CLEANED = "Ann�]0;x��[2J��1mbottega: all is well�txt����"
MARKS = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067"
OBEYED = {*map(chr, range(32)), *map(chr, range(0x7F, 0xA0)), *MARKS}


def obeyed(text):
    """List the characters of printed lines that a terminal would interpret."""
    return sorted(OBEYED & set(text.replace("\n", "")))


def test_a_foreign_text_is_one_line_that_a_terminal_only_shows():
    assert console.clean(HOSTILE) == CLEANED


def test_a_right_to_left_name_does_not_move_the_words_around_it():
    assert console.clean("דנה") == "\u2068דנה\u2069"
    assert console.clean("می‌خواهم") == "\u2068می‌خواهم\u2069"
    assert console.clean("Ann 👩🏽‍🚀") == "Ann 👩🏽‍🚀"


def test_json_on_a_terminal_is_the_same_json(capsys):
    console.say_json({"name": HOSTILE, "other": "Zoë"})
    printed = capsys.readouterr().out
    assert json.loads(printed) == {"name": HOSTILE, "other": "Zoë"}
    assert obeyed(printed) == []
    assert '"other": "Zoë"' in printed


def test_no_other_module_of_the_commands_prints():
    prints = [
        path.name
        for path in COMMANDS.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Name) and node.id == "print"
    ]
    assert {*prints} == {"console.py"}


def test_coloured_lines_have_their_foreign_parts_cleaned():
    line = report._line(checks.Finding("redis", "fail", HOSTILE, HOSTILE), colour=False)
    assert line == f"fail  redis           {CLEANED}\n{'':22}{CLEANED}"
    ruleset = {"names": [{"kind": "card", "id": "a", "name": HOSTILE}], "references": [], "sentences": []}
    assert demo.TerminalTexts(ruleset, [HOSTILE]).name("seat", 0, "") == CLEANED
    assert demo.TerminalTexts(ruleset, [HOSTILE]).name("card", "a", "") == CLEANED


def test_facts_of_a_game_in_the_output_for_operators_are_cleaned():
    output = {"seats": [HOSTILE], "metadata": {"a": HOSTILE}, "faults": [], "state": {"name": HOSTILE}}
    lines = [line for each in games._lines(output) for line in each.split("\n")]
    assert lines[0] == f"seats         {CLEANED}"
    assert lines[1] == f"metadata      {console.clean('a ' + HOSTILE)}"


def test_the_progress_and_the_standings_of_a_tournament_are_cleaned():
    progress = Progress(None)
    assert progress.take({"number": 1, "type": "entered", "name": HOSTILE}) == f"{CLEANED} takes part"
    output = progress.take({"number": 2, "type": "withdrew", "entrant": 0, "reason": HOSTILE})
    assert output == f"{CLEANED} withdraws: {CLEANED}"
    row = {"place": 1, "name": HOSTILE, "points": 1, "played": 1}
    assert len(standings_table([row])) == 2
    assert obeyed("".join(standings_table([row]))) == []


@pytest.mark.parametrize("form", ["bottega-record", "bottega-tournament"])
def test_a_record_with_a_hostile_text_adds_no_line_to_the_output_of_verify(tmp_path, capsys, form):
    path = tmp_path / "record.json"
    path.write_bytes(canonical({"format": form, "format_version": HOSTILE, "ruleset": HOSTILE}) + b"\n")
    assert verify.run([path], {}) == 1
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1
    assert obeyed(printed) == []


def test_error_messages_of_a_service_or_a_file_are_cleaned(capsys, monkeypatch):
    def fails(_options):
        raise record.Rejected(HOSTILE)

    monkeypatch.setattr(cli, "_openapi", fails)
    assert cli.main(["openapi"]) == 1
    assert capsys.readouterr().err == f"bottega: {CLEANED}\n"
