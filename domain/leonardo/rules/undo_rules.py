"""Whether a step reveals nothing of face-down labs, hands and sealed bids (section 12).

Money and the sum of hand and face-down labs are public (12.2). Hidden information is the work of a lab, the split
of that sum, sealed bids, and the deck. Random draws are checked in `domain.undo_rules`.
"""

from domain.leonardo.rules.state import FINISHING, State
from domain.leonardo.wire.actions import Action, DeclareWork, MarketSwap
from domain.leonardo.wire.constants import LARGE


def reveals_nothing(before: State, seat: int, action: Action, after: State) -> bool:
    """Return whether a step reveals no hidden information to other seats; reads public information only."""
    return not (_judges_labs(before, after) or _opens_bids(before, after) or _shows_hand(before, seat, action))


def _judges_labs(before: State, after: State) -> bool:
    """Return whether phase D has judged all labs (8.1.1). This reveals something even if no lab has finished."""
    if not before.round or before.stage >= FINISHING:
        return False
    return after.stage >= FINISHING or after.round > before.round


def _opens_bids(before: State, after: State) -> bool:
    """Return whether the last bid of an auction was sealed, which reveals all bids (8.6.3)."""
    return bool(before.auction) and after.auction != before.auction


def _shows_hand(before: State, seat: int, action: Action) -> bool:
    """Return whether an action reveals cards of a hand that is not public.

    Without a face-down lab the hand is public. Otherwise cards laid on the market show that they were not under a lab.
    Started work shows that the hand had enough cards for some invention.
    """
    if not (before.could_be[2 * seat] or before.could_be[2 * seat + LARGE]):
        return False
    return bool(isinstance(action, MarketSwap) and action.give) or bool(
        isinstance(action, DeclareWork) and action.start
    )
