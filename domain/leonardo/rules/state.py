"""State of the game including hidden information, in integers, lists and tuples for speed in search.

Fields that seldom change are tuples, which are replaced: copies share them, and they can be cache keys.

Index conventions: `seat` 0..n-1; `kind` 0..4 (`constants.KINDS`); `place` 0..10 (`constants.PLACES`); a lab is
2 * seat + size, where size is `SMALL` or `LARGE`. "Flat" lists have a row for each seat, one after the other.
"""

from dataclasses import dataclass, field
from typing import Final

from domain.leonardo.wire.constants import COUNCIL, PLACE_COUNT

NOBODY: Final = -1
SUPPLY: Final = -1
"""Place of a master who is in the supply."""

# The stages of a round, in order, so that the whole round is one count; the areas are stages FIRST_AREA + area, and
# stage 14 is the end of the round.
FAVOURS: Final = 0
WORK: Final = 1
PLACEMENT: Final = 2
FIRST_AREA: Final = 3
LABS_WORK: Final = 12
FINISHING: Final = 13
OVER: Final = 15

# Sources and uses of money; the sum of a seat's row of `ledger` is its florins.
START_MONEY: Final = 0
FAVOUR: Final = 1
COUNCIL_TAKEN: Final = 2
COUNCIL_PAID: Final = 3
AREA_PAID: Final = 4
FIRST: Final = 5
LATER: Final = 6
AUCTION_PAID: Final = 7
ENTRIES: Final = 8


@dataclass
class State:
    """One game of Maestro Leonardo at a decision, or ended."""

    seats: int
    codex_1: bool
    codex_2: bool

    round: int
    """The number of the round: 0 during the favours of the expert set-up, then 1 to 9."""
    stage: int
    decision: str
    """The kind of the pending decision (13.2), the tag of its action; empty between decisions and at the end."""
    turn: int
    """The seat that must act; -1 in an auction and at the end."""
    holder: int
    """The seat with Leonardo."""
    step: int = 0
    """Progress of the stage, from 0: seats done in phase A and the favours, an index into `order` in phase C, seats
    clockwise from the holder in phase D.
    """

    # People
    supply: list[int] = field(default_factory=list)
    """Apprentices in the supply, by seat."""
    academy: list[int] = field(default_factory=list)
    people: list[int] = field(default_factory=list)
    """Apprentices in places: flat, PLACE_COUNT a seat."""
    master: list[int] = field(default_factory=list)
    """The place of the master, or SUPPLY, by seat."""
    groups: list[int] = field(default_factory=list)
    """Groups in the city in the order of their first placement (6.2.2): 8 * area + seat."""
    placed: list[int] = field(default_factory=list)
    """Places where apprentices were placed this round (6.1.4), a bit mask by seat."""
    passed: list[bool] = field(default_factory=list)
    """Seats that have passed in phase B; undefined outside it."""

    # Labs, by lab
    side: list[int] = field(default_factory=list)
    """Number of spaces; NOT_OWNED for a large lab not received yet."""
    robots: list[int] = field(default_factory=list)
    work: list[int] = field(default_factory=list)
    """The invention worked on, which determines the cards under the lab; 0 for an idle lab."""
    weeks: list[int] = field(default_factory=list)
    late: list[bool] = field(default_factory=list)
    """Whether the cards were revealed under 8.3 and so are public."""

    # Components and money
    hand: list[int] = field(default_factory=list)
    """The components in hand, by seat, packed (`components`)."""
    stock: list[int] = field(default_factory=list)
    market: list[int] = field(default_factory=list)
    """Cards on the market by kind; all zero without Codex II."""
    florins: list[int] = field(default_factory=list)
    ledger: list[int] = field(default_factory=list)
    """Sources and uses of florins for the score sheet: flat, ENTRIES a seat."""
    council_florins: int = 0

    # Inventions
    requested: tuple[int, ...] = field(default_factory=tuple)
    """The requested inventions in the order laid out."""
    deck: tuple[int, ...] = field(default_factory=tuple)
    """The inventions in the deck, ascending; all players know them. Their order is drawn when a seat first sees it."""
    top: tuple[int, ...] = field(default_factory=tuple)
    """The cards on top of the deck that were looked at, first one on top; all others are undrawn."""
    top_tiers: tuple[int, ...] = field(default_factory=tuple)
    """For each tier: the number of bronze, copper and silver cards of the top pile not turned up yet; public.

        top_tiers (1, 1, 0), top (2, 7, 20)    a bronze and a copper card, then one of the middle pile.
        2 is turned up: top_tiers (0, 1, 0)    it is bronze, so it was the bronze card of the top pile.
        7 is turned up: top_tiers (0, 0, 0)    20 and all further cards are of the middle pile.
    """
    owned: list[list[int]] = field(default_factory=list)
    """The inventions that each seat owns, in the order won."""
    boxed: tuple[int, ...] = field(default_factory=tuple)
    removed: tuple[int, ...] = field(default_factory=tuple)
    favours: list[list[str]] = field(default_factory=list)
    """The favours taken in round 0, by seat."""

    # The area being resolved
    order: list[int] = field(default_factory=list)
    """Seats present, in the order of 7.1.2; at the Council only those that act."""
    price: int = 0
    """Steps of the price marker, 0 to 3."""
    spaces: list[int] = field(default_factory=list)
    """Seats on Council spaces 1 to 4, -1 for a free one; empty outside the Council."""

    # Phase D
    shared: list[list[int]] = field(default_factory=list)
    """Shared inventions not settled yet: the number, then the finishers ascending."""
    auction: int = 0
    """The invention being auctioned, or 0."""
    bids: list[int] = field(default_factory=list)
    """Sealed bids by seat, -1 for none; empty outside an auction."""

    # What seats know of hidden things (12.2)
    seen: list[list[int]] = field(default_factory=list)
    """For each seat: the cards of `top` that it has looked at, in their order while `exact`, else ascending."""
    exact: list[bool] = field(default_factory=list)
    """For each seat: whether `seen` is the start of `top`, in order."""
    could_be: list[int] = field(default_factory=list)
    """For each lab: a bit mask of the inventions that it may work on by public history; 0 for a lab not face-down."""
    cap: list[int] = field(default_factory=list)
    """For each seat: an upper limit of the components in its face-down labs, packed. For each kind it is the lowest
    number that was publicly in hand and face-down labs together since both labs are face-down."""

    def lab_spaces_free(self, lab: int) -> int:
        """Count the free spaces of a lab (6.1.5)."""
        seat, size = lab >> 1, lab & 1
        place = 9 + size
        return (
            self.side[lab] - self.robots[lab] - self.people[seat * PLACE_COUNT + place] - (self.master[seat] == place)
        )

    def clockwise(self, step: int) -> int:
        """Return the seat `step` places clockwise from the holder (4.3)."""
        return (self.holder + step) % self.seats

    @property
    def area(self) -> int:
        """The area being resolved; defined in phase C before the labs."""
        return self.stage - FIRST_AREA + COUNCIL


