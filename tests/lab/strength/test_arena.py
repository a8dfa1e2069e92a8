"""Test the arena: its players, that every game is stored, and that all games can be repeated."""

import sys
from concurrent.futures import Executor, Future
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import fields, replace
from io import StringIO
from random import Random

import pytest

from domain.heuristics import Heuristics
from domain.registry import RULESETS
from tests.lab.strength.__main__ import main
from tests.lab.strength.arena import Arena
from tests.lab.strength.players import CONSTANTS, UnknownPlayer, find_player
from tests.lab.strength.playing import Game, Meeting, choices, options_by_name, play, spaced, way_of_play
from tests.lab.strength.programme import OWN, programme
from tests.lab.strength.stored_games import Entry, StoredGames
from tests.tiny import TINY

STAKES = Meeting("tiny", "default", 3, "hard:iterations=10", "greedy")


class Here(Executor):
    """An arena that plays in this process, and counts the games."""

    def __init__(self):
        self.games = 0

    def submit(self, fn, /, *args, **kwargs):
        self.games += 1
        future = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def take_last(ruleset, state, seat, rng):
    """Stands for an external bot: any function can be one."""
    return ruleset.legal_actions(state, seat)[-1]


def test_a_deal_is_played_from_every_seat_with_the_same_dice():
    same = Meeting("tiny", "default", 3, "greedy", "greedy:temperature=1")
    games = [play(same, 5, tested) for tested in range(3)]
    assert [each.tested for each in games] == [0, 1, 2]
    assert len({(each.ranks, each.totals, each.actions) for each in games}) == 1
    assert sum(each.won for each in games) == 1


def test_a_game_played_again_ends_the_same():
    assert play(STAKES, 7, 1) == play(STAKES, 7, 1)


def test_a_player_meets_itself_once_in_a_deal():
    assert Meeting("tiny", "default", 4, "easy", "easy").deals(3) == range(3)
    assert Meeting("tiny", "default", 4, "easy", "greedy").deals(9) == range(3)


def test_a_stopped_run_continues_where_it_was(tmp_path):
    stored, first, second, third = StoredGames(tmp_path), Here(), Here(), Here()
    some = Arena(first, 1, stored).play(STAKES, range(2))
    more = Arena(second, 1, stored).play(STAKES, range(3))
    again = Arena(third, 1, stored).play(STAKES, range(3))
    assert (first.games, second.games, third.games) == (6, 3, 0)
    assert more == again == [play(STAKES, deal, seat) for deal in range(3) for seat in range(3)]
    assert some == more[:6]


def test_no_game_is_started_after_the_time_limit(tmp_path):
    here = Here()
    assert Arena(here, 2, StoredGames(tmp_path), until=0.0).play(STAKES, range(2)) == []
    assert here.games == 0


def test_a_line_that_was_cut_off_is_no_game_and_harms_none(tmp_path):
    stored, entry = StoredGames(tmp_path), Entry(STAKES, Game(0, 0, (1, 2, 2), (3, 1, 1), 20), "way", "c0ffee")
    stored.add(entry)
    with (tmp_path / "tiny.jsonl").open("ab") as file:
        file.write(b'[["tiny","defa')
    assert stored.games(STAKES, "way") == {(0, 0): entry.game}
    stored.drop_outdated(STAKES, "way")
    stored.add(entry)
    assert stored.entries("tiny") == [entry, entry]


def test_two_runs_store_games_of_different_meetings_at_the_same_time(tmp_path):
    game = Game(0, 0, (1, 2), (3, 1), 20)
    one, two = (Entry(Meeting("tiny", "default", seats, "hard", "greedy"), game, "way", "c0ffee") for seats in (2, 3))
    first, second = StoredGames(tmp_path), StoredGames(tmp_path)
    for _ in range(2):
        first.add(one)
        second.add(two)
    assert first.entries("tiny") == [one, two, one, two]
    assert first.games(one.meeting, "way") == second.games(two.meeting, "way") == {(0, 0): game}


def test_games_of_another_way_of_play_are_dropped_and_those_of_other_meetings_stay(tmp_path):
    stored, game = StoredGames(tmp_path), Game(0, 0, (1, 2), (3, 1), 20)
    old, new, other = (
        Entry(Meeting("tiny", "default", seats, "hard", "greedy"), game, way, "c0ffee")
        for seats, way in ((2, "old"), (2, "new"), (3, "old"))
    )
    for each in (old, new, other):
        stored.add(each)
    assert stored.games(new.meeting, "new") == {(0, 0): game}
    assert stored.entries("tiny") == [old, new, other]
    stored.drop_outdated(new.meeting, "new")
    assert stored.entries("tiny") == [new, other]


def test_every_number_of_the_heuristics_may_be_changed_and_is_part_of_the_way_of_play():
    """Only `budget_share` is not: a player may have another budget, and the way of play contains the final budget."""
    numbers = {each.name for each in fields(Heuristics) if each.type in (int, float, float | None)}
    assert {*CONSTANTS, "budget_share"} == numbers


def test_the_strategy_depends_on_the_number_of_seats():
    ways = [way_of_play("tiny", "default", seats) for seats in (2, 3)]
    assert len(set(ways)) == 2
    assert way_of_play.__wrapped__("tiny", "default", 2) == ways[0]


def test_a_player_may_have_another_budget():
    """One sample is for the search as a whole, one for immediate wins, and one for each iteration."""
    drawn = []
    counting = replace(TINY, determinize=lambda *given: drawn.append(0) or TINY.determinize(*given))
    state, seat = choices("tiny", "default", 2)[0]
    find_player("hard:iterations=7")(counting, state, seat, Random(0))
    assert len(drawn) == 1 + 1 + 7


