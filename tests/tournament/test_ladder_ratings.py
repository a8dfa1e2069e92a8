"""Test a ladder by rating: its ratings follow from its matches, order the entrants, and limit the challenges."""

from random import Random

import msgspec
import pytest

from domain.record import write
from domain.verification import RecordMismatch
from service.tournaments.rules.entrant_events import Entered, Reentered
from service.tournaments.rules.events import Paired
from service.tournaments.rules.formats.challenges import challengeable
from service.tournaments.rules.formats.ladder_ratings import START
from service.tournaments.rules.plan import Challenges, Stage
from service.tournaments.rules.record import seal
from service.tournaments.rules.standings import standings
from service.tournaments.rules.verification import verify
from tests.tournament.building import Log, a_plan
from tests.tournament.playing import play, recorded
from tests.tournament.test_ladder import a_pairing, challenged, places, won

BY_RATING = Challenges(rematch_hours=0, by="rating", rating_difference=30)


def a_ladder(*ratings: int, challenges: Challenges = BY_RATING) -> Log:
    """Return a ladder by rating that has started, with entrants of these ratings."""
    log = Log(a_plan(Stage("ladder", challenges=challenges), late_entries=True))
    for number, rating in enumerate(ratings):
        log.add(Entered, entrant=number, name=f"E{number}", kind="level", level="easy", rating=rating)
    return log.start()


def ratings(log: Log) -> dict[int, int | msgspec.UnsetType]:
    """Return the ratings of the standings by entrant."""
    return {each.entrant: each.rating for each in standings(log.tournament)}


def test_an_entrant_starts_with_the_rating_of_its_entry_or_with_the_usual_one():
    log = a_ladder(0, 1200, 900)
    assert (ratings(log), places(log)) == ({1: 1200, 0: START, 2: 900}, [1, 0, 2])


def test_a_match_moves_points_from_the_loser_to_the_winner():
    log = won(challenged(a_ladder(1000, 1000, 1020), 0, 1), 0)
    assert (ratings(log), places(log)) == ({2: 1020, 0: 1016, 1: 984}, [2, 0, 1])
    won(challenged(log, 0, 2), 0)
    assert (ratings(log), places(log)) == ({0: 1032, 2: 1004, 1: 984}, [0, 2, 1])


def test_a_draw_moves_points_to_the_lower_rating_and_a_match_that_all_lose_moves_none():
    log = challenged(a_ladder(1000, 1200, challenges=Challenges(by="rating")), 0, 1).finish(1, (3, 3))
    assert ratings(log) == {1: 1192, 0: 1008}
    log.rule(1, (1, 1), double_loss=True)
    assert ratings(log) == {1: 1200, 0: 1000}


def test_opponents_of_a_similar_rating_can_be_challenged_above_and_below():
    log = a_ladder(1000, 1030, 1031, 970, 969)
    assert [*challengeable(log.tournament, 0, log.now)] == [1, 3]
    why = log.may(Paired, **a_pairing(log, 0, 2))
    assert why == "Challenge an entrant whose rating is at most 30 points higher or lower."
    usual = a_ladder(1000, 1200, 1201, challenges=Challenges(by="rating"))
    assert [*challengeable(usual.tournament, 0, usual.now)] == [1]


def test_a_newcomer_stands_by_its_rating_and_one_who_returns_keeps_it():
    log = won(challenged(a_ladder(1000, 1000), 0, 1), 0)
    log.add(Entered, entrant=2, name="Late", kind="level", level="easy", rating=1010)
    assert places(log) == [0, 2, 1]
    log.withdraw(0)
    assert places(log) == [2, 1, 0]
    log.add(Reentered, entrant=0)
    assert (places(log), ratings(log)[0]) == ([0, 2, 1], 1016)


def test_a_ladder_by_place_has_no_ratings():
    log = a_ladder(1000, 900, challenges=Challenges())
    assert msgspec.UNSET in ratings(log).values()


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(4))
def test_the_record_of_a_ladder_by_rating_verifies_its_ratings(seed):
    stage = Stage("ladder", challenges=Challenges(rematch_hours=0, by="rating"))
    record = recorded(play(a_plan(stage, late_entries=True), 6, Random(seed)))
    verify(write(record))
    head = {name: value for name, value in record.items() if name not in ("log", "standings", "hash")}
    entries = [{name: value for name, value in each.items() if name != "hash"} for each in record["log"]]
    listed = [{**each, "rating": each["rating"] + 1} for each in record["standings"]]
    with pytest.raises(RecordMismatch):
        verify(write(seal(head, entries, listed)))
