"""Test whole tournaments of every format, and the properties that each pairing must have."""

import re
from collections import Counter
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from service.tournaments.rules import random_choice, round_pairings
from service.tournaments.rules.entrant_events import CheckedIn, Entered
from service.tournaments.rules.formats.history import meetings, seat_counts
from service.tournaments.rules.formats.table_sizes import table_sizes
from service.tournaments.rules.plan import Stage
from tests.guides.programs import GUIDES, program
from tests.tournament.building import PAIRED, Log, a_plan
from tests.tournament.drawing import drawn, played, seat, started, tables
from tests.tournament.playing import play

FEW = {"swiss": {"rounds": 5}, "round_robin": {"rounds": 4}, "double_knockout": {"table_size": 2}}
SIZES, ENTRANTS, SEEDS = some.integers(2, 5), some.integers(2, 40), some.integers(0, 99)


@settings(max_examples=60)
@given(form=some.sampled_from(PAIRED), size=SIZES, entrants=ENTRANTS, seed=SEEDS)
def test_a_tournament_with_withdrawals_seats_no_entrant_twice_in_a_round(form, size, entrants, seed):
    stage = Stage(**{"format": form, "table_size": size, **FEW.get(form, {})})
    for each in play(a_plan(stage), entrants, Random(seed)).tournament.rounds:
        seated = [entrant for table in each.tables for entrant in table.entrants]
        assert set(Counter([*seated, *each.byes]).values()) == {1}
        assert all(2 <= len(table.entrants) <= size for table in each.tables)


@settings(max_examples=40)
@given(size=SIZES, entrants=ENTRANTS, seed=SEEDS)
def test_a_swiss_has_its_rounds_and_all_are_in_each(size, entrants, seed):
    sizes, byes = table_sizes(entrants, size)
    of_rounds = [
        ([len(table.entrants) for table in each.tables], len(each.byes))
        for each in played(Stage("swiss", size, rounds=3), entrants, seed).rounds
    ]
    assert [(sorted(found, reverse=True), without) for found, without in of_rounds] == [(sizes, byes)] * 3


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_tables_differ_by_one_and_have_a_bye_only_if_no_sizes_fit(size):
    for count in range(size, 60):
        sizes, byes = table_sizes(count, size)
        assert sum(sizes) + byes == count
        assert max(sizes) == size or byes == 0
        assert min(sizes) >= max(2, max(sizes) - 1)
        assert byes == 0 or not any(table * size >= count >= table * max(2, size - 1) for table in range(1, count))


@pytest.mark.parametrize(("size", "rounds"), [(2, 5), (2, 8), (3, 5), (4, 6), (5, 7)])
def test_with_seats_first_the_seats_of_each_entrant_differ_by_one_at_most(size, rounds):
    tournament = played(Stage("swiss", size, rounds=rounds + 1), 60, pairing_priority="seats")
    del tournament.rounds[-1]  # in the last round scores come before seats
    counts = seat_counts(tournament)
    assert {max(each[:size]) - min(each[:size]) for each in counts} <= {0, 1}


@pytest.mark.parametrize("entrants", [5, 6, 11, 16])
def test_pairs_of_a_round_robin_sit_first_as_often_as_second(entrants):
    assert all(abs(first - second) <= 1 for first, second, *_ in seat_counts(played(Stage("round_robin"), entrants)))


def test_no_entrant_has_a_second_bye_before_all_have_had_one():
    had = Counter(bye for each in played(Stage("swiss", rounds=9), 7).rounds for bye in each.byes)
    assert sorted(had.values()) == [1, 1, 1, 1, 1, 2, 2]


def test_the_lowest_score_gets_the_bye():
    log = started(Stage("swiss", rounds=3), 5)
    log.pair((0, 1), (2, 3), byes=(4,)).finish(1, (9, 1)).finish(2, (9, 9))
    assert drawn(log).byes == (1,)


def test_the_same_log_and_seed_produce_the_same_draw_and_another_seed_another():
    same, again, another = (drawn(started(Stage("swiss", 4, rounds=3), 16, seed)) for seed in (1, 1, 2))
    assert same == again
    assert same != another


def test_a_round_that_the_organiser_seats_counts_in_a_swiss():
    log = started(Stage("swiss", rounds=1), 2).pair((0, 1), manual=True).finish(1, (2, 1))
    assert drawn(log) is None


def test_a_round_seated_by_the_organiser_fits_between_those_of_a_round_robin():
    log = started(Stage("round_robin"), 4)
    first = drawn(log)
    log.pair((0, 1), (2, 3), manual=True).finish(1, (2, 1)).finish(2, (2, 1))
    assert tables(drawn(log)) == tables(first)


@pytest.mark.parametrize(
    ("size", "entrants", "rounds"), [(2, 7, 7), (2, 8, 7), (3, 9, 4), (4, 8, 4), (4, 16, 5), (5, 5, 1)]
)
def test_all_have_met_after_the_rounds_of_a_round_robin(size, entrants, rounds):
    tournament = played(Stage("round_robin", size), entrants)
    assert [len(others) for others in meetings(tournament)] == [entrants - 1] * entrants
    assert len(tournament.rounds) == rounds


