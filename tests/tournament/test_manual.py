"""Test that manual pairings have a place for every active entrant, in every format."""

import pytest

from domain.record import write
from domain.verification import RecordMismatch
from service.tournaments.rules import round_pairings
from service.tournaments.rules.formats.knockout import still_in
from service.tournaments.rules.manual import Incomplete, InvalidPairing, seated
from service.tournaments.rules.plan import Stage
from service.tournaments.rules.standings import standings
from service.tournaments.rules.verification import verify
from tests.tournament.drawing import drawn, seat, started, tables
from tests.tournament.playing import recorded

ROUND_ROBIN, SWISS = Stage("round_robin"), Stage("swiss", rounds=3)
ALL_PLAY = {
    "swiss": SWISS,
    "round robin": ROUND_ROBIN,
    "knock-out": Stage("knockout"),
    "double": Stage("double_knockout"),
}


def by_hand(log, *seated_tables, byes=(), sitting_out=()):
    """Create the next round by hand; the lowest number wins each match."""
    found = seated(log.tournament, seated_tables, byes, sitting_out)
    log.pair(
        *((each.entrants, each.group, each.bracket) for each in found.tables),
        byes=found.byes,
        sitting_out=found.sitting_out,
        manual=True,
    )
    for number, table in enumerate(found.tables, 1):
        log.finish(number, tuple(-each for each in table.entrants))
    return log


def places(log) -> list[int]:
    return [each.entrant for each in standings(log.tournament)]


@pytest.mark.parametrize("stage", ALL_PLAY.values(), ids=ALL_PLAY)
def test_no_entrant_is_omitted(stage):
    log = started(stage, 4)
    with pytest.raises(Incomplete, match="Entrants without a place: 2, 3") as found:
        seated(log.tournament, [[0, 1]], [], [])
    assert found.value.entrants == (2, 3)
    assert seated(log.tournament, [[0, 1]], [2], [3]).sitting_out == (3,)


@pytest.mark.parametrize(
    ("seats", "fault"),
    [
        (([[0, 1], [1, 2]], [3], []), "Entrant 1 has more than one place"),
        (([[0, 1], [2, 3]], [3], []), "Entrant 3 has more than one place"),
        (([[0, 1], [2, 3]], [], [0]), "Entrant 0 has more than one place"),
        (([[0, 1], [2, 3]], [9], []), "Entrant 9 is out, has withdrawn, or does not play"),
        (([[0, 1, 2]], [3], []), "A table has 2 to 2 entrants, not 3"),
        (([[0]], [1, 2, 3], []), "A table has 2 to 2 entrants, not 1"),
    ],
)
@pytest.mark.parametrize("stage", ALL_PLAY.values(), ids=ALL_PLAY)
def test_every_entrant_has_one_place_at_a_table_of_the_right_size(stage, seats, fault):
    with pytest.raises(InvalidPairing, match=fault):
        seated(started(stage, 4).tournament, *seats)


def test_an_entrant_who_sits_out_of_a_swiss_wins_nothing_and_plays_on():
    log = by_hand(started(SWISS, 6), (0, 1), (2, 3), sitting_out=(4, 5))
    assert {each.entrant: (each.points, each.byes) for each in standings(log.tournament)}[4] == (0, 0)
    assert {4, 5} <= {each for table in tables(drawn(log)) for each in table}


def test_who_sits_out_of_a_knock_out_is_out_behind_those_who_played():
    log = by_hand(started(Stage("knockout"), 4), (0, 1), sitting_out=(2, 3))
    assert drawn(log) is None
    assert places(log)[:2] == [0, 1]
    assert {*places(log)[2:]} == {2, 3}


def test_a_bye_advances_in_a_knock_out_and_meets_the_winner():
    log = by_hand(started(Stage("knockout"), 4), (0, 1), byes=(3,), sitting_out=(2,))
    assert tables(drawn(log)) == [{0, 3}]
    seat(log, drawn(log), winners={3})
    assert (drawn(log), places(log)) == (None, [3, 0, 1, 2])


