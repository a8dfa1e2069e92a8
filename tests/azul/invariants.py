"""Check the invariants of Azul: Summer Pavilion (section 14): of one state, and between two states.

`check` and `Watch` raise `BrokenInvariant` with the paragraph. They count everything again and share no code with the
engine.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from domain.azul.rules.scoring import score
from domain.azul.rules.state import ACQUIRING, NOBODY, OVER, PLACING, State
from domain.azul.wire import facts
from domain.azul.wire.actions import CHOOSE_BONUS, CHOOSE_PAYMENT, Tiles
from domain.azul.wire.constants import COLOURS, COST
from domain.ruleset import Audience

FULL = 6
MOST_TOKEN_LOSS = {2: 15, 3: 21, 4: 23}  # 14.2.3
MOST_SCORE = (304, 323)  # 14.2.5
Board = dict[int, str]
OWN_COLOUR = ("orange", "red", "blue", "yellow", "green", "purple")


class BrokenInvariant(AssertionError):
    """A position that the rules exclude; the message begins with the paragraph."""


def hold_true(true: object, paragraph: str, detail: object = "") -> None:
    """Raise BrokenInvariant unless `true`."""
    if not true:
        raise BrokenInvariant(f"{paragraph}: {detail}")


def spread(multiset: int) -> list[int]:
    """Count the tiles of each colour of a packed multiset."""
    return [multiset // 64**colour % 64 for colour in range(6)]


def size(multiset: int) -> int:
    """Count the tiles of a packed multiset."""
    return sum(spread(multiset))


def board(state: State, seat: int) -> Board:
    """Return the covered spaces of a seat with their colours."""
    found = {}
    for colour, name in enumerate(COLOURS):
        for space in spaces(state.shown[6 * seat + colour]):
            hold_true(space not in found and space < 42, "14.1.4", f"tiles on space {space}")
            found[space] = name
    return found


def spaces(mask: int) -> Iterator[int]:
    """List the spaces of a mask."""
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def check(state: State) -> None:
    """Check everything that section 14 requires of a single state."""
    boards = [board(state, seat) for seat in range(state.seats)]
    _conservation(state, boards)
    for seat, tiles in enumerate(boards):
        _board(state, seat, tiles)
        _tiles_of_seat(state, seat)
        _score(state, seat)
    _supply(state)
    _sources(state)
    _decision(state)


def _conservation(state: State, boards: list[Board]) -> None:
    """14.1.1: 22 tiles of each colour, 132 in all."""
    piles = [state.bag, state.tower, state.supply, *state.sources, *state.hand, *state.corners]
    numbers = [sum(column) for column in zip(*map(spread, piles), strict=True)]
    for name in (name for tiles in boards for name in tiles.values()):
        numbers[COLOURS.index(name)] += 1
    hold_true(numbers == [22] * 6, "14.1.1", numbers)


def _board(state: State, seat: int, tiles: Board) -> None:
    """14.1.4: the stars show legal colours, and the masks agree."""
    hold_true(sum(1 << space for space in tiles) == state.covered[seat], "14.1.4", f"seat {seat}: covered")
    for star in range(7):
        shown = [tiles[space] for space in range(6 * star, 6 * star + 6) if space in tiles]
        alike, different = len(set(shown)) <= 1, len(set(shown)) == len(shown)
        if state.side == 1:
            hold_true(alike or different, "14.1.4", f"seat {seat}, star {star}: {shown}")
        elif star == 6:
            hold_true(different, "14.1.4", f"seat {seat}, middle: {shown}")
        else:
            hold_true(set(shown) <= {OWN_COLOUR[star]}, "14.1.4", f"seat {seat}, star {star}: {shown}")
        if len(shown) < FULL:
            takes = {name for colour, name in enumerate(COLOURS) if state.takes[7 * seat + star] >> colour & 1}
            hold_true(takes == may_take(state.side, star, shown), "6.2, 9.1", f"seat {seat}, star {star}: {takes}")


def may_take(side: int, star: int, shown: list[str]) -> set[str]:
    """Return the colours that a star may take by 6.2 and 9.1.3."""
    if side == 0:
        return set(COLOURS) - set(shown) if star == 6 else {OWN_COLOUR[star]}
    if len(shown) < 2:
        return set(COLOURS)
    return {shown[0]} if shown[0] == shown[1] else set(COLOURS) - set(shown)


def _tiles_of_seat(state: State, seat: int) -> None:
    """14.1.5: only seats that have passed hold tiles on corners."""
    kept, held, passed = size(state.corners[seat]), size(state.hand[seat]), state.passed[seat]
    hold_true(kept <= 4, "14.1.5", f"seat {seat} keeps {kept}")
    hold_true(kept == 0 or (passed and state.phase == PLACING), "14.1.5", f"seat {seat} keeps {kept}")
    hold_true(not (passed and held), "14.1.5", f"seat {seat} has passed and holds {held}")
    hold_true(not (passed and state.phase == ACQUIRING), "6.8.1", f"seat {seat} has passed in phase 1")


def _score(state: State, seat: int) -> None:
    """14.1.2, 14.2.5: scores have bounds."""
    points = score(state, seat)
    hold_true(1 <= points <= MOST_SCORE[state.side], "14.1.2", f"seat {seat} has {points}")
    hold_true(state.points[seat] <= 147, "14.2.1", f"seat {seat}: {state.points[seat]} for placements")
    hold_true(min(state.token_losses[seat], state.pass_losses[seat]) >= 0, "14.1.9", f"seat {seat} gains by a loss")


def _supply(state: State) -> None:
    """14.1.3: the supply is full, except while a bonus is chosen or if bag and tower are empty."""
    tiles = size(state.supply)
    hold_true(tiles <= 10, "14.1.3", tiles)
    full = tiles == 10 or state.decision == CHOOSE_BONUS or not (state.bag or state.tower)
    hold_true(full, "14.1.3", f"{tiles} in the supply at {state.decision}")
    hold_true((state.due > 0) == (state.decision == CHOOSE_BONUS) and 0 <= state.due <= 3, "14.2.2", state.due)


def _sources(state: State) -> None:
    """14.1.6: the token is in one place, and sources hold tiles in phase 1 only."""
    hold_true(len(state.sources) == {2: 6, 3: 8, 4: 10}[state.seats], "2.2.3", len(state.sources))
    hold_true(state.holder == NOBODY or 0 <= state.holder < state.seats, "14.1.6", state.holder)
    hold_true(any(state.sources) == (state.phase == ACQUIRING), "14.1.6", f"phase {state.phase}: {state.sources}")
    hold_true(all(size(source) <= 4 for source in state.sources[1:]), "2.2.4", state.sources)


def _decision(state: State) -> None:
    """14.1.12, 12.1.1: there is one pending decision until the end."""
    hold_true((state.decision == "") == (state.phase == OVER), "14.1.12", f"phase {state.phase}: {state.decision!r}")
    hold_true((state.turn == NOBODY) == (state.phase == OVER), "14.1.12", state.turn)
    hold_true(1 <= state.round <= 6 and (state.phase != OVER or state.round == 6), "5.1.1", state.round)
    is_due = state.decision == CHOOSE_PAYMENT
    hold_true(is_due or (state.space, state.colour) == (0, 0), "12.3.1", "a placement is left over")


class Watch:
    """Checks a game step by step: each state against the one before."""

    def __init__(self, state: State) -> None:
        seats = range(state.seats)
        self.round = state.round
        self.boards = [board(state, seat) for seat in seats]
        self.gained = [len(self.boards[seat]) + size(state.hand[seat]) + size(state.corners[seat]) for seat in seats]
        self.lost = [0 for _ in seats]
        self.bonus = [0 for _ in seats]
        self.points = [score(state, seat) for seat in seats]
        self.paid: set[tuple[int, str]] = set()
        self.turns = 0
        self.drafted: list[str] = []
        self.filled = _filled(state)
        check(state)
        full = all(size(source) == 4 for source in state.sources[1:])
        hold_true(full or (state.round, state.phase) != (1, ACQUIRING), "14.1.7", "round 1 starts short")

    def after(self, state: State, emitted: Iterable[tuple[Any, Audience]]) -> None:
        """Check `state` after an action that emitted these facts."""
        check(state)
        for fact, audience in emitted:
            hold_true(audience is None, "11.2.1", f"{fact} is not for everybody")
            self._fact(state, fact)
        self._boards(state)
        self._tiles(state)
        for seat in range(state.seats):
            hold_true(score(state, seat) == self.points[seat], "14.1.9", f"seat {seat}: shown {self.points[seat]}")
        hold_true(self.turns <= 48 * state.seats, "14.2.4", f"{self.turns} turns in phase 2")

    def _fact(self, state: State, fact: Any) -> None:
        """Update the counts from public facts."""
        if isinstance(fact, facts.TilesDrafted):
            self._drafted(fact)
        elif isinstance(fact, facts.TokenTaken):
            hold_true(fact.lost <= MOST_TOKEN_LOSS[state.seats], "14.2.3", fact)
            self.points[fact.seat] -= fact.lost
        elif isinstance(fact, facts.TilePlaced):
            self._placed(state, fact)
        elif isinstance(fact, facts.DecorationCompleted):
            hold_true((fact.seat, fact.decoration) not in self.paid, "14.1.11", fact)
            self.paid.add((fact.seat, fact.decoration))
        elif isinstance(fact, facts.BonusTaken):
            self.bonus[fact.seat] += number(fact.tiles)
            hold_true(number(fact.tiles) <= 3 and self.bonus[fact.seat] <= 36, "14.2.2", fact)
            self.gained[fact.seat] += number(fact.tiles)
        elif isinstance(fact, facts.HandCleared):
            self.points[fact.seat] -= fact.lost
            self.lost[fact.seat] += number(fact.discarded)
        elif isinstance(fact, facts.Passed):
            self.turns += 1
        elif isinstance(fact, facts.RoundBegan):
            self._round_began(state, fact)
        elif isinstance(fact, facts.StarScored | facts.NumberScored):
            self.points[fact.seat] += fact.points

    def _drafted(self, fact: facts.TilesDrafted) -> None:
        """14.1.7: each factory is drafted from once per round."""
        hold_true(fact.source == "centre" or fact.source not in self.drafted, "14.1.7", fact)
        self.drafted.append(fact.source)
        self.gained[fact.seat] += number(fact.tiles)

    def _placed(self, state: State, fact: facts.TilePlaced) -> None:
        """14.1.10 and 14.2.1: the payment is the cost, the gain is the length of the run."""
        space = 6 * ("nw", "ne", "e", "se", "sw", "w", "c").index(fact.star) + fact.slot
        hold_true(number(fact.discarded) == COST[state.side][space] - 1, "14.1.10", fact)
        hold_true(1 <= fact.points <= 6, "14.2.1", fact)
        self.points[fact.seat] += fact.points
        self.lost[fact.seat] += number(fact.discarded)
        self.turns += 1

    def _round_began(self, state: State, fact: facts.RoundBegan) -> None:
        """14.1.7, 14.2.4, 10.2.4: every filled factory was used once; a shortage means that no tiles remain."""
        factories = {source for source in self.drafted if source != "centre"}
        hold_true(factories == self.filled, "14.1.7", f"round {self.round}: {sorted(factories)}")
        hold_true(len(self.drafted) <= 4 * (len(state.sources) - 1), "14.2.4", len(self.drafted))
        hold_true(fact.round == self.round + 1, "5.1.1", fact)
        self.round, self.drafted, self.filled = fact.round, [], _filled(state)
        short = any(size(source) < 4 for source in state.sources[1:])
        hold_true(not (short and state.phase == ACQUIRING and (state.bag or state.tower)), "10.2.4", state.sources)
        hold_true(not (short and state.seats == 2), "10.1.3", state.sources)

    def _boards(self, state: State) -> None:
        """14.1.4: a covered space never changes."""
        for seat, before in enumerate(self.boards):
            now = board(state, seat)
            hold_true(before.items() <= now.items(), "14.1.4", f"seat {seat}: {before} to {now}")
            self.boards[seat] = now

    def _tiles(self, state: State) -> None:
        """14.1.8: the tiles gained by a seat equal those placed, lost and still held."""
        for seat, gained in enumerate(self.gained):
            left = size(state.hand[seat]) + size(state.corners[seat])
            hold_true(gained == len(self.boards[seat]) + self.lost[seat] + left, "14.1.8", f"seat {seat}")


def number(tiles: Tiles) -> int:
    """Count the tiles in public facts."""
    return sum(getattr(tiles, name) for name in COLOURS)


def _filled(state: State) -> set[str]:
    """List the factories with tiles."""
    return {f"f{factory}" for factory, tiles in enumerate(state.sources) if factory and tiles}
