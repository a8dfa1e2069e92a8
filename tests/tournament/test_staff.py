"""The staff of a tournament follows from its log."""

import pytest

from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.legality import check
from service.tournaments.rules.staff_events import StaffChanged
from tests.tournament.building import Log, a_plan


def test_the_latest_right_of_a_player_counts_until_the_player_leaves():
    log = Log(a_plan())
    log.add(StaffChanged, player="pl_rita", right="referee")
    log.add(StaffChanged, player="pl_aldo", right="assist")
    log.add(StaffChanged, player="pl_rita", right="organise")
    assert log.tournament.staff == {"pl_aldo": "assist", "pl_rita": "organise"}
    log.add(StaffChanged, player="pl_aldo")
    assert log.tournament.staff == {"pl_rita": "organise"}


def test_no_player_leaves_a_staff_without_being_in_it():
    log = Log(a_plan())
    leaves = StaffChanged(number=1, at="2026-01-01T00:00:01Z", player="pl_rita")
    with pytest.raises(Illegal, match="not in the staff"):
        check(log.tournament, leaves)
