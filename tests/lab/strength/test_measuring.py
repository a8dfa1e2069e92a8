"""Test the statistics of the arena: intervals, sequential tests, ratings, times, and their report."""

from math import log
from random import Random
from xml.etree import ElementTree as ET

import msgspec
import pytest
from msgspec.structs import replace

from domain.levels import LEVELS
from domain.ratings import Rating
from domain.registry import PUBLISHED
from tests.lab.strength import information, luck, plot, report, results, strangers, thinking
from tests.lab.strength.bars import Bar
from tests.lab.strength.fitting import Fit, fit, orders_of
from tests.lab.strength.playing import Game, Meeting, play, way_of_play
from tests.lab.strength.results import Result
from tests.lab.strength.score import Score, score, whole_deals, wilson
from tests.lab.strength.sequential import Hypotheses, Verdict
from tests.lab.strength.thinking import Times

PAIR = Meeting("leonardo", "default", 2, "normal", "greedy")
OF_THREE = Meeting("leonardo", "default", 3, "normal", "greedy")
WON, LOST = Game(0, 0, (1, 2), (70, 50), 100), Game(0, 1, (1, 2), (60, 40), 110)
SHARED = Game(1, 0, (1, 1), (50, 50), 90)
ALMOST_ALL = Score(PAIR, 20, (19, 1), 21, 19 * 70 + 40, 19 * 120 + 100, 19 * 100 + 110, short={70: 1})
"""The score of nineteen games like `WON` and one like `LOST`."""


def finished(meeting, *places):
    """Return the score of a player that finished so often at each place."""
    return Score(meeting, sum(places), places, 0, 0, 0, 0)


def games_by_chance(meeting, ratings, number, seed=1):
    """Return random games of a meeting from the Plackett-Luce model, for players of known ratings."""
    rng, drawn = Random(seed), []
    for deal in meeting.deals(number):
        for tested in meeting.tested:
            names = [meeting.player if seat == tested else meeting.opponent for seat in range(meeting.seats)]
            left, ranks = list(range(meeting.seats)), [0] * meeting.seats
            for rank in range(1, meeting.seats + 1):
                seat = rng.choices(left, [10 ** (ratings[names[seat]] / 400) for seat in left])[0]
                left.remove(seat)
                ranks[seat] = rank
            drawn.append(Game(deal, tested, tuple(ranks), tuple(ranks), 1))
    return drawn


@pytest.mark.parametrize(("seats", "deals"), [(2, 5), (3, 4), (4, 3), (5, 2)])
def test_the_greedy_level_beats_random_opponents(seats, deals):
    meeting = Meeting("leonardo", "default", seats, "greedy", "random")
    assert score(meeting, [play(meeting, deal, seat) for deal in range(deals) for seat in range(seats)]).share == 1


def test_a_score_counts_whole_deals_and_shares_victories():
    result = score(PAIR, [LOST, SHARED, WON])
    assert result == Score(PAIR, 2, (1, 1), 3, 110, 220, 210)
    assert (result.wins, result.rank, result.total, result.opponent_total, result.actions) == (1, 1.5, 55, 55, 105)
    assert SHARED.won == 0.5
    assert list(whole_deals(PAIR, [SHARED])) == []
    assert score(PAIR, [SHARED]) is None


def test_a_score_is_printed_in_a_line():
    assert str(score(PAIR, [WON, LOST])) == (
        "leonardo, 2 seats: normal against greedy: 1.0 of 2 games, 50.0% [9.5%, 90.5%], fair 50.0%; "
        "mean total 55.0 : 55.0"
    )


def test_the_wilson_interval_agrees_with_published_values():
    assert wilson(114, 200) == pytest.approx((0.5007, 0.6367), abs=5e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=5e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=5e-4)


def test_a_sequential_test_ends_at_the_bounds_of_wald():
    assert Hypotheses(0.5, 0.55).bounds == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert Hypotheses(0.5, 0.55, alpha=0.01, beta=0.1).bounds == pytest.approx((-2.293, 4.500), abs=1e-3)


def test_the_likelihoods_of_won_and_lost_deals_are_those_of_a_coin():
    """60 deals won and 40 lost: 60 log(0.55 / 0.5) + 40 log(0.45 / 0.5)."""
    assert Hypotheses(0.5, 0.55).ratio([1.0] * 60 + [0.0] * 40) == pytest.approx(1.504, abs=1e-3)


