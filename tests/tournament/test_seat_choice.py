"""Test that the loser of a game chooses a seat in the next one, that logs say who chose, and that records verify it."""

import pytest

from domain.record import write
from service.tournaments.rules.entrant_events import Entered, Withdrew
from service.tournaments.rules.events import Paused
from service.tournaments.rules.folding import fold
from service.tournaments.rules.match_events import GameOpened, GameReplay, RulingWithdrawn, SeatChosen
from service.tournaments.rules.plan import Series, Stage
from service.tournaments.rules.plan_legality import InvalidStage, check_plan
from service.tournaments.rules.record import plan_wire
from service.tournaments.rules.seat_choice import chooser, default_choice, open_choice
from tests.tournament.building import Log, a_plan

WON, LOST, DRAWN = (1, 0), (0, 1), (1, 1)
BREAK = "2026-01-01T01:00:00Z"


def a_match(size=2, kind="player", seats="loser", **stated):
    """Return a tournament with one running match of a series, whose first entrant is the lowest seed."""
    stage = Stage("swiss", size, rounds=1, series=Series("fixed", 4, break_seconds=60, seats=seats, **stated))
    log = Log(a_plan(stage))
    for entrant in range(size):
        named = {"player": f"p{entrant}"} if kind == "player" else {"level": "greedy"}
        log.add(Entered, entrant=entrant, name=f"E{entrant}", kind=kind, **named)
    seeds = tuple(range(size))
    return log.begin().stage(seeds[::-1]).pair(seeds)


def table_of(log):
    return log.tournament.rounds[0].tables[0]


def announced(log, totals):
    """Finish the latest game of the match, and announce the next one."""
    return log.finish(1, totals, len(table_of(log).seating.games) - 1).announce(1, starts_at=BREAK)


def loser_of(log):
    return chooser(log.tournament, 0, table_of(log))


def choice(log, entrant, seat, **changes):
    """Return the fields of the choice in the latest game."""
    games = table_of(log).seating.games
    stated = {"round": 1, "table": 1, "game": len(games) - 1, "game_id": games[-1], "by": f"p{entrant}"}
    return {**stated, "entrant": entrant, "seat": seat, **changes}


@pytest.mark.parametrize(("totals", "loser"), [(WON, 1), (LOST, 0), (DRAWN, 0)])
def test_the_loser_of_a_game_chooses_and_the_lower_seed_after_a_draw(totals, loser):
    log = a_match()
    assert (open_choice(table_of(log)), loser_of(log)) == (None, None)
    assert (open_choice(table_of(announced(log, totals))), loser_of(log)) == (1, loser)


def test_the_lowest_seed_of_the_last_ones_at_a_table_of_three_takes_the_seat_of_another():
    log = announced(a_match(3), (5, 1, 1))
    assert loser_of(log) == 1
    assert log.may(SeatChosen, **choice(log, 1, 2)) == ""
    log.add(SeatChosen, **choice(log, 1, 2))
    assert table_of(log).seats(1) == (0, 2, 1)  # usually 1, 2, 0


def test_no_seat_is_chosen_by_an_ai_level_or_an_entrant_who_left_or_in_a_series_with_alternate_seats():
    assert loser_of(announced(a_match(kind="level"), WON)) is None
    log = announced(a_match(3), (5, 3, 1))
    log.add(Withdrew, entrant=2)
    assert loser_of(log) is None
    assert open_choice(table_of(announced(a_match(seats="alternate"), WON))) is None


def test_a_game_is_created_once_its_seats_are_known():
    log = announced(a_match(), WON)
    assert table_of(log).seats(1) == (1, 0)
    games = table_of(log).seating.games
    opened = {"round": 1, "table": 1, "game": 1, "game_id": games[-1]}
    assert log.may(GameOpened, **opened) == "a seat of the game is not chosen"
    log.add(SeatChosen, **choice(log, 1, 1))
    assert table_of(log).seats(1) == (0, 1)
    assert (loser_of(log), log.may(GameOpened, **opened)) == (None, "")


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"entrant": 0}, "another entrant chooses the seat"),
        ({"seat": 2}, "the table has no such seat"),
        ({"game": 2}, "no seat is to be chosen in this game"),
        ({"game_id": "0" * 20}, "the game has another id"),
        ({"by": ""}, "the service changes no seats"),
        ({"by": "", "seat": 0}, ""),
    ],
)
def test_an_illegal_choice_is_rejected(changes, why):
    log = announced(a_match(), WON)
    assert default_choice(table_of(log), 1) == (1, 0)
    assert log.may(SeatChosen, **{**choice(log, 1, 1), **changes}) == why


def test_a_choice_is_final_and_needs_a_running_tournament():
    log = announced(a_match(), WON)
    log.add(SeatChosen, **choice(log, 1, 1))
    assert log.may(SeatChosen, **choice(log, 1, 0)) == "no seat is to be chosen in this game"
    log = announced(a_match(), WON)
    log.add(Paused)
    assert log.may(SeatChosen, **choice(log, 1, 0)) == "the tournament is not running"


def test_a_replay_keeps_the_chosen_seats():
    log = announced(a_match(), WON)
    log.add(SeatChosen, **choice(log, 1, 1))
    log.open_game(1).rule(1, (1, 2), game=1)
    log.add(RulingWithdrawn, round=1, table=1, game=1, replays=(GameReplay(1, "9" * 20),))
    assert table_of(log).seats(1) == (0, 1)
    assert fold(log.plan, log.tournament.seed, log.events).rounds[0].tables[0].seats(1) == (0, 1)


def test_the_seats_of_earlier_plans_stay_out_of_their_records():
    stated = plan_wire(a_match(seats="loser").plan)["stages"][0]["series"]
    assert stated["seats"] == "loser"
    assert b"seats" not in write(plan_wire(a_plan(Stage("swiss", rounds=1, series=Series("fixed", 2))))["stages"])


@pytest.mark.parametrize("stated", [Series("fixed", 2, seats="loser"), Series("simultaneous", 2, 60, seats="loser")])
def test_a_choice_of_seats_needs_a_break(stated):
    with pytest.raises(InvalidStage, match="break_seconds"):
        check_plan(a_plan(Stage("swiss", rounds=1, series=stated)))
