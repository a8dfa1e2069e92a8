"""Build positions of Azul: Summer Pavilion as the examples of the rules describe them, and run actions in them.

Spaces are named `orange 4` or `middle 4` on side A, by star and number, and `nw.3` on side B, by star and slot. Only
the tiles that an example names are on the table; all other tiles are left out.
"""

from random import Random
from typing import Any

import msgspec

from domain.actions import IllegalAction, read_action
from domain.azul import RULESET
from domain.azul.rules.board import lay
from domain.azul.rules.state import ACQUIRING, PLACING, State
from domain.azul.rules.tiles import packed, unpack
from domain.azul.wire.actions import (
    CHOOSE_PAYMENT,
    DRAFT_TILES,
    PLACE_OR_PASS,
    ChooseBonus,
    ChooseKeep,
    ChoosePayment,
    DraftTiles,
    PlaceTile,
    Tiles,
)
from domain.azul.wire.constants import COLOUR, COST, FACTORIES, SIDES, SLOTS, SOURCE, STAR, STARS
from domain.azul.wire.facts import TilePlaced
from domain.azul.wire.options import Options
from domain.ruleset import Audience

EmittedFact = tuple[Any, Audience]

STAR_OF = {"orange": "nw", "red": "ne", "blue": "e", "yellow": "se", "green": "sw", "purple": "w", "middle": "c"}
PLENTY = {"purple": 6, "green": 6, "orange": 6, "yellow": 6, "blue": 6, "red": 6}
FULL_SUPPLY = {"green": 2, "orange": 2, "yellow": 2, "blue": 2, "red": 2}


class LoadedDice(Random):
    """Dice with fixed results: integers from 0 to bound - 1, each used once."""

    def __init__(self, *falls: tuple[int, int]) -> None:
        super().__init__(0)
        self.falls = list(falls)

    def random(self) -> float:
        fall, bound = self.falls.pop(0)
        return (fall + 0.5) / bound


def tiles(**numbers: int) -> int:
    """Return tiles as a packed multiset."""
    return packed(Tiles(**numbers))


def space(name: str, side: str = "A") -> int:
    """Return the space with a name."""
    if "." in name:
        star, slot = name.split(".")
        return SLOTS * STAR[star] + int(slot)
    star, number = name.split()
    first = SLOTS * STAR[STAR_OF[star]]
    return first + COST[SIDES.index(side)][first : first + SLOTS].index(int(number))


def drafting(seats: int = 3, *, side: str = "A", in_round: int = 1, turn: int = 0) -> State:
    """Return a position in phase 1 with empty sources; every score is 20."""
    state = RULESET.setup(Options(side=side, start_seat=turn), seats, Random(0))
    state.sources = [0] * (1 + FACTORIES[seats])
    state.round = in_round
    state.bag, state.supply, state.tower = tiles(**PLENTY), tiles(**FULL_SUPPLY), 0
    for seat in range(seats):
        give_score(state, seat, 20)
    assert (state.phase, state.decision) == (ACQUIRING, DRAFT_TILES)
    return state


def placing(seats: int = 3, *, side: str = "A", in_round: int = 1, turn: int = 0) -> State:
    """Return a position in phase 2; every score is 20, and every other player can place a tile."""
    state = drafting(seats, side=side, in_round=in_round, turn=turn)
    state.phase, state.decision, state.holder = PLACING, PLACE_OR_PASS, turn
    for seat in range(seats):
        if seat != turn:
            hold(state, seat, red=1, yellow=1, green=1)
    return state


def lie(state: State, source: str, **numbers: int) -> None:
    """Put tiles on a source."""
    state.sources[SOURCE[source]] = tiles(**numbers)


def hold(state: State, seat: int, **numbers: int) -> None:
    """Replace the hand of a seat with these tiles."""
    state.hand[seat] = tiles(**numbers)


def give_score(state: State, seat: int, points: int) -> None:
    """Set the score of a seat to `points`, by scoring or losing points."""
    state.points[seat], state.token_losses[seat], state.pass_losses[seat] = max(0, points - 5), max(0, 5 - points), 0


def cover(state: State, seat: int, *names: str, colour: str | None = None) -> None:
    """Cover spaces with the star's colour, or with `colour`; in the middle star with colours that it lacks."""
    for name in names:
        where = space(name, SIDES[state.side])
        star = where // SLOTS
        takes = state.takes[len(STARS) * seat + star]
        chosen = COLOUR[colour] if colour else takes.bit_length() - 1
        assert takes >> chosen & 1
        assert not state.covered[seat] >> where & 1
        lay(state, seat, where, chosen)


def place(state: State, name: str, colour: str | None = None) -> PlaceTile:
    """Return the action of placing on a space, in its star's colour unless `colour` is given."""
    star, slot = divmod(space(name, SIDES[state.side]), SLOTS)
    return PlaceTile(STARS[star], slot, colour or name.split(maxsplit=1)[0])


def pay(state: State, action: PlaceTile, wilds: int) -> list[Any]:
    """Place a tile and pay with this number of wilds, whether or not the payment is a decision; return the facts."""
    emitted = play(state, action)
    if state.decision == CHOOSE_PAYMENT:
        emitted += play(state, ChoosePayment(wilds))
    placed = [fact.wilds for fact in emitted if isinstance(fact, TilePlaced)]
    assert placed == [wilds]
    return emitted


def draft(source: str, colour: str) -> DraftTiles:
    """Return a draft action."""
    return DraftTiles(source, colour)


def bonus(**numbers: int) -> ChooseBonus:
    """Return the action of choosing bonus tiles."""
    return ChooseBonus(Tiles(**numbers))


def keep(**numbers: int) -> ChooseKeep:
    """Return the action of choosing the tiles to keep."""
    return ChooseKeep(Tiles(**numbers))


# Acting


def play(state: State, *actions: Any, rng: Random | None = None) -> list[Any]:
    """Perform legal actions of the seat that must act, one after the other; return the facts, which are all public."""
    emitted: list[EmittedFact] = []
    for action in actions:
        assert RULESET.reject(state, state.turn, action) is None, RULESET.reject(state, state.turn, action)
        RULESET.apply(state, state.turn, action, rng or Random(1), lambda *fact: emitted.append(fact))
    assert all(audience is None for _, audience in emitted)
    return [fact for fact, _ in emitted]


def rejection(state: State, action: Any, seat: int | None = None) -> str:
    """Return the rejection code of an action; check that it changes nothing and is not a legal action."""
    seat = state.turn if seat is None else seat
    before = msgspec.msgpack.encode(state)
    reason = RULESET.reject(state, seat, action)
    assert reason is not None
    assert msgspec.msgpack.encode(state) == before
    assert action not in RULESET.legal_actions(state, seat)
    return reason.code


def sent(state: State, seat: int, **wire: Any) -> str | None:
    """Return the rejection code of an action decoded from JSON, or None."""
    try:
        action = read_action(RULESET, wire)
    except IllegalAction as rejected:
        return rejected.reason.code
    reason = RULESET.reject(state, seat, action)
    return None if reason is None else reason.code


def legal(state: State) -> list[Any]:
    """List the legal actions of the seat that must act."""
    return list(RULESET.legal_actions(state, state.turn))


def hand(state: State, seat: int = 0) -> Tiles:
    """Return the hand of a seat."""
    return unpack(state.hand[seat])


def of(kind: type[Any], emitted: list[Any]) -> list[Any]:
    """List the facts of one type, in order."""
    return [fact for fact in emitted if isinstance(fact, kind)]