def test_a_deal_with_one_win_each_means_equal_strength():
    """Split deals have no spread at all, so few of them refute a lead: this is the reason to play in pairs."""
    hypotheses = Hypotheses(0.5, 0.6)
    assert hypotheses.judge([0.5] * 20) is Verdict.LOW
    assert hypotheses.judge([0.5] * 5 + [1.0] * 20) is Verdict.HIGH
    assert hypotheses.judge([1.0, 0.0, 0.5, 1.0]) is Verdict.OPEN


@pytest.mark.parametrize(("share", "verdict"), [(0.5, Verdict.LOW), (0.6, Verdict.HIGH)])
def test_a_sequential_test_is_seldom_wrong(share, verdict):
    """Of 100 tests of either hypothesis about 5 may be wrong; more than 12 indicate an error."""
    hypotheses, rng, wrong = Hypotheses(0.5, 0.6), Random(2), 0
    for _ in range(100):
        scores = []
        while hypotheses.judge(scores) is Verdict.OPEN:
            scores += [((rng.random() < share) + (rng.random() < share)) / 2 for _ in range(10)]
        wrong += hypotheses.judge(scores) is not verdict
    assert 0 < wrong <= 12


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_the_fit_finds_the_ratings_that_games_were_drawn_with(seats):
    ratings = {"random": 500, "greedy": 1000, "normal": 1250, "hard": 1400}
    pairs = [("greedy", "random"), ("normal", "greedy"), ("hard", "greedy"), ("hard", "normal")]
    meetings = [Meeting("tiny", "default", seats, *pair) for pair in pairs]
    fits = fit([score(meeting, games_by_chance(meeting, ratings, 600)) for meeting in meetings], "greedy", 1000)
    assert fits["greedy"] == Fit(1000, 1000, 1000, sum(len(meeting.deals(600)) * seats for meeting in meetings[:3]))
    assert all(fits[name].low <= rating <= fits[name].high for name, rating in ratings.items())
    assert all(each.high - each.low < 250 for each in fits.values())


def test_an_elo_rating_is_that_of_the_share_of_games_won():
    """150 of 200 games, and half a win in one more: 400 log10(150.5 / 50.5), with its normal interval."""
    rated = fit([finished(PAIR, 150, 50)], "greedy", 0)["normal"]
    assert rated.rating == pytest.approx(189.7, abs=0.1)
    assert (rated.low, rated.high) == pytest.approx((135, 247), abs=4)


def test_a_player_that_won_every_game_has_a_rating_whose_upper_end_is_far():
    rated = fit([finished(PAIR, 100, 0)], "greedy", 0)["normal"]
    assert 500 < rated.low < rated.rating < rated.high - 400


def test_a_level_without_meetings_towards_the_anchor_has_no_rating():
    apart = Meeting("leonardo", "default", 2, "expert", "hard")
    alone = Meeting("leonardo", "default", 2, "greedy", "greedy")
    met = [finished(meeting, 1, 0) for meeting in (PAIR, apart, alone)]
    assert set(fit(met, "greedy", 0)) == {"normal", "greedy"}
    assert fit([finished(apart, 1, 0)], "greedy", 0) == {}


def test_seats_that_share_a_place_count_as_every_order_of_them():
    meeting = Meeting("tiny", "default", 3, "hard", "easy")
    games = [Game(0, seat, ranks, (0, 0, 0), 1) for seat, ranks in enumerate([(2, 1, 2), (2, 1, 2), (1, 1, 1)])]
    counted = orders_of(score(meeting, games))
    assert counted == pytest.approx(
        {
            ("hard", "easy", "easy"): 1 + 1 / 3,
            ("easy", "hard", "easy"): 1 / 2 + 1 / 3,
            ("easy", "easy", "hard"): 1 / 2 + 1 / 3,
        },
        abs=1e-6,
    )


def test_a_bar_is_sure_where_the_interval_reaches_it_and_met_where_the_value_does():
    result = ALMOST_ALL
    assert [(Bar(value).is_met(result), Bar(value).is_sure(result)) for value in (0.7, 0.9, 0.96)] == [
        (True, True),
        (True, False),
        (False, False),
    ]
    assert [Bar(value, "total").is_met(result) for value in (59, 60)] == [True, False]
    assert [Bar(value, "actions").is_met(result) for value in (100, 101)] == [False, True]
    assert [str(Bar(0.96)), str(Bar(75, "total")), str(Bar(350, "actions"))] == [
        "≥ 96%",
        "≥ 75 a seat",
        "≤ 350 actions",
    ]