def test_no_more_entrants_advance_from_a_knock_out_round_than_the_bracket_has_places_for():
    log = started(Stage("knockout"), 4)
    with pytest.raises(InvalidPairing, match="3 entrants would advance, but the next round has 2 places"):
        seated(log.tournament, [[0, 1]], [2, 3], [])


def test_who_is_out_of_a_knock_out_is_not_seated_again():
    log = by_hand(started(Stage("knockout"), 4), (0, 1), (2, 3))
    with pytest.raises(InvalidPairing, match="Entrant 3 is out"):
        seated(log.tournament, [[0, 3]], [], [2])
    pods = started(Stage("knockout", 3), 6)
    by_hand(pods, (0, 1, 2), (3, 4, 5))
    assert still_in(pods.tournament) == [0, 3]
    with pytest.raises(InvalidPairing, match="Entrant 5 is out"):
        seated(pods.tournament, [[0, 3, 5]], [], [])


def test_an_entrant_who_sits_out_of_a_double_knock_out_is_eliminated_without_a_loss():
    log = by_hand(started(Stage("double_knockout"), 4), (0, 1), byes=(2,), sitting_out=(3,))
    seen = set()
    while found := drawn(log):
        seen |= {each for table in tables(found) for each in table}
        seat(log, found)
    assert seen == {0, 1, 2}
    assert places(log) == [0, 1, 2, 3]


def test_a_final_that_the_champion_sits_out_is_not_repeated():
    log = started(Stage("double_knockout"), 2)
    seat(log, drawn(log), winners={0})
    by_hand(log, byes=(1,), sitting_out=(0,))
    assert (drawn(log), places(log)) == (None, [1, 0])


def test_tables_respect_the_brackets_of_a_double_knock_out():
    log = started(Stage("double_knockout"), 4)
    seat(log, drawn(log), winners={0, 1})
    by_bracket = {each.bracket: each.entrants for each in drawn(log).tables}
    assert {*by_bracket["winners"]} == {0, 1}
    with pytest.raises(InvalidPairing, match="different brackets"):
        seated(log.tournament, [[0, 2], [1, 3]], [], [])
    brackets = [each.bracket for each in seated(log.tournament, [[3, 2], [1, 0]], [], []).tables]
    assert brackets == ["losers", "winners"]


def test_tables_respect_the_groups():
    log = started(Stage("swiss", rounds=2, groups=2), 8)
    one, other = log.tournament.stages[0]
    with pytest.raises(InvalidPairing, match="different groups"):
        seated(log.tournament, [[one[0], other[0]]], one[1:] + other[1:], [])
    assert [each.group for each in seated(log.tournament, [other[:2], one[:2]], [], one[2:] + other[2:]).tables] == [
        1,
        0,
    ]


def test_groups_of_a_round_robin_that_have_played_all_their_rounds_need_no_place():
    log = started(Stage("round_robin", groups=2), 5)
    short, long = sorted(log.tournament.stages[0], key=len)
    while short[0] in {each for table in tables(drawn(log)) for each in table}:
        seat(log, drawn(log))
    assert seated(log.tournament, [long[:2]], long[2:], []).byes == tuple(long[2:])
    assert seated(log.tournament, [long[:2], short], long[2:], [])


def test_an_arena_seats_whom_it_names_and_the_others_wait():
    log = started(Stage("arena", matches=3), 6)
    assert seated(log.tournament, [[4, 5]], [], []).tables[0].entrants == (4, 5)
    log.pair((4, 5))
    with pytest.raises(InvalidPairing, match="Entrant 4 is out, has withdrawn, or does not play"):
        seated(log.tournament, [[4, 0]], [], [])
    with pytest.raises(InvalidPairing, match="no byes"):
        seated(log.tournament, [[0, 1]], [2], [])


def test_a_record_whose_manual_round_omits_an_entrant_is_altered():
    log = started(Stage("knockout"), 4).pair((0, 1), manual=True).finish(1, (2, 1))
    while found := round_pairings.next_round(log.tournament):
        seat(log, found)
    with pytest.raises(RecordMismatch, match="Entrants without a place: 2, 3"):
        verify(write(recorded(log.end())))