def clone(state: State) -> State:
    """Copy a state; the copy shares no mutable data."""
    copy = State.__new__(State)
    copy.seats = state.seats
    copy.codex_1 = state.codex_1
    copy.codex_2 = state.codex_2
    copy.round = state.round
    copy.stage = state.stage
    copy.decision = state.decision
    copy.turn = state.turn
    copy.holder = state.holder
    copy.step = state.step
    copy.supply = state.supply.copy()
    copy.academy = state.academy.copy()
    copy.people = state.people.copy()
    copy.master = state.master.copy()
    copy.groups = state.groups.copy()
    copy.placed = state.placed.copy()
    copy.passed = state.passed.copy()
    copy.side = state.side.copy()
    copy.robots = state.robots.copy()
    copy.work = state.work.copy()
    copy.weeks = state.weeks.copy()
    copy.late = state.late.copy()
    copy.hand = state.hand.copy()
    copy.stock = state.stock.copy()
    copy.market = state.market.copy()
    copy.florins = state.florins.copy()
    copy.ledger = state.ledger.copy()
    copy.council_florins = state.council_florins
    copy.requested = state.requested
    copy.deck = state.deck
    copy.top = state.top
    copy.top_tiers = state.top_tiers
    copy.owned = [cards.copy() for cards in state.owned]
    copy.boxed = state.boxed
    copy.removed = state.removed
    copy.favours = [taken.copy() for taken in state.favours]
    copy.order = state.order.copy()
    copy.price = state.price
    copy.spaces = state.spaces.copy()
    copy.shared = [row.copy() for row in state.shared]
    copy.auction = state.auction
    copy.bids = state.bids.copy()
    copy.seen = [cards.copy() for cards in state.seen]
    copy.exact = state.exact.copy()
    copy.could_be = state.could_be.copy()
    copy.cap = state.cap.copy()
    return copy