def test_a_bar_may_be_one_of_the_others_or_of_the_games_that_end_short_of_the_goal():
    result = ALMOST_ALL
    shares = [(Bar(value, "others").is_met(result), Bar(value, "others").is_sure(result)) for value in (0, 0.05, 0.06)]
    assert shares == [(True, True), (True, False), (False, False)]
    assert [Bar(value, "stopped", goal=70).is_met(result) for value in (0.05, 0.04)] == [True, False]
    assert [str(Bar(0.35, "others")), str(Bar(0.05, "stopped", goal=7))] == ["others ≥ 35%", "≤ 5% stopped"]


def test_search_times_are_measured_for_every_level_and_newer_ones_replace_older_ones(tmp_path):
    file = tmp_path / "thinking.json"
    for _ in range(2):
        thinking.keep(thinking.measure("tiny", 2, 3), file)
    read_again = thinking.read(file)
    assert [each.level for each in read_again] == list(LEVELS)
    assert all(each.median_ms <= each.percentile_95_ms <= each.longest_ms for each in read_again)
    assert {(each.decisions, each.build) for each in read_again} <= {(3, "plain"), (3, "compiled")}


@pytest.fixture
def stored(tmp_path):
    """Store twenty games in which `normal` beats `greedy`, and two results with three seats, one of earlier rules."""
    file = tmp_path / "results.jsonl"
    of_three = score(OF_THREE, [Game(0, tested, (1, 2, 3), (3, 2, 1), 9) for tested in range(3)])
    results.keep(Result(of_three, "old", "0ld"), file)
    results.keep(Result(replace(of_three, meeting=replace(OF_THREE, player="easy")), "new", "c"), file)
    games = games_by_chance(PAIR, {"normal": 1400, "greedy": 1000}, 20)
    results.keep(Result(score(PAIR, games), "way", "c0ffee"), file)
    return file


def reported_by(stored):
    """Write the report of the stored results."""
    standings = report.by_ruleset(results.read(stored))
    fits = {"leonardo": report.fits_of(standings["leonardo"])}
    times = [Times("leonardo", 2, "normal", "plain", "a machine", 40, 0, 20.5, 31.0, 40.0)]
    pages = report.lines(standings, fits), report.game_lines(standings), report.thinking_lines(times)
    return "\n".join(line for page in pages for line in page)


def test_a_result_replaces_one_with_fewer_games_or_another_way_of_play(tmp_path):
    file = tmp_path / "results.jsonl"
    few, more = Result(finished(PAIR, 4, 0), "way", "c"), Result(finished(PAIR, 5, 1), "way", "d")
    for result, stored in ((few, few), (more, more), (few, more)):
        results.keep(result, file)
        assert results.read(file) == [stored]
    another = Result(finished(PAIR, 1, 1), "another", "e")
    results.keep(another, file)
    assert results.read(file) == [another]


def test_a_result_of_newer_rules_outdates_those_of_its_table_only(tmp_path):
    file = tmp_path / "results.jsonl"
    met = [PAIR, replace(PAIR, player="hard"), OF_THREE]
    for each in met:
        results.keep(Result(finished(each, 1, 0), "old", "c"), file)
    results.keep(Result(finished(PAIR, 1, 0), "new", "d"), file)
    assert {each.score.meeting: each.is_current for each in results.read(file)} == dict(
        zip(met, (True, False, True), strict=True)
    )


def test_results_are_marked_by_the_present_way_of_play(tmp_path):
    file = tmp_path / "results.jsonl"
    present, older = way_of_play("leonardo", "default", 2), "old"
    for meeting, way in ((PAIR, present), (replace(PAIR, player="hard"), present.removesuffix("+purposes"))):
        results.keep(Result(finished(meeting, 1, 0), way, "c", is_current=False), file)
    results.keep(Result(finished(OF_THREE, 1, 0), older, "c"), file)
    results.mark(file)
    assert [each.is_current for each in results.read(file)] == [True, True, False]


def test_older_games_are_rated_only_at_a_number_of_seats_without_present_ones():
    older = [Result(finished(each, 1, 0), "old", "c", is_current=False) for each in (PAIR, OF_THREE)]
    present = Result(finished(replace(PAIR, player="hard"), 1, 0), "new", "d")
    assert report.rated_scores([*older, present]) == {2: [present.score], 3: [older[1].score]}


def test_the_stored_pages_follow_from_the_stored_results():
    standings = report.by_ruleset(results.read())
    fits = {ruleset: report.fits_of(rows) for ruleset, rows in standings.items()}
    pages = {
        "STRENGTH.md": report.lines(standings, fits),
        "GAMES.md": report.game_lines(standings),
        "THINKING.md": report.thinking_lines(thinking.read()),
    }
    for name, lines in pages.items():
        assert (report.FOLDER / name).read_text() == report.page(lines)


