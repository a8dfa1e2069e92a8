"""Test no-shows in the log of a tournament: their points, and which entries may contain them."""

import pytest

from service.tournaments.rules import no_shows
from service.tournaments.rules.entrant_events import Withdrew
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import Opened, Paired, SeatedTable
from service.tournaments.rules.legality import check
from service.tournaments.rules.match_events import Finished
from service.tournaments.rules.points import match_points
from tests.tournament.building import Log, a_plan

RECORD = "0" * 64


def one_round(size, ranks, absent, **plan):
    """Return a tournament with one match, whose game ended with these no-shows."""
    log = Log(a_plan(**plan)).enter(size).start()
    log.add(Paired, round=1, stage=0, tables=(SeatedTable(1, tuple(range(size)), ("g",)),))
    log.add(Opened, round=1)
    event = {"round": 1, "table": 1, "game": 0, "game_id": "g", "ranks": ranks, "totals": (0,) * size}
    log.add(Finished, **event, record=RECORD, no_shows=absent)
    return log.tournament


@pytest.mark.parametrize(
    ("ranks", "absent", "expected"),
    [
        ((1, 2), (), (12, 0)),
        ((1, 2), (0,), (0, 12)),
        ((1, 2), (0, 1), (0, 0)),
        ((1, 2, 3), (0,), (0, 12, 6)),
        ((1, 2, 3), (0, 1), (0, 0, 12)),
        ((1, 2, 2), (0,), (0, 9, 9)),
        ((1, 1, 1, 4), (0, 3), (0, 10, 10, 0)),
        ((5, 4, 3, 2, 1), (4, 2, 0), (0, 9, 0, 12, 0)),
    ],
)
def test_entrants_who_never_acted_earn_nothing_and_the_others_move_up(ranks, absent, expected):
    tournament = one_round(len(ranks), ranks, absent)
    points = match_points(tournament.plan, tournament.round(1).tables[0])
    assert tuple(each / 60 for each in points) == expected


@pytest.mark.parametrize(("limit", "due"), [(0, {}), (1, {1: 1}), (2, {})])
def test_no_shows_in_a_row_are_counted_up_to_the_limit(limit, due):
    assert no_shows.due_withdrawals(one_round(2, (1, 2), (1,), no_show_limit=limit)) == due


@pytest.mark.parametrize(("entrant", "count"), [(0, 1), (1, 2), (1, 3)])
def test_a_withdrawal_with_another_number_of_no_shows_is_illegal(entrant, count):
    tournament = one_round(2, (1, 2), (1,), no_show_limit=1)
    event = Withdrew(number=tournament.version + 1, at="2026-01-01T00:00:00Z", entrant=entrant, no_show_count=count)
    with pytest.raises(Illegal):
        check(tournament, event)


@pytest.mark.parametrize("absent", [(2,), (1, 0), (0, 0)])
def test_no_shows_must_be_entrants_of_the_table_in_its_order(absent):
    log = Log(a_plan()).enter(3).start()
    log.add(Paired, round=1, stage=0, tables=(SeatedTable(1, (0, 1), ("g",)),), byes=(2,))
    log.add(Opened, round=1)
    event = Finished(
        number=log.tournament.version + 1,
        at="2026-01-01T00:00:00Z",
        round=1,
        table=1,
        game=0,
        game_id="g",
        ranks=(1, 2),
        totals=(0, 0),
        record=RECORD,
        no_shows=absent,
    )
    with pytest.raises(Illegal):
        check(log.tournament, event)
