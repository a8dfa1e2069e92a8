"""Knowledge of face-down labs from public history (12.2.1), updated with each step.

Everything in this module follows from public facts: `could_be` and `cap` do not depend on the labs' real work.
For each seat and kind the sum of hand and face-down labs is public. A face-down lab holds a recipe that this sum has
covered since the lab started. Its invention could be started at that time, and no later fact has excluded it.
"""

from typing import Final

from domain.leonardo.rules.components import fewer
from domain.leonardo.rules.inventions import (
    NEED,
    PLAN_BITS,
    PLANS,
    TYPE,
    WEEKS,
    add_plans,
    buildable_mask,
    mask_of,
    members,
)
from domain.leonardo.rules.state import State
from domain.leonardo.wire.constants import DISCOUNT_WEEKS, LAST_CITY_ROUND


def hand_and_labs(state: State, seat: int) -> int:
    """Return the components in a seat's hand and face-down labs together, packed (`components`), a public number."""
    total = state.hand[seat]
    for lab in range(2 * seat, 2 * seat + 2):
        if not state.late[lab]:
            total += NEED[state.work[lab]]
    return total


def discount(state: State, seat: int, invention: int) -> int:
    """Return the weeks saved by the seat's cards of the invention's type (8.1.2)."""
    return DISCOUNT_WEEKS * sum(1 for card in state.owned[seat] if TYPE[card] == TYPE[invention])


def startable(state: State) -> int:
    """Return the inventions that may be started (5.2.3 to 5.2.5), as a bit mask; all players know them."""
    display = on_display(state)
    return display.requested | display.deck if state.round <= LAST_CITY_ROUND else display.requested


class KnownInventions:
    """The inventions requested and those in the deck, as bit masks."""

    def __init__(self, requested: tuple[int, ...], deck: tuple[int, ...]) -> None:
        self.requested_cards = requested
        self.deck_cards = deck
        """`requested` and `deck` are the state's own objects, shared by its copies, so comparing them is fast."""
        self.requested = mask_of(requested)
        self.deck = mask_of(deck)


class _Latest:
    """The latest result, which is requested many times in a row."""

    def __init__(self) -> None:
        self.display = KnownInventions((), ())


_LATEST: Final = _Latest()


def on_display(state: State) -> KnownInventions:
    """Return the inventions requested and in the deck, which all players know."""
    latest = _LATEST.display
    if latest.requested_cards is state.requested and latest.deck_cards is state.deck:
        return latest
    _LATEST.display = found = KnownInventions(state.requested, state.deck)
    return found


def note_start(state: State, lab: int, before: int) -> None:
    """Record which inventions this idle lab may be starting. Call it before the cards are laid.

    `before` is the mask of inventions that the lab could work on before this declaration. If it has one invention only,
    the lab cannot restart that invention (5.3.4).
    """
    seat = lab >> 1
    total = hand_and_labs(state, seat)
    candidates = startable(state) & buildable_mask(total)
    state.could_be[lab] = candidates if before & before - 1 else candidates & ~before
    state.cap[seat] = total


def note_laid(state: State, seat: int, cards: int) -> None:
    """Record that these packed cards are not under the seat's labs. Call it before they leave the hand."""
    left = hand_and_labs(state, seat) - cards
    mask = buildable_mask(left)
    for lab in range(2 * seat, 2 * seat + 2):
        state.could_be[lab] &= mask
    state.cap[seat] = fewer(left, state.cap[seat])


def note_unfinished(state: State, lab: int, realised: list[int]) -> None:
    """Exclude inventions that a face-down lab would have finished or revealed in this phase D (8.1.1, 8.3.1)."""
    seat, weeks = lab >> 1, state.weeks[lab]
    for number in state.requested:
        if not state.could_be[lab] >> number & 1:
            continue
        if number in realised or weeks + discount(state, seat, number) >= WEEKS[number]:
            state.could_be[lab] &= ~(1 << number)


def clear_lab(state: State, lab: int, shown: int = 0) -> None:
    """Drop the record of a lab that is no longer face-down. Its cards may exclude inventions of the seat's other lab.

    A late lab has no record any more. `shown` is the invention on the cards, or 0 if they returned to the hand
    unseen.
    """
    here, beside = state.could_be[lab], state.could_be[lab ^ 1]
    if here and beside:
        cap, ruled_out = state.cap[lab >> 1], beside
        for number in members((1 << shown if shown else here) & buildable_mask(cap)):
            ruled_out &= ~buildable_mask(cap - NEED[number]) | 1 << number
            if not ruled_out:
                break
        state.could_be[lab ^ 1] = beside & ~ruled_out
    state.could_be[lab] = 0


def pairs(state: State, seat: int) -> list[tuple[int, int]]:
    """Return the possible pairs of inventions of the small and the large lab; 0 for a lab that is not face-down."""
    return [divmod(plan, 1 << PLAN_BITS) for plan in possible_plans(state, seat)]


def possible_plans(state: State, seat: int) -> list[int]:
    """Return the plans (`inventions.PLANS`) that a seat's face-down labs may have by public history.

    The list is never empty, because it contains the real plan.
    """
    small, large = state.could_be[2 * seat] or 1, state.could_be[2 * seat + 1] or 1
    found: list[int] = []
    add_plans(found, PLANS, state.cap[seat], small, large)
    return found
