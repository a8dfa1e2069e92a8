"""The staff of a tournament: changes follow from its log."""

from msgspec import UNSET

from service.tournaments.rules.errors import expect
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.state import Tournament


def check_staff_changed(tournament: Tournament, event: StaffChanged) -> None:
    """Check that a player who leaves the staff is in it; raises Illegal."""
    expect(event.right is not UNSET or event.player in tournament.staff, "the player is not in the staff")


def apply_to_staff(tournament: Tournament, event: StaffChanged) -> None:
    """Apply a change of the staff in place."""
    tournament.staff.pop(event.player, None)
    if event.right is not UNSET:
        tournament.staff[event.player] = event.right
