"""The end of the game (section 10): ranks and score sheets."""

from typing import Final

from domain.leonardo.rules.inventions import TIER, TYPE
from domain.leonardo.rules.state import AUCTION_PAID, ENTRIES, FIRST, OVER, State
from domain.leonardo.wire.constants import BRONZE, COPPER, GOLD, SILVER, TIERS, VARIETY_BONUS
from domain.ruleset import Outcome, ScoreRow, SeatOutcome

# By ledger entry.
ITEMS: Final = (
    ("starting florins", "3.3.1"),
    ("favours", "3.6.1"),
    ("florins taken at the Council", "7.3.5"),
    ("components bought at the Council", "7.3.7"),
    ("actions paid in the city", "7.4.1"),
    ("inventions finished first", "2.1.3"),
    ("inventions finished late", "8.4.1"),
    ("auctions paid", "8.6.4"),
)


def outcome(state: State) -> Outcome | None:
    """Return the outcome; None until the game is over."""
    return standing(state) if state.stage == OVER else None


def standing(state: State) -> Outcome:
    """Return the outcome as if the game ended now."""
    keys = [(total(state, seat), *_tie_values(state, seat)) for seat in range(state.seats)]
    return Outcome(tuple(_seat_outcome(state, seat, keys) for seat in range(state.seats)))


def total(state: State, seat: int) -> int:
    """Return the sum of a seat's florins and its variety bonus."""
    return state.florins[seat] + variety_bonus(state, seat)


def public_score(state: State, seat: int) -> int:
    """Return what inventions have brought a seat: all players know it, though the money is hidden (12.1)."""
    at = ENTRIES * seat
    return sum(state.ledger[at + FIRST : at + AUCTION_PAID + 1]) + variety_bonus(state, seat)


def variety_bonus(state: State, seat: int) -> int:
    """Return the florins for different types among the owned cards (10.1.1)."""
    return VARIETY_BONUS[len({TYPE[card] for card in state.owned[seat]})]


def _tie_values(state: State, seat: int) -> list[int]:
    """Return the number of owned cards, then of gold, silver, copper and bronze ones (10.1.3)."""
    tiers = [TIER[card] for card in state.owned[seat]]
    return [len(tiers), *(tiers.count(tier) for tier in (GOLD, SILVER, COPPER, BRONZE))]


def _seat_outcome(state: State, seat: int, keys: list[tuple[int, ...]]) -> SeatOutcome:
    """Return the rank of a seat (10.1.5) and its itemised total."""
    rank = 1 + sum(1 for key in keys if key > keys[seat])
    names = ("cards", *(f"{TIERS[tier]} cards" for tier in (GOLD, SILVER, COPPER, BRONZE)))
    breaks = tuple(ScoreRow(name, "10.1.3", value) for name, value in zip(names, _tie_values(state, seat), strict=True))
    return SeatOutcome(seat, rank, total(state, seat), _rows(state, seat), breaks)


def _rows(state: State, seat: int) -> tuple[ScoreRow, ...]:
    """Return the rows of the score sheet."""
    booked = state.ledger[ENTRIES * seat : ENTRIES * (seat + 1)]
    rows = [ScoreRow(item, paragraph, amount) for (item, paragraph), amount in zip(ITEMS, booked, strict=True)]
    return (*rows, ScoreRow("variety bonus", "10.1.1", variety_bonus(state, seat)))
