"""Test that games of AI levels can be recorded from a seed only."""

from math import inf

import msgspec
import pytest

from domain import replay
from domain.dice import Seed, random_for
from domain.levels import LEVELS, SearchBudget
from domain.record import write
from domain.registry import RULESETS
from domain.verification import verify
from service import problems
from service.game.levels import find_level
from tests.rulesets.games import PLAYED
from workers.command import cli, record
from workers.thinking.choice import ai_dice, choose

SEED = Seed(bytes(range(32)), bytes(32))
SALTED = [Seed(SEED.secret, salt * 32) for salt in (b"a", b"b")]
"""Seeds of one deal."""


@pytest.fixture(params=RULESETS)
def ruleset(request):
    return RULESETS[request.param]


def levels(ruleset):
    return ["random"] * ruleset.min_seats


def test_the_same_seed_produces_the_same_file(ruleset):
    first, second = (write(record.record(ruleset, {}, levels(ruleset), SEED)) for _ in range(2))
    assert first == second


def test_a_slow_machine_records_the_same_game(monkeypatch):
    """A search without any time would stop when it first checks the clock, after eight iterations."""
    written = []
    for seconds in (0.0, inf):
        monkeypatch.setitem(LEVELS, "brief", SearchBudget(40, seconds))
        written.append(write(record.record(PLAYED["tiny"], {}, ["brief"] * 2, SEED)))
    assert written[0] == written[1]


def test_a_generated_record_is_a_record_like_any_other(ruleset):
    text = write(record.record(ruleset, {}, levels(ruleset), SEED))
    assert write(verify(text, RULESETS)) == text


def test_games_of_one_deal_have_the_same_seed_and_different_commitments(ruleset):
    first, second = (record.record(ruleset, {}, levels(ruleset), SALTED[number]) for number in (0, 1))
    assert first["setup"]["facts"] == second["setup"]["facts"]
    assert first["seed"] == second["seed"]
    assert first["commitment"] != second["commitment"]


def test_another_seed_produces_another_game(ruleset):
    first, second = (
        record.record(ruleset, {}, levels(ruleset), seed) for seed in (SEED, Seed(SEED.secret[::-1], SEED.salt))
    )
    assert [event["action"] for event in first["events"]] != [event["action"] for event in second["events"]]


def test_the_dice_of_an_ai_are_none_of_the_games_dice():
    purposes = [("first player",), ("deck",), *(("draw", turn) for turn in range(98))]
    drawn = {random_for(SEED.dice, *each).random() for each in purposes}
    seeds = (SEED, *SALTED)
    thought = {ai_dice(seed, version, seat).random() for seed in seeds for version in range(100) for seat in range(5)}
    assert len(thought) == 1500
    assert drawn.isdisjoint(thought)


@pytest.mark.parametrize("level", ["random", "normal"])
def test_an_ai_thinks_the_same_thought_at_every_attempt(ruleset, level):
    position = replay.start(ruleset, ruleset.options_type(), ruleset.min_seats, SEED)
    before = replay.encode(position)
    seat = ruleset.to_act(position.state)[0]
    thoughts = {msgspec.json.encode(choose(ruleset, position, seat, find_level(level), SEED).action) for _ in range(10)}
    assert len(thoughts) == 1
    assert replay.encode(position) == before


def test_a_level_that_does_not_exist_is_an_error(ruleset):
    with pytest.raises(problems.UnknownLevel, match="omniscient"):
        record.record(ruleset, {}, ["omniscient"] * ruleset.min_seats, SEED)


def test_options_that_do_not_decode_are_rejected(ruleset):
    with pytest.raises(record.Rejected):
        record.record(ruleset, {"no such option": 1}, levels(ruleset), SEED)


def test_a_number_of_seats_the_rules_do_not_allow_is_rejected(ruleset):
    with pytest.raises(record.Rejected):
        record.record(ruleset, {}, levels(ruleset)[:1] * (ruleset.max_seats + 1), SEED)


@pytest.mark.parametrize("seed", [SEED, SALTED[0]])
def test_the_command_writes_a_file_and_records_it_again_unchanged(ruleset, tmp_path, seed):
    path = tmp_path / "game.json"
    dice = ["--seed", seed.secret.hex(), "--salt", seed.salt.hex()]
    assert cli.main(["record", ruleset.name, *levels(ruleset), *dice, "--output", str(path)]) == 0
    written = path.read_bytes()
    assert written == write(record.record(ruleset, {}, levels(ruleset), seed))
    assert cli.main(["record-again", str(path)]) == 0
    assert path.read_bytes() == written


def test_the_command_reports_an_unknown_ruleset_in_one_line(capsys):
    assert cli.main(["record", "tombola", "random"]) == 1
    assert capsys.readouterr().err.startswith("bottega: there is no ruleset 'tombola'")