@pytest.mark.parametrize(("horizon", "valued"), [(1, True), (9, False)])
def test_a_player_may_search_in_another_way(horizon, valued):
    """A game of Stakes has three rounds: with nine of them ahead, a search sees the end and needs no evaluation."""
    seen = []
    heuristics = replace(TINY.heuristics, evaluate=lambda state: seen.append(0) or TINY.heuristics.evaluate(state))
    state, seat = choices("tiny", "default", 2)[0]
    find_player(f"hard:horizon={horizon},iterations=5")(replace(TINY, heuristics=heuristics), state, seat, Random(0))
    assert bool(seen) == valued


def test_a_function_from_outside_may_play():
    assert find_player(f"{__name__}:take_last") is sys.modules[__name__].take_last
    game = play(Meeting("tiny", "default", 2, f"{__name__}:take_last", "greedy"), 0, 0)
    assert len(game.ranks) == 2


@pytest.mark.parametrize(
    "name",
    [
        "best",
        "hard:speed=3",
        "hard:prior=much",
        "greedy:iterations=5",
        "peeking-greedy",
        "no.such.module:bot",
        "tests.tiny:bot",
        ":",
    ],
)
def test_no_other_may(name):
    with pytest.raises(UnknownPlayer):
        find_player(name)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("player", ["value", "stranger", "peeking-hard:iterations=2"])
def test_players_that_only_measure_play_whole_games(ruleset, player):
    seats = RULESETS[ruleset].min_seats
    assert len(play(Meeting(ruleset, "default", seats, player, "easy"), 0, 0).totals) == seats


def test_options_are_named_by_their_differences_from_the_defaults():
    assert list(options_by_name(RULESETS["azul"])) == ["default", "side=B"]
    assert {"default", "codex_1+codex_2", "setup=expert"} < set(options_by_name(RULESETS["leonardo"]))


def test_items_are_chosen_at_even_distances():
    assert spaced(list(range(10)), 4) == [0, 2, 5, 7]
    assert spaced([1, 2], 4) == [1, 2]


def test_the_programme_has_a_row_for_every_bar_and_names_existing_tables():
    rows = list(programme())
    assert len({row.meeting for row in rows}) == len(rows)
    for meeting in (row.meeting for row in rows):
        assert meeting.options in options_by_name(RULESETS[meeting.ruleset])
        assert all(map(find_player, (meeting.player, meeting.opponent)))
    barred = {
        (row.meeting.ruleset, row.meeting.seats, row.meeting.player, row.meeting.opponent) for row in rows if row.bars
    }
    assert barred == {(name, *pair) for name, own in OWN.items() for pair in (*own.bars, *own.sanity)}


def on_the_command_line(*arguments):
    """Run the arena; return the output and the errors."""
    output, errors = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patched, redirect_stdout(output), redirect_stderr(errors):
        patched.setattr(sys, "argv", ["arena", *arguments])
        try:
            main()
        except SystemExit as end:
            errors.write(end.code if isinstance(end.code, str) else "")
    return output.getvalue(), errors.getvalue()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("play", "hard", "greedy", "--options", "codex1"), "There is no such table"),
        (("play", "hard", "greedy", "--ruleset", "azul", "--seats", "5"), "There is no such table"),
        (("sprt", "hard", "greedy", "--ruleset", "azul", "--low", "0.6", "--high", "0.5"), "no two shares"),
        (("--ruleset", "azul", "play", "hard", "greedy"), "unrecognized arguments: play hard greedy"),
        (("play", "hard", "nobody"), "neither a level nor a function"),
    ],
)
def test_an_impossible_match_is_rejected_on_the_command_line(arguments, error, tmp_path):
    reported, rejected = on_the_command_line(*arguments, "--into", str(tmp_path))
    assert (reported, error in rejected) == ("", True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["play", "sprt"])
def test_without_time_no_game_is_played_on_the_command_line(command, tmp_path):
    table = ("hard", "greedy", "--ruleset", "riddle", "--seats", "2", "--jobs", "1", "--into", str(tmp_path))
    reported, wrong = on_the_command_line(command, *table, "--minutes", "0")
    assert reported.startswith("riddle, 2 seats: hard against greedy")
    assert wrong == ""
    assert list(tmp_path.iterdir()) == []


def test_an_estimate_plays_and_drops_no_game(tmp_path):
    meeting = Meeting("riddle", "default", 2, "greedy", "random")
    entry = Entry(meeting, Game(0, 0, (1, 2), (3, 1), 20), "an old way", "c0ffee")
    StoredGames(tmp_path).add(entry)
    table = (
        "--ruleset",
        "riddle",
        "--seats",
        "2",
        "--into",
        str(tmp_path),
        "--results",
        str(tmp_path / "results.jsonl"),
    )
    reported, wrong = on_the_command_line("--estimate", *table)
    assert "200 games of riddle, 2 seats: greedy against random" in reported
    assert wrong == ""
    assert StoredGames(tmp_path).entries("riddle") == [entry]


def test_a_sequential_test_ends_on_the_command_line_when_the_difference_is_plain(tmp_path):
    table = ("--ruleset", "riddle", "--seats", "2", "--jobs", "2", "--into", str(tmp_path))
    written, wrong = on_the_command_line("sprt", "greedy", "random", *table, "--high", "0.8")
    reported = written.splitlines()
    assert wrong == ""
    assert reported[0] == "riddle, 2 seats: greedy against random; H0 50.0%, H1 80.0%"
    assert reported[-1].endswith("H1 accepted")
    assert len(StoredGames(tmp_path).entries("riddle")) == 4 * (len(reported) - 1)
