"""Test matches whose games follow one another: when they end, what they count, and how they are verified."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.record import write
from service.tournaments.rules.bracket import bracket
from service.tournaments.rules.bracket_image import draw
from service.tournaments.rules.folding import fold
from service.tournaments.rules.format_traits import FORMATS
from service.tournaments.rules.match_events import Finished, Forfeited, GameOpened, NextGame, RulingWithdrawn
from service.tournaments.rules.match_order import match_order
from service.tournaments.rules.plan import USUAL_POINTS, Series, Stage
from service.tournaments.rules.plan_legality import InvalidStage, check_plan
from service.tournaments.rules.points import stage_points
from service.tournaments.rules.record import plan_wire
from service.tournaments.rules.standings import standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import PAIRED, Log, a_plan
from tests.tournament.playing import play, recorded

WON, LOST, DRAWN = (1, 0), (0, 1), (1, 1)
POINTS = {"win": 720, "draw": 360}
NEEDED: dict[str, dict[str, Any]] = {"swiss": {"rounds": 3}, "round_robin": {"rounds": 3}, "arena": {"matches": 4}}


def a_match(kind, games, size=2, form="swiss", **changes):
    """Return a tournament with one running match."""
    stage = Stage(form, size, rounds=int(form == "swiss"), series=Series(kind, games))
    return Log(a_plan(stage, **changes)).enter(size).start().pair(tuple(range(size)))


def played(log, *results):
    """Play the games of the first match one after another, and return it."""
    for totals in results:
        table = log.tournament.rounds[0].tables[0]
        if table.needs_game:
            log.next_game(1)
        log.finish(1, totals, len(log.tournament.rounds[0].tables[0].seating.games) - 1)
    return log.tournament.rounds[0].tables[0]


def wins(table):
    return tuple(each / 60 for each in table.score)


@pytest.mark.parametrize(
    ("kind", "games", "results", "score"),
    [
        ("best_of", 3, [WON, WON], (2, 0)),
        ("best_of", 3, [WON, LOST, WON], (2, 1)),
        ("best_of", 3, [WON, DRAWN, DRAWN], (2, 1)),
        ("best_of", 2, [WON, LOST], (1, 1)),
        ("first_to", 2, [LOST, LOST], (0, 2)),
        ("first_to", 2, [LOST, WON, LOST], (1, 2)),
        ("first_to", 2, [DRAWN, DRAWN, DRAWN], (1.5, 1.5)),
        ("fixed", 3, [WON, WON, WON], (3, 0)),
    ],
)
def test_a_match_of_two_ends_with_the_game_that_decides_it(kind, games, results, score):
    log = a_match(kind, games)
    for number in range(1, len(results)):
        table = played(log, results[number - 1])
        assert (table.is_closed, table.needs_game) == (False, True)
    table = played(log, results[-1])
    assert (table.is_closed, table.needs_game, wins(table)) == (True, False, score)


def test_a_table_of_four_plays_until_an_entrant_has_won_often_enough():
    log = a_match("first_to", 2, 4)
    assert wins(played(log, (3, 2, 1, 0), (0, 3, 2, 1), (3, 3, 1, 0), (1, 3, 2, 0))) == (1.5, 2.5, 0, 0)
    assert log.tournament.rounds[0].is_closed


@pytest.mark.parametrize(
    ("kind", "games", "results", "points"),
    [
        ("best_of", 3, [WON], (0, 0)),
        ("best_of", 3, [WON, LOST, WON], (POINTS["win"], 0)),
        ("best_of", 2, [WON, LOST], (POINTS["draw"], POINTS["draw"])),
        ("fixed", 2, [WON, DRAWN], (POINTS["win"] + POINTS["draw"], POINTS["draw"])),
    ],
)
def test_a_match_that_its_score_decides_counts_as_one_game(kind, games, results, points):
    log = a_match(kind, games)
    played(log, *results)
    assert tuple(stage_points(log.tournament, 0).values()) == points


def test_the_seats_alternate_and_each_game_has_a_deal_of_its_own():
    table = played(a_match("fixed", 3), WON, WON, WON)
    assert [table.seated_by(game) for game in range(3)] == [5, table.announced[1].number, table.announced[2].number]


def test_the_entrant_with_the_wins_advances_although_another_has_more_points():
    log = a_match("first_to", 2, 3, "knockout", points={**USUAL_POINTS, 3: (12, 11, 0)})
    table = played(log, (9, 8, 0), (0, 8, 9), (9, 8, 0))
    assert (wins(table), table.is_closed) == ((2, 0, 1), True)
    assert match_order(log.tournament, table) == [0, 2, 1]


def test_no_game_follows_a_decided_match_or_a_running_game():
    log = a_match("best_of", 3)
    following = {"round": 1, "table": 1, "game": 1, "game_id": "x" * 20}
    assert log.may(NextGame, **following) == "the match needs no further game"
    log.finish(1, WON)
    assert log.may(NextGame, **{**following, "game": 2}) == "game numbers must have no gaps"
    assert log.may(NextGame, **{**following, "game_id": "0" * 20}) == "a game id is used twice"
    assert log.may(NextGame, **following) == ""
    log.announce(1)
    assert log.may(NextGame, **{**following, "game": 2}) == "the match needs no further game"
    assert log.may(GameOpened, **following) == "the game is not announced, or exists already"
    game_id = log.tournament.rounds[0].tables[0].seating.games[1]
    result = {"ranks": (1, 2), "totals": (1, 0), "record": "0" * 64}
    assert log.may(Finished, **{**following, "game_id": game_id, **result}) == "the game does not exist yet"


def test_a_ruling_that_decides_a_match_drops_its_next_game():
    log = a_match("best_of", 3)
    played(log, WON)
    log.next_game(1).rule(1, (1, 2), game=0)
    assert not log.tournament.games_to_stop
    log.rule(1, (2, 1))
    table = log.tournament.rounds[0].tables[0]
    assert ([*log.tournament.games_to_stop], len(table.seating.games), table.is_closed) == ([f"{1:020}"], 1, True)
    log.stop().add(RulingWithdrawn, round=1, table=1, by="pl_1", reason="It was not so.")
    assert (log.tournament.rounds[0].tables[0].needs_game, wins(table)) == (True, (1, 0))
    assert len(log.next_game(1).tournament.rounds[0].tables[0].seating.games) == 2


def test_a_corrected_game_continues_a_match_that_was_decided():
    log = a_match("best_of", 3)
    assert played(log, WON, WON).is_closed
    log.rule(1, (2, 1), game=1)
    assert log.tournament.rounds[0].tables[0].needs_game
    assert wins(played(log, LOST)) == (1, 2)


def test_a_ruling_on_a_match_of_a_fixed_number_decides_the_games_that_were_not_played():
    log = a_match("fixed", 3)
    played(log, WON)
    log.rule(1, (2, 1))
    assert wins(log.tournament.rounds[0].tables[0]) == (0, 3)


def test_the_opponent_of_an_entrant_who_leaves_wins_the_games_that_are_left():
    log = a_match("best_of", 3)
    forfeit = {"round": 1, "table": 1, "entrants": (0,)}
    assert log.may(Forfeited, **forfeit) == "the match has a running game, or has ended"
    played(log, WON)
    assert log.may(Forfeited, **forfeit) == "enough entrants have stayed at the table"
    log.announce(1).withdraw(0)
    assert log.may(Forfeited, **{**forfeit, "entrants": (1,)}) == "other entrants have left"
    log.add(Forfeited, **forfeit)
    table = log.tournament.rounds[0].tables[0]
    assert (wins(table), table.is_closed, len(table.seating.games)) == ((1, 2), True, 1)
    assert log.may(Forfeited, **forfeit) == "the match has a running game, or has ended"
    assert [(each.entrant, each.points) for each in standings(log.stop().end().tournament)] == [(1, 720), (0, 0)]


def test_no_game_follows_while_the_tournament_is_paused_or_for_a_single_entrant():
    log = a_match("best_of", 3)
    played(log, WON)
    log.withdraw(0)
    following = {"round": 1, "table": 1, "game": 1, "game_id": "x" * 20}
    assert log.may(NextGame, **following) == "too few entrants have stayed at the table"


@pytest.mark.parametrize(
    ("stage", "changes", "fault"),
    [
        (Stage("swiss", 2, 1, series=Series("fixed", 2, tie_break_games=1)), {}, "`tie_break_games` need a knock-out"),
        (Stage("knockout", series=Series("fixed", 20, tie_break_games=5)), {}, "lower `games` of `series`"),
        (Stage("swiss", 3, 1, series=Series("best_of", 3)), {}, "`best_of` needs `table_size` 2"),
        (Stage("swiss", 4, 1, series=Series("first_to", 8)), {}, "lower `games` of `series`"),
        (Stage("swiss", 2, 1, series=Series("fixed", 3)), {"deal": "match"}, "need `deal` as `game`"),
    ],
)
def test_a_series_that_cannot_be_played_is_rejected(stage, changes, fault):
    with pytest.raises(InvalidStage, match=fault):
        check_plan(a_plan(stage, **changes))


def test_the_record_of_a_plan_states_the_series_of_a_stage_only_if_the_plan_does():
    stated = a_plan(Stage("swiss", 2, 1, series=Series("best_of", 3)), Stage("knockout"))
    first, second = plan_wire(stated)["stages"]
    assert first["series"] == {"kind": "best_of", "games": 3, "break_seconds": 0, "tie_break_games": 0}
    assert "series" not in second


def a_level_match(games=2, **stated):
    """Return a tournament of two who are level after two games of a knock-out; entrant 0 won their Swiss match."""
    knockout = Stage("knockout", series=Series("fixed", 2, tie_break_games=games, **stated))
    log = Log(a_plan(Stage("swiss", 2, 1, qualify=2), knockout)).enter(2).start().pair((0, 1)).finish(1, WON)
    return log.stage((1, 0)).pair((0, 1)).finish(1, (3, 9)).next_game(1).finish(1, WON, 1)


def test_a_level_knockout_match_has_tie_break_games_until_one_has_a_winner():
    log = a_level_match()
    table = log.tournament.rounds[1].tables[0]
    assert (table.needs_game, [table.is_tie_break(game) for game in range(3)]) == (True, [False, False, True])
    log.next_game(1).finish(1, DRAWN, 2)
    assert (table.needs_game, wins(table)) == (True, (1.5, 1.5))
    log.next_game(1).finish(1, LOST, 3)
    assert (table.is_closed, wins(table), match_order(log.tournament, table)) == (True, (1.5, 2.5), [1, 0])


def test_a_winner_of_the_series_needs_no_tie_break_game():
    table = played(a_match("fixed", 2, form="knockout"), WON, DRAWN)
    assert (table.is_closed, wins(table)) == (True, (1.5, 0.5))


def test_earlier_matches_decide_a_match_that_tie_break_games_leave_level():
    log = a_level_match(1)
    log.next_game(1).finish(1, DRAWN, 2)
    table = log.tournament.rounds[1].tables[0]
    assert (table.is_closed, match_order(log.tournament, table)) == (True, [0, 1])


def test_a_bracket_shows_the_score_of_a_series():
    log = a_level_match()
    (level,) = bracket(log.tournament).rounds
    assert [(slot.entrant, slot.score, slot.place) for slot in level[0].slots] == [(0, 60, 0), (1, 60, 0)]
    assert ">1<" in draw(log.tournament, bracket(log.tournament))


@some.composite
def series(choose, size, *, may_be_level):
    kind = choose(some.sampled_from(["simultaneous", "fixed", "first_to", *(["best_of"] if size == 2 else [])]))
    return Series(kind, choose(some.integers(1, 4)), tie_break_games=choose(some.integers(0, 3)) if may_be_level else 0)


@some.composite
def stages(choose, *, is_last):
    form = choose(some.sampled_from(PAIRED))
    size = 2 if FORMATS[form].needs_pairs else choose(some.integers(2, 5))
    qualify = 0 if is_last else choose(some.integers(2, 5))
    return Stage(
        form,
        size,
        **NEEDED.get(form, {}),
        qualify=qualify,
        series=choose(series(size, may_be_level=FORMATS[form].is_knockout and size == 2)),
    )


@settings(max_examples=60)
@given(
    first=stages(is_last=False),
    last=stages(is_last=True),
    entrants=some.integers(2, 13),
    leaving=some.sampled_from([0.2, 0.9]),
    seed=some.integers(0, 2**32 - 1),
)
def test_each_tournament_of_series_ends_and_its_record_and_standings_are_computed_from_its_log(
    first, last, entrants, leaving, seed
):
    log = play(a_plan(first, last), entrants, Random(seed), leaving=leaving)
    assert log.tournament.status == "over"
    verify(write(recorded(log)))
    assert standings(fold(log.plan, log.tournament.seed, log.events)) == standings(log.tournament)
