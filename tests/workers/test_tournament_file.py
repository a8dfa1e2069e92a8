"""Test the fields of a tournament file, and the messages for its errors."""

from typing import Any

import pytest
from bottega_client import Problem

from workers.command.tournament_file import BadFile, EntrantEntry, Program, read, rejected

PLAN = """
[tournament]
name = "League"
ruleset = "riddle"
starts_at = 2030-01-31T19:00:00+01:00
points = [{ table_size = 2, by_place = [3, 0] }]

[[stages]]
format = "swiss"
rounds = 3

[clock]
kind = "per_decision"
seconds = 60
"""
ENTRANTS = """
[[entrants]]
level = "greedy"
rating = 100
[[entrants]]
key = "$ADA_KEY"
[[entrants]]
name = "Bruno"
command = "python 'my bot.py'"
seconds = 2.5
[[entrants]]
player = "pl_1"
"""
ENVIRON = {"ADA_KEY": "bk_ada"}


@pytest.fixture
def stated(tmp_path):
    """Return a function that parses a tournament file with this text."""

    def read_text(text):
        path = tmp_path / "league.toml"
        path.write_text(text)
        return read(path, ENVIRON)

    return read_text


@pytest.fixture
def mistakes(stated, tmp_path):
    """Return the error messages for a text, without the file name."""

    def report(text):
        with pytest.raises(BadFile) as bad:
            stated(text)
        return [
            line.removeprefix("bottega: ").removeprefix(f"{tmp_path}/league.toml: ")
            for line in str(bad.value).split("\n")
        ]

    return report


def test_the_plan_is_sent_as_it_is_stated_its_times_in_utc(stated):
    assert stated(PLAN).plan == {
        "name": "League",
        "ruleset": "riddle",
        "starts_at": "2030-01-31T18:00:00Z",
        "points": [{"table_size": 2, "by_place": [3, 0]}],
        "stages": [{"format": "swiss", "rounds": 3}],
        "clock": {"kind": "per_decision", "seconds": 60},
    }


def test_entrants_are_levels_players_keys_and_programs(stated):
    assert stated(PLAN + ENTRANTS).entrants == [
        EntrantEntry({"level": "greedy", "rating": 100}, "", None),
        EntrantEntry({}, "bk_ada", None),
        EntrantEntry({"name": "Bruno"}, "", Program(("python", "my bot.py"), 2.5, 0)),
        EntrantEntry({"player": "pl_1"}, "", None),
    ]


def test_the_digest_depends_on_the_content_and_not_on_its_form(stated):
    assert stated(PLAN).digest == stated("# twice a year\n" + PLAN).digest != stated(PLAN + ENTRANTS).digest


@pytest.mark.parametrize(
    ("more", "itself"),
    [
        ("", True),
        ("check_in = true", False),
        ('registration = "open"', False),
        ("starts_at = 2030-01-01T00:00:00Z", False),
    ],
)
def test_a_tournament_that_waits_for_no_players_starts_automatically(stated, more, itself):
    assert stated(f"[tournament]\n{more}").starts_automatically is itself


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("[tournament", ["Expected ']' at the end of a table declaration (at end of document)"]),
        ("[[stages]]", ["tournament: The table [tournament] is missing; it needs `name`, `ruleset` and more."]),
        ("[tournament]\n[prizes]\n[clocks]", ["prizes: Unknown table.", "clocks: Unknown table."]),
        ("[tournament.clock]", ["tournament.clock: Must be a separate table beside [tournament]."]),
        (
            "[tournament]\nstarts_at = 2030-01-31T18:00:00",
            ["tournament.starts_at: Needs an offset from UTC, such as the Z in 2030-01-31T18:00:00Z."],
        ),
        (
            "[tournament]\nround_times = [2030-01-31T18:00:00Z, 2030-02-07T18:00:00]",
            ["tournament.round_times: Needs an offset from UTC, such as the Z in 2030-01-31T18:00:00Z."],
        ),
        ("entrants = 3\n[tournament]", ["entrants: Must be tables, each under [[entrants]]."]),
    ],
)
def test_misplaced_fields_are_reported(mistakes, text, output):
    assert mistakes(text) == output


@pytest.mark.parametrize(
    ("entrant", "output"),
    [
        ('name = "Ada"', ": Needs one of `level`, `player`, `key` and `command`, or a `key` and a `command`."),
        ('level = "greedy"\nleval = "x"', ".leval: Unknown field."),
        ('level = "greedy"\nseconds = 1', ".seconds: Needs `command`."),
        ('command = "bot"', ".name: A program needs the name of its player."),
        ("command = 5\nname = 'A'", ".command: Must be text or a list of texts."),
        ("command = \"'\"\nname = 'A'", ".command: Must be a program and its arguments."),
        ("command = 'bot'\nname = 'A'\npositions = 17", ".positions: Must be from 0 to 16."),
        ('key = "$NOBODYS_KEY"', ".key: The environment has no NOBODYS_KEY."),
        ("command = 'bot'\nname = 'Ada'", ".name: Another program has this name."),
    ],
)
def test_faults_of_an_entrant_are_reported(mistakes, entrant, output):
    first = "[tournament]\n[[entrants]]\ncommand = 'bot'\nname = 'Ada'\n[[entrants]]\n"
    assert mistakes(first + entrant) == [f"entrants[1]{output}"]


@pytest.mark.parametrize(
    ("problem", "place"),
    [
        ({"code": "unknown_level", "levels": ["greedy"]}, "absence.level"),
        ({"code": "unknown_level", "levels": ["normal"]}, "entrants[0].level"),
        ({"code": "unknown_player", "player": "pl_1"}, "entrants[3].player"),
        ({"code": "already_entered"}, "entrants"),
        ({"code": "invalid_plan", "stage": 0}, "stages[0]"),
        ({"code": "invalid_plan"}, "tournament"),
        ({"code": "tournament_full"}, "tournament.max_entrants"),
        ({"code": "wrong_seats", "paragraph": "1.1"}, "tournament.options"),
    ],
)
def test_rejections_of_the_service_are_reported_with_their_place(stated, problem, place):
    file = stated(PLAN + ENTRANTS)
    body: Any = {"code": "bad", "status": 422, **problem, "detail": "No."}
    assert str(rejected(file, Problem(body))) == f"{file.path}: {place}: No."


def test_each_invalid_field_has_a_line(stated):
    paths = ["/name", "", "/stages/0/rounds", "/entrants/3/player", "/clock/seconds"]
    errors = [{"path": path, "message": "No."} for path in paths]
    problem: Any = {"code": "invalid_request", "status": 422, "detail": "", "errors": errors}
    file = stated(PLAN)
    output = str(rejected(file, Problem(problem))).split("\nbottega: ")
    places = ["tournament.name", "tournament", "stages[0].rounds", "entrants[3].player", "clock.seconds"]
    assert output == [f"{file.path}: {place}: No." for place in places]


def test_a_missing_file_is_reported(tmp_path):
    with pytest.raises(BadFile, match=r"nowhere\.toml: No such file or directory"):
        read(tmp_path / "nowhere.toml")
