"""Test a ladder: who can challenge whom, and how the places follow from the results."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from domain.record import write
from domain.verification import RecordMismatch
from service.tournaments.rules.entrant_events import Entered, Reentered
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import Paired, Paused, SeatedTable
from service.tournaments.rules.folding import fold
from service.tournaments.rules.formats.challenges import MOST_MATCHES, challenge_of, challengeable
from service.tournaments.rules.formats.ladder import next_round, order
from service.tournaments.rules.match_events import RulingWithdrawn
from service.tournaments.rules.plan import Challenges, KeepApart, Stage
from service.tournaments.rules.plan_legality import check_plan
from service.tournaments.rules.record import seal
from service.tournaments.rules.stages import next_groups
from service.tournaments.rules.standings import places_before, standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import SWISS, Log, a_plan
from tests.tournament.playing import challenge, play, recorded
from tests.tournament.test_verification import parts

AT_ONCE = Challenges(rematch_hours=0)


def a_ladder(entrants: int = 6, challenges: Challenges = AT_ONCE, **changes) -> Log:
    """Return a ladder that has started, with its entrants in the order of their numbers."""
    return Log(a_plan(Stage("ladder", challenges=challenges), late_entries=True, **changes)).enter(entrants).start()


def challenged(log: Log, challenger: int, opponent: int) -> Log:
    """Create the match of a challenge."""
    entrants = challenge_of(log.tournament, challenger, opponent).tables[0].entrants
    assert log.may(Paired, **a_pairing(log, challenger, opponent)) == ""
    return log.pair(entrants, challenger=challenger)


def a_pairing(log: Log, challenger: int, opponent: int, **changes) -> dict:
    table = SeatedTable(1, (challenger, opponent), ("9" * 20,))
    number = len(log.tournament.rounds) + 1
    return {"round": number, "stage": 0, "tables": (table,), "challenger": challenger, **changes}


def won(log: Log, winner: int, of: int = 0) -> Log:
    """Finish the match of the last round, or of another one, with a winner."""
    entrants = log.tournament.round(of or len(log.tournament.rounds)).tables[0].entrants
    return log.finish(1, tuple(int(each == winner) for each in entrants), of=of)


def places(log: Log) -> list[int]:
    """Return the entrants of the standings by place."""
    return [each.entrant for each in standings(log.tournament)]


def test_a_challenger_who_wins_takes_the_place_of_the_opponent():
    log = won(challenged(a_ladder(), 4, 1), 4)
    assert places(log) == [0, 4, 1, 2, 3, 5]
    assert places_before(log.tournament) == {0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6}
    assert places_before(Log(a_plan()).enter(2).start().tournament) == {}


def test_a_challenger_who_does_not_win_keeps_the_place():
    lost = won(challenged(a_ladder(), 4, 1), 1)
    drawn = challenged(a_ladder(), 4, 1).finish(1, (3, 3))
    assert places(lost) == places(drawn) == [0, 1, 2, 3, 4, 5]


def test_the_ladder_begins_by_rating_and_then_by_entry():
    log = Log(a_plan(Stage("ladder"), late_entries=True))
    for number, rating in enumerate((0, 0, 900, 0)):
        log.add(Entered, entrant=number, name=f"E{number}", kind="level", level="easy", rating=rating)
    log.begin().stage(*next_groups(log.tournament))
    assert places(log) == [2, 0, 1, 3]
    assert next_round(log.tournament) is None


def test_a_newcomer_starts_at_the_end():
    log = won(challenged(a_ladder(3), 2, 0), 2)
    log.add(Entered, entrant=3, name="Late", kind="level", level="easy", rating=5000)
    assert places(log) == [2, 0, 1, 3]


def test_an_entrant_who_leaves_frees_the_place_and_returns_at_the_end():
    log = a_ladder(4).withdraw(1)
    assert places(log) == [0, 2, 3, 1]
    log.add(Reentered, entrant=1)
    assert places(log) == [0, 2, 3, 1]
    assert places(won(challenged(log, 1, 2), 1)) == [0, 1, 2, 3]
    assert places(log.withdraw(0)) == [1, 2, 3, 0]


def test_matches_count_in_the_order_of_their_results():
    log = challenged(challenged(a_ladder(4), 2, 1), 3, 2)
    assert places(won(log, 3, of=2)) == [0, 1, 3, 2]
    assert places(won(log, 2, of=1)) == [0, 2, 1, 3]


def test_a_challenger_who_has_passed_the_opponent_gains_and_loses_nothing():
    log = challenged(a_ladder(4), 3, 2)
    won(challenged(log, 2, 1), 1, of=2)
    log.pair((3, 0), manual=True)
    won(log, 3, of=3)
    assert places(log) == [3, 0, 1, 2]
    assert places(won(log, 2, of=1)) == [3, 0, 1, 2]


def test_a_ruling_changes_the_places_of_its_moment():
    log = won(challenged(a_ladder(3), 1, 0), 1)
    won(challenged(log, 0, 1), 1)
    first = log.tournament.round(1).tables[0].entrants
    log.rule(1, tuple(2 - (each == 0) for each in first), of=1)
    assert places(log) == [0, 1, 2]
    log.add(RulingWithdrawn, round=1, table=1)
    assert places(log) == [1, 0, 2]


def test_only_entrants_a_few_places_above_can_be_challenged():
    log = a_ladder(6, Challenges(2, 0))
    assert [*challengeable(log.tournament, 4, log.now)] == [2, 3]
    assert [*challengeable(log.tournament, 0, log.now)] == []
    for challenger, opponent in ((4, 1), (4, 5), (4, 4), (0, 5)):
        why = log.may(Paired, **a_pairing(log, challenger, opponent))
        assert why in (
            "Challenge an entrant who stands at most 2 places above.",
            "a challenge has one table with the challenger and the opponent",
            "an entrant is listed twice",
        )


def test_an_entrant_challenges_one_opponent_and_is_challenged_by_one_at_a_time():
    log = challenged(challenged(a_ladder(4), 2, 1), 1, 0)
    assert [[*challengeable(log.tournament, each, log.now)] for each in range(4)] == [[], [], [], [2]]
    assert "challenged already" in log.may(Paired, **a_pairing(log, 3, 1))
    assert "running challenge" in log.may(Paired, **a_pairing(log, 2, 0))
    assert "playing a match already" in log.may(Paired, **a_pairing(log, 2, 1))
    won(log, 0, of=2)
    assert [*challengeable(log.tournament, 3, log.now)] == [0, 2]


def test_the_same_two_meet_again_only_after_the_stated_hours():
    log = won(challenged(a_ladder(3, Challenges(3, 24)), 1, 0), 0)
    assert [*challengeable(log.tournament, 1, "2026-01-01T23:59:59Z")] == []
    assert [*challengeable(log.tournament, 1, "2026-01-02T00:01:00Z")] == [0]
    assert "less than 24 hours ago" in log.may(Paired, **a_pairing(log, 1, 0))


def test_entrants_who_should_not_meet_do_not_challenge_each_other():
    log = a_ladder(3, keep_apart=KeepApart(groups=((1, 2),)))
    assert [*challengeable(log.tournament, 2, log.now)] == [0]


def test_an_entrant_who_has_left_neither_challenges_nor_is_challenged():
    log = a_ladder(3).withdraw(1)
    assert [*challengeable(log.tournament, 1, log.now)] == []
    assert [*challengeable(log.tournament, 2, log.now)] == [0]
    assert "withdrawn" in log.may(Paired, **a_pairing(log, 2, 1))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"manual": True}, "only entrants of a ladder"),
        ({"byes": (1,)}, "a challenge has one table"),
        ({"challenger": 1}, "a challenge has one table"),
        ({"challenger": ...}, "a round of a ladder is a challenge"),
    ],
)
def test_a_round_of_a_ladder_is_a_challenge_of_two_or_manual(changes, why):
    log = a_ladder(4)
    stated = {**a_pairing(log, 3, 2), **changes}
    assert why in log.may(Paired, **{name: each for name, each in stated.items() if each is not ...})


def test_a_paused_ladder_and_another_format_have_no_challenges():
    log = a_ladder(3)
    log.add(Paused)
    assert log.may(Paired, **a_pairing(log, 2, 1), by="pl_1") == "the tournament is not running"
    assert "only entrants of a ladder" in Log(a_plan()).enter(2).start().may(Paired, **a_pairing(a_ladder(), 1, 0))


def test_a_ladder_has_a_maximum_number_of_matches():
    log = won(challenged(a_ladder(2), 1, 0), 0)
    log.tournament.rounds *= MOST_MATCHES
    assert f"has had {MOST_MATCHES} matches" in log.may(Paired, **a_pairing(log, 1, 0))


@pytest.mark.parametrize(
    "stages",
    [
        (Stage("ladder", table_size=3),),
        (Stage("ladder", qualify=2), SWISS),
        (msgspec.structs.replace(SWISS, qualify=2), Stage("ladder")),
        (msgspec.structs.replace(SWISS, challenges=AT_ONCE),),
    ],
)
def test_a_ladder_is_the_only_stage_with_challenges_and_tables_of_two(stages):
    with pytest.raises(Illegal):
        check_plan(a_plan(*stages))


@settings(max_examples=60, deadline=None)
@given(entrants=some.integers(2, 9), seed=some.integers(0, 2**32 - 1), leaving=some.sampled_from([0.1, 0.9]))
def test_each_record_of_a_ladder_is_verified_and_gives_the_same_places(entrants, seed, leaving):
    plan = a_plan(Stage("ladder", challenges=Challenges(2, 0)), late_entries=True, shared_places=seed % 2 == 0)
    log = play(plan, entrants, Random(seed), leaving=leaving)
    verify(write(recorded(log)))
    assert standings(fold(log.plan, log.tournament.seed, log.events)) == standings(log.tournament)
    assert {*order(log.tournament)} == {each.number for each in log.tournament.entrants}


@settings(max_examples=40, deadline=None)
@given(seed=some.integers(0, 2**32 - 1))
def test_each_order_of_results_of_simultaneous_challenges_can_be_verified(seed):
    rng, log = Random(seed), a_ladder(7, Challenges(3, 0))
    log.tournament.status = "running"
    for _ in range(25):
        running = [each for each in log.tournament.rounds if not each.is_closed]
        if (running and rng.random() < 0.6) or not challenge(log, rng):
            played = rng.choice(running)
            log.finish(1, tuple(rng.choices(range(3), k=2)), of=played.number)
    for played in log.tournament.rounds:
        if not played.is_closed:
            log.finish(1, (0, 0), of=played.number)
    log.end()
    verify(write(recorded(log)))


def test_a_record_with_other_seats_or_an_illegal_challenge_is_no_valid_record():
    log = won(challenged(won(challenged(a_ladder(4), 3, 2), 3), 2, 0), 2).end()
    head, events, listed = parts(recorded(log))
    seats = next(each for each in events if each["type"] == "paired")["tables"][0]["entrants"]
    seats.reverse()
    with pytest.raises(RecordMismatch, match="tables"):
        verify(write(seal(head, events, listed)))
    seats.reverse()
    head["plan"]["stages"][0]["challenges"]["places_above"] = 1
    with pytest.raises(RecordMismatch, match="at most 1 places above"):
        verify(write(seal(head, events, listed)))