def test_a_round_robin_skips_rounds_without_tables():
    pair = played(Stage("round_robin"), 6).rounds[-1].tables[0].entrants
    log = started(Stage("round_robin"), 6)
    for entrant in set(range(6)).difference(pair):
        log.withdraw(entrant)
    last = drawn(log)
    assert (tables(last), last.byes) == ([set(pair)], ())
    seat(log, last)
    assert drawn(log) is None


def test_groups_of_unlike_size_end_their_round_robins_each_in_its_time():
    log = started(Stage("round_robin", groups=2, qualify=1), 7)
    assert log.tournament.stages == [[[0, 3, 4], [1, 2, 5, 6]]]
    seat(log, drawn(log))
    assert [(table.group, len(table.entrants)) for table in drawn(log).tables] == [(0, 2), (1, 2), (1, 2)]


def test_levels_and_checked_in_players_take_part_by_rating():
    log = Log(a_plan(Stage("knockout"), check_in=True)).enter(2)
    for entrant in (2, 3):
        log.add(Entered, entrant=entrant, name=f"Player {entrant}", kind="player", player=f"pl_{entrant}", rating=2000)
    log.add(CheckedIn, entrant=3)
    assert round_pairings.next_groups(log.begin().tournament) == ((3, 0, 1),)


def test_the_winners_of_all_groups_are_first_and_no_two_of_a_group_meet_first():
    groups = Stage("round_robin", groups=4, qualify=2)
    log = play(a_plan(groups, Stage("knockout")), 16, Random(3), quietly=True)
    first_stage, (seeded,) = log.tournament.stages
    group_of = {each: number for number, group in enumerate(first_stage) for each in group}
    assert {group_of[each] for each in seeded[:4]} == {0, 1, 2, 3}
    opening = next(each for each in log.tournament.rounds if each.stage == 1)
    assert all(len({group_of[each] for each in table.entrants}) == 2 for table in opening.tables)


def test_a_withdrawn_entrant_leaves_the_place_in_the_next_stage_to_the_next():
    log = Log(a_plan(Stage("swiss", rounds=1, qualify=2), Stage("knockout"))).enter(3).start()
    log.pair((0, 1), byes=(2,)).finish(1, (2, 1))
    before = round_pairings.next_groups(log.tournament)
    log.withdraw(before[0][0])
    assert round_pairings.next_groups(log.tournament) == ((before[0][1], 1),)


def test_an_arena_seats_all_it_can_and_no_entrant_again_while_others_play():
    log = started(Stage("arena", minutes=30), 4)
    seat_tables = round_pairings.next_round(log.tournament)
    log.pair(*(each.entrants for each in seat_tables.tables)).finish(1, (2, 1))
    assert round_pairings.next_round(log.tournament) is None
    log.finish(2, (2, 1))
    met = [set(each.entrants) for each in seat_tables.tables]
    assert all(table not in met for table in tables(round_pairings.next_round(log.tournament)))


def test_an_arena_ends_after_its_time_or_once_no_entrant_has_a_match_left():
    timed, counted = started(Stage("arena", minutes=30), 2), started(Stage("arena", matches=1), 2)
    assert [round_pairings.arena_is_over(timed.tournament, minutes) for minutes in (29, 30)] == [False, True]
    assert not round_pairings.arena_is_over(counted.tournament, 99)
    seat(counted, drawn(counted))
    assert round_pairings.arena_is_over(counted.tournament, 0)
    assert drawn(counted) is None


@pytest.fixture
def used(monkeypatch):
    """Collect what is hashed for random choices from a seed."""
    hashed = []
    monkeypatch.setattr(random_choice, "_drawn", random_choice._drawn.__wrapped__)
    monkeypatch.setattr(random_choice, "sha256", lambda text: hashed.append(text) or sha256(text))
    return hashed


def followed_by_swiss(form):
    """Return a plan in which ties are broken at random only."""
    first = Stage(**{"format": form, "qualify": 4, **FEW.get(form, {})})
    return a_plan(first, Stage("swiss", rounds=2), tie_breaks=())


def test_the_guide_lists_every_random_choice(used):
    _, _, table = (GUIDES / "tournament-formats.md").read_text().partition("| Purpose |")
    purposes = re.findall(r"^\| `(.+?)` \|", table.partition("\n\n")[0], re.MULTILINE)
    for seed, form in enumerate(PAIRED):
        play(followed_by_swiss(form), 9, Random(seed))
    names = {re.sub(r"\d+", "#", text[33:].decode()) for text in used if not text.startswith(b":")}
    assert names == {re.sub("STAGE|ROUND", "#", f"{purpose} #") for purpose in purposes} | {"draw # #"}


def test_the_program_of_the_guide_repeats_random_orders():
    guide = {}
    exec(program("tournament-formats.md", "python"), guide)
    assert guide["random_order"]("0" * 64, range(4), "seeding") == [0, 2, 3, 1]
    seed = bytes(range(32))
    for turn in range(9):
        order = random_choice.drawn_order(seed, range(9), "seats", turn)
        assert guide["random_order"](seed.hex(), range(9), f"seats {turn}") == order