@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_the_stored_ratings_follow_from_the_stored_results_and_times(ruleset):
    rows, times = report.by_ruleset(results.read())[ruleset], report.times_of(ruleset, thinking.read())
    stored = msgspec.json.decode(report.rating_file(ruleset).read_bytes(), type=list[Rating])
    assert report.ratings(rows, times) == stored


def test_the_report_has_each_meeting_with_its_bar_and_each_rating_with_its_interval(stored):
    lines = reported_by(stored).splitlines()
    assert "| `normal` | **1446** (1209 to 1828), 20 games |  |" in lines
    assert (
        "| default | 2 | `normal` | `greedy` | 20 of 200 | 95.0% | 76.4% to 99.1% | 50% | ≥ 95% | **met** so far "
        "| 1.05 | 1.1 : 1.9 | 1 | c0ffee° |"
    ) in lines
    assert [line for line in lines if line.endswith("| (0ld°) |")]
    assert "| 2 | `normal` | 20.5 | 31 | 40 | 0 of 40 |" in lines


def test_a_ruleset_states_the_ratings_of_levels_with_measured_times(stored, tmp_path):
    standings = results.read(stored)
    slow = Times("leonardo", 2, "normal", "plain", "a machine", 40, 0, 20.5, 31.0, 40.0)
    fast = replace(slow, build="compiled", median_ms=4.0)
    rated = report.ratings(standings, report.times_of("leonardo", [slow, fast]))
    normal = report.fits_of(standings)[2]["normal"]
    assert rated == [Rating(2, "normal", round(normal.rating), round(normal.low), round(normal.high), 20, 20.5, 31.0)]
    report.write_ratings(tmp_path / "strength.json", rated)
    assert msgspec.json.decode((tmp_path / "strength.json").read_bytes(), type=list[Rating]) == rated


def led(*leads):
    """Return the share of the variance that equal deals remove."""
    return luck.taken_out([list(map(float, each)) for each in leads])[0]


def test_luck_that_changes_sides_with_the_seat_is_removed_and_independent_luck_is_not():
    assert led((5, -5), (-3, 3), (9, -9), (0, 0)) == 1
    assert led((5, 5), (-3, -3), (9, 9), (0, 0)) == -1
    assert led((5, 5), (5, -5), (-5, 5), (-5, -5)) == 0


def test_luck_is_measured_with_both_kinds_of_dice_and_reported(tmp_path):
    measured = luck.measure("tiny", 2, 4)
    luck.keep(measured, tmp_path / "luck.json")
    luck.keep(measured[:1], tmp_path / "luck.json")
    assert sorted(luck.read(tmp_path / "luck.json"), key=str) == sorted(measured, key=str)
    alike = [replace(each, meeting=replace(PAIR, opponent=PAIR.player)) for each in measured]
    assert len(list(luck.rows(alike))) == 1 + len(luck.pairs("tiny"))
    assert "| Maestro Leonardo | " in luck.reported(alike)


def test_the_report_explains_itself_to_a_new_reader():
    games = [Game(0, seat, (1 + seat, 2 - seat), (50 - 20 * seat, 30 + 20 * seat), 9) for seat in (0, 1)]
    met = score(Meeting("azul", "default", 2, "greedy", "stranger"), games)
    assert [*strangers.rows({"azul": [met]})][1] == ("Azul: Summer Pavilion", "+20.0, won 100% of 2", "", "")


def test_the_plot_of_the_same_ratings_is_the_same_file(tmp_path):
    fits = {"azul": {2: {"greedy": Fit(1000, 1000, 1000, 9), "normal": Fit(1400, 1300, 1550, 9)}}, "riddle": {}}
    for name in ("first", "second"):
        plot.draw(tmp_path / name, fits)
    drawn = (tmp_path / "first").read_bytes()
    assert drawn == (tmp_path / "second").read_bytes()
    assert "Azul: Summer Pavilion" in [each.text for each in ET.fromstring(drawn).iter() if each.text]


def test_the_evaluation_knows_more_of_the_winner_in_later_rounds():
    found = information.measure("azul", 2, 60)
    nats = [each for _, each in found.rounds]
    assert [each for each, _ in found.rounds] == [2, 3, 4, 5, 6]
    assert found.chance == log(2) > nats[-2] > nats[-1]
