"""Check the invariants of Maestro Leonardo (section 15): of one state, and between two states.

`check` and `Watch` raise `BrokenInvariant` with the paragraph. They count everything again from the rules' tables and
share no code with the engine.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from domain.leonardo.rules import knowledge
from domain.leonardo.rules.components import GUARDS, count
from domain.leonardo.rules.inventions import RECIPE, TIER
from domain.leonardo.rules.state import (
    ENTRIES,
    FAVOURS,
    FINISHING,
    FIRST_AREA,
    NOBODY,
    OVER,
    SUPPLY,
    WORK,
    State,
)
from domain.leonardo.wire import facts
from domain.leonardo.wire.constants import (
    AREAS,
    BRONZE,
    COPPER,
    MARKET,
    NOT_OWNED,
    PLACE_COUNT,
    REQUESTED,
    ROBOT_SPACES,
    ROPEMAKER,
    SILVER,
    WORKSHOP,
)
from domain.ruleset import Audience


class BrokenInvariant(AssertionError):
    """A position that the rules exclude; the message begins with the paragraph."""


def hold_true(true: object, paragraph: str, detail: object = "") -> None:
    """Raise BrokenInvariant unless `true`."""
    if not true:
        raise BrokenInvariant(f"{paragraph}: {detail}")


def check(state: State) -> None:
    """Check everything that section 15 requires of a single state."""
    _components(state)
    _people(state)
    _robots_and_money(state)
    _inventions(state)
    for lab in range(2 * state.seats):
        _lab(state, lab)
    _labs_and_display(state)
    _places(state)
    _markers(state)
    _knowledge(state)


def _components(state: State) -> None:
    """15.1 and 15.16: twelve of each kind, five on the market."""
    for kind in range(5):
        hands = sum(count(hand, kind) for hand in state.hand)
        labs = sum(RECIPE[number][kind] for number in state.work)
        hold_true(state.stock[kind] + state.market[kind] + hands + labs == 12, "15.1", f"kind {kind}")
    hold_true(min(state.stock + state.market + state.hand) >= 0, "15.1", "a number below 0")
    hold_true(not any(hand & GUARDS for hand in state.hand), "15.1", "a number below 0")
    hold_true(sum(state.market) == (5 if state.codex_2 else 0), "15.16", state.market)


def _people(state: State) -> None:
    """15.2 and 15.3: nine apprentices and one master per player, each in a legal place."""
    for seat in range(state.seats):
        standing = state.people[PLACE_COUNT * seat : PLACE_COUNT * (seat + 1)]
        hold_true(min(standing) >= 0 and state.supply[seat] >= 0 and state.academy[seat] >= 0, "15.2", f"seat {seat}")
        hold_true(state.supply[seat] + state.academy[seat] + sum(standing) == 9, "15.2", f"seat {seat}")
        hold_true(state.master[seat] == SUPPLY or 0 <= state.master[seat] < PLACE_COUNT, "15.3", f"seat {seat}")
        hold_true(state.codex_2 or not (standing[MARKET] or state.master[seat] == MARKET), "11.2.1", f"seat {seat}")
    positions = [(area, seat) for area in range(MARKET + 1) for seat in range(state.seats) if _group(state, seat, area)]
    hold_true(sorted(state.groups) == [8 * area + seat for area, seat in positions], "6.2", state.groups)


def _group(state: State, seat: int, area: int) -> bool:
    """Whether the seat has characters in an area."""
    return bool(state.people[PLACE_COUNT * seat + area]) or state.master[seat] == area


def _robots_and_money(state: State) -> None:
    """15.4, 15.5, 15.11: robots fit their labs, money is never negative, one player is the holder."""
    for seat in range(state.seats):
        hold_true(0 <= sum(state.robots[2 * seat : 2 * seat + 2]) <= 3, "15.4", f"seat {seat}")
        hold_true(type(state.florins[seat]) is int and state.florins[seat] >= 0, "15.5", f"seat {seat}")
        booked = sum(state.ledger[ENTRIES * seat : ENTRIES * (seat + 1)])
        hold_true(booked == state.florins[seat], "15.20", f"seat {seat} has {state.florins[seat]}, booked {booked}")
    hold_true(type(state.council_florins) is int and state.council_florins >= 0, "15.5", "Council")
    hold_true(state.holder in range(state.seats), "15.11", state.holder)


def _inventions(state: State) -> None:
    """15.6: every invention is in exactly one place, and only the expert set-up for two removes any."""
    piles = [state.deck, state.requested, state.boxed, state.removed, *state.owned]
    hold_true(sorted(number for pile in piles for number in pile) == list(range(1, 26)), "15.6", piles)
    removed = sorted(TIER[number] for number in state.removed)
    hold_true(removed == [] or (state.seats == 2 and removed == [BRONZE, COPPER, SILVER]), "15.6", state.removed)
    hold_true(list(state.deck) == sorted(state.deck), "12.4.4", "the order of the deck's numbers")
    hold_true(set(state.top) <= set(state.deck) and len(set(state.top)) == len(state.top), "15.6", state.top)


def _lab(state: State, lab: int) -> None:
    """15.4, 15.7, 15.9 and 15.18 for one lab."""
    side, number, weeks = state.side[lab], state.work[lab], state.weeks[lab]
    hold_true(side in ((3, 5), (NOT_OWNED, 4, 6))[lab & 1], "15.18", f"lab {lab}: {side}")
    hold_true(0 <= state.robots[lab] <= ROBOT_SPACES[side], "15.4", f"lab {lab}")
    inside = _people_in(state, lab)
    hold_true(0 <= weeks <= 15, "15.9", f"lab {lab}: {weeks} weeks")
    hold_true(number in range(26), "15.8", f"lab {lab}: {number}")
    hold_true(bool(number) or not (weeks or state.late[lab] or inside), "15.7", f"idle lab {lab}")
    hold_true(inside + state.robots[lab] <= side, "15.9", f"lab {lab}: {inside} people")


def _people_in(state: State, lab: int) -> int:
    """Count the characters in a lab."""
    seat, place = lab >> 1, len(AREAS) + (lab & 1)
    return state.people[PLACE_COUNT * seat + place] + (state.master[seat] == place)


def _labs_and_display(state: State) -> None:
    """15.8 and 15.10: the labs of a player work on different inventions; late exactly if the invention is gone."""
    gone = {*state.boxed, *(number for cards in state.owned for number in cards)}
    for lab, number in enumerate(state.work):
        if not number:
            continue
        hold_true(state.work[lab ^ 1] != number, "15.8", f"lab {lab}: {number}")
        if state.stage != FINISHING:
            hold_true(state.late[lab] == (number in gone), "15.10", f"lab {lab}: {number}")
            hold_true(state.late[lab] or number in state.requested + state.deck, "15.10", f"lab {lab}: {number}")


def _places(state: State) -> None:
    """15.12: characters leave the supply in phases B and C only, and never for the city in rounds 8 and 9."""
    in_labs = sum(_people_in(state, lab) for lab in range(2 * state.seats))
    if state.stage in (FAVOURS, WORK, FINISHING, OVER):
        hold_true(not state.groups and not in_labs, "15.12", f"stage {state.stage}")
    hold_true(state.round < 8 or not state.groups, "15.12", f"round {state.round}")


def _markers(state: State) -> None:
    """15.13, 13.1.1, 3.6.7: the price moves in B to H only; one decision is pending until the end; favours: round 0."""
    hold_true((state.round == 0) == (state.stage == FAVOURS) and state.round <= 9, "3.6.7", f"round {state.round}")
    in_cost_area = FIRST_AREA + WORKSHOP <= state.stage <= FIRST_AREA + ROPEMAKER
    hold_true(in_cost_area or state.price == 0, "15.13", f"stage {state.stage}, price {state.price}")
    hold_true(0 <= state.price <= 3, "15.13", state.price)
    hold_true((state.decision == "") == (state.stage == OVER), "13.1.1", state.decision)
    hold_true((state.turn == NOBODY) == (state.decision in ("", "bid")), "13.1.1", state.decision)


def _knowledge(state: State) -> None:
    """12.2: the true work of each lab is among what public history allows; cards looked at are still on top."""
    for seat in range(state.seats):
        truth = tuple(state.work[lab] if not state.late[lab] else 0 for lab in (2 * seat, 2 * seat + 1))
        hold_true(truth in knowledge.pairs(state, seat), "12.2.1", f"seat {seat}: {truth}")
        seen = state.seen[seat]
        hold_true(set(seen) <= set(state.top), "12.2.4", f"seat {seat}: {seen}")
        hold_true(not state.exact[seat] or list(state.top[: len(seen)]) == seen, "12.2.4", f"seat {seat}: {seen}")


class Watch:
    """Checks a game step by step: each state against the one before."""

    def __init__(self, state: State) -> None:
        self.money = list(state.florins)
        self.round = state.round
        self.outside = _outside_academy(state)
        self.robots = list(state.robots)
        self.side = list(state.side)
        self.owned = [list(cards) for cards in state.owned]
        self.deck = len(state.deck)
        self.realised: Counter[int] = Counter()
        self.finished: Counter[tuple[int, int]] = Counter()
        check(state)
        self._at_round_start(state)

    def after(self, state: State, emitted: Iterable[tuple[Any, Audience]]) -> None:
        """Check `state` after an action that emitted these facts."""
        check(state)
        self._growth(state)
        self._cards(state)
        for fact, audience in emitted:
            self._fact(fact, audience)
        self._realised(state)
        hold_true(self.money == state.florins, "15.20", f"shown {self.money}, stored {state.florins}")
        if state.round != self.round:
            self.round = state.round
            self._at_round_start(state)

    def _growth(self, state: State) -> None:
        """15.2, 15.4, 15.18: a player keeps its apprentices, robots and labs."""
        outside = _outside_academy(state)
        hold_true(_none_fell(self.outside, outside), "15.2", f"{self.outside} to {outside}")
        hold_true(_none_fell(self.robots, state.robots), "15.4", f"{self.robots} to {state.robots}")
        hold_true(_none_fell(self.side, state.side), "15.18", f"{self.side} to {state.side}")
        self.outside, self.robots, self.side = outside, list(state.robots), list(state.side)

    def _cards(self, state: State) -> None:
        """15.14 and 15.17: the deck never grows, and does not change after round 8; owned cards stay."""
        deck = len(state.deck)
        hold_true(deck <= self.deck, "15.14", f"deck {self.deck} to {deck}")
        hold_true(deck == self.deck or self.round <= 7, "15.14", f"deck changes in round {self.round}")
        is_prefix = all(now[: len(before)] == before for before, now in zip(self.owned, state.owned, strict=True))
        hold_true(is_prefix, "15.17", f"{self.owned} to {state.owned}")
        self.deck, self.owned = deck, [list(cards) for cards in state.owned]

    def _fact(self, fact: Any, audience: Audience) -> None:
        """Update the counts from public facts (15.20, 15.17)."""
        if isinstance(fact, facts.FlorinsMoved):
            hold_true(audience is None, "12.2.2", "money moves in public")
            self.money[fact.seat] += fact.change
        elif isinstance(fact, facts.InventionFinished):
            self.finished[fact.seat, fact.invention] += 1
            hold_true(self.finished[fact.seat, fact.invention] == 1, "15.17", f"seat {fact.seat}: {fact.invention}")
            hold_true(fact.late == bool(self.realised[fact.invention]), "15.17", f"realised twice: {fact.invention}")
        elif isinstance(fact, facts.CardWon | facts.CardBoxed):
            self.realised[fact.invention] += 1
            hold_true(self.realised[fact.invention] == 1, "15.17", f"realised twice: {fact.invention}")

    def _realised(self, state: State) -> None:
        """15.17: exactly the owned and removed cards have a fact that they were won or removed."""
        gone = sorted([*state.boxed, *(number for cards in state.owned for number in cards)])
        hold_true(gone == sorted(self.realised), "15.17", f"shown {sorted(self.realised)}, true {gone}")

    def _at_round_start(self, state: State) -> None:
        """15.14 and 15.15: the display is full or the deck is empty; a florin lies at the Council in rounds 1 to 7."""
        if 1 <= state.round <= 8:
            full = len(state.requested) == REQUESTED[state.seats]
            hold_true(
                full or (len(state.requested) < REQUESTED[state.seats] and not state.deck), "15.14", state.requested
            )
        if 1 <= state.round <= 7:
            hold_true(state.council_florins >= 1, "15.15", f"round {state.round}")


def _outside_academy(state: State) -> list[int]:
    """Count each player's apprentices outside the Academy."""
    return [9 - inside for inside in state.academy]


def _none_fell(before: list[int], after: list[int]) -> bool:
    """Whether no number decreased."""
    return all(one <= other for one, other in zip(before, after, strict=True))
