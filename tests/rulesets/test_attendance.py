"""Test the attendance of players, computed from a game's log."""

import pytest

from domain.attendance import Attendance, Sign, attended, sign_of
from domain.seat_changes import SeatChange


@pytest.mark.parametrize(
    ("reason", "change", "sign"),
    [
        (None, None, "there"),
        ("time", None, "missed"),
        ("resigned", None, None),
        ("decided", None, None),
        (None, SeatChange("resigned"), "there"),
        (None, SeatChange("returned"), "there"),
        (None, SeatChange("forfeited"), "missed"),
        (None, SeatChange("taken_over", "greedy"), "missed"),
        (None, SeatChange("pause_requested"), "there"),
        (None, SeatChange("vacation"), None),
    ],
)
def test_an_entry_shows_that_a_player_was_there_or_missed_a_decision(reason, change, sign):
    assert sign_of(reason, change) == sign


def test_a_player_who_missed_a_decision_and_never_acted_is_a_no_show():
    log: list[tuple[int, Sign | None]] = [
        (2, "missed"),
        (0, "there"),
        (1, "missed"),
        (2, "missed"),
        (0, "missed"),
        (0, "there"),
        (1, None),
    ]
    found = attended(log)
    assert found == Attendance(there=(0,), missed=(0, 1, 2))
    assert found.no_shows == (1, 2)


def test_a_player_who_acts_later_is_no_no_show():
    assert attended([(1, "missed"), (1, "there")]).no_shows == ()
