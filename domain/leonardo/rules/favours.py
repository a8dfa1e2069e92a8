"""Round 0 of the expert set-up: the favours (3.6)."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random
from typing import Final

from domain.leonardo.rules.effects import move_florins, take_apprentice, take_component
from domain.leonardo.rules.labs import SIZE, improve, robot_space_free
from domain.leonardo.rules.state import FAVOUR, NOBODY, State
from domain.leonardo.wire.actions import ChooseFavour
from domain.leonardo.wire.constants import (
    FAVOUR_ALIKE,
    FAVOUR_COMPONENTS,
    FAVOUR_FLORINS,
    FAVOURS,
    FAVOURS_PER_SEAT,
    KIND,
    KINDS,
    LAB,
    LABS,
    LARGE,
    LETTER_LIMIT,
    NOT_OWNED,
    SMALL,
    START_SIDE,
)
from domain.leonardo.wire.facts import LabImproved
from domain.ruleset import Emit, Rejection

IMPROVEMENT: Final = {"d1": "turn_small", "d2": "take_large", "d3": "turn_large"}

PLAIN: Final = {favour: ChooseFavour(favour) for favour in ("a", "c")}
WITH_COMPONENT: Final = {favour: [ChooseFavour(favour, (kind,)) for kind in KINDS] for favour in IMPROVEMENT}
WITH_LAB: Final = [ChooseFavour("d4", lab=lab) for lab in LABS]
CHOICES_OF_FOUR: Final = tuple(
    ChooseFavour("b", chosen)
    for chosen in combinations_with_replacement(KINDS, FAVOUR_COMPONENTS["b"])
    if all(chosen.count(kind) <= FAVOUR_ALIKE for kind in chosen)
)


def legal_actions(state: State, seat: int) -> list[ChooseFavour]:
    """List the favours whose conditions hold (3.6.2, 3.6.3), with the components in stock (3.6.5)."""
    options: list[ChooseFavour] = []
    for favour in FAVOURS:
        if not letter_barred(state, seat, favour) and favour_possible(state, seat, favour):
            options += _ways(state, seat, favour)
    return options


def _ways(state: State, seat: int, favour: str) -> list[ChooseFavour]:
    """List the variants of a favour that is available to the seat."""
    if favour == "b":
        return list(_choices_of_four(tuple([min(cards, FAVOUR_ALIKE) for cards in state.stock])))
    if favour == "d4":
        return [way for way in WITH_LAB if robot_space_free(state, 2 * seat + LAB[way.lab or ""])]
    if favour in WITH_COMPONENT:
        return [way for way, cards in zip(WITH_COMPONENT[favour], state.stock, strict=True) if cards]
    return [PLAIN[favour]]


def letter_barred(state: State, seat: int, favour: str) -> bool:
    """Whether the seat has taken this letter as often as allowed (3.6.2)."""
    taken = sum(1 for each in state.favours[seat] if each[0] == favour[0])
    return taken >= LETTER_LIMIT[state.seats]


def favour_possible(state: State, seat: int, favour: str) -> bool:
    """Whether the labs and the Academy allow a favour (3.6.3)."""
    small, large = state.side[2 * seat + SMALL], state.side[2 * seat + LARGE]
    if favour == "d1":
        return small == START_SIDE[SMALL]
    if favour == "d2":
        return large == NOT_OWNED
    if favour == "d3":
        return large == START_SIDE[LARGE]
    return True


@lru_cache
def _choices_of_four(stock: tuple[int, ...]) -> tuple[ChooseFavour, ...]:
    """List the choices of the four components of favour b, from a stock that is capped at two of a kind."""
    return tuple(
        way
        for way in CHOICES_OF_FOUR
        if all((way.components or ()).count(kind) <= cards for kind, cards in zip(KINDS, stock, strict=True))
    )


def apply(state: State, seat: int, action: ChooseFavour, rng: Random, emit: Emit | None) -> None:
    """Take the favour and pass the turn, or end round 0 (3.6.1, 3.6.7)."""
    favour = action.favour
    state.favours[seat].append(favour)
    if favour == "a":
        move_florins(state, seat, FAVOUR_FLORINS, FAVOUR, emit)
    if favour == "c":
        take_apprentice(state, seat, emit)
    if favour in IMPROVEMENT:
        improve(state, seat, IMPROVEMENT[favour], emit)
    if favour == "d4":
        _take_robot(state, seat, action.lab or "", emit)
    for kind in action.components or ():
        take_component(state, seat, KIND[kind], emit)
    _open_next_decision(state)


def _take_robot(state: State, seat: int, lab: str, emit: Emit | None) -> None:
    state.robots[2 * seat + LAB[lab]] += 1
    if emit:
        emit(LabImproved(seat, f"robot_{lab}"), None)


def _open_next_decision(state: State) -> None:
    """Pass the turn to the next seat clockwise, or to no seat once all have their number of favours."""
    state.step += 1
    if state.step < state.seats * FAVOURS_PER_SEAT[state.seats]:
        state.turn = state.clockwise(state.step)
        return
    state.decision, state.turn = "", NOBODY


def reject(state: State, seat: int, action: ChooseFavour) -> Rejection | None:
    """Return the first reason to reject a favour, in the order of 14.1.3."""
    favour = action.favour
    if favour not in FAVOURS:
        return Rejection("no_such_favour", "3.6.1", {"favour": favour}, malformed=True)
    if letter_barred(state, seat, favour):
        return Rejection("letter_limit", "3.6.2", {"letter": favour[0]})
    if not favour_possible(state, seat, favour):
        improvement = IMPROVEMENT[favour]
        side = state.side[2 * seat + SIZE[improvement]]
        return Rejection("improvement_not_possible", "3.6.3", {"improvement": improvement, "side": side})
    if favour == "d4":
        return _reject_robot(state, seat, action.lab or "")
    if favour in FAVOUR_COMPONENTS:
        return _reject_components(state, favour, action.components or ())
    return None


def _reject_robot(state: State, seat: int, lab: str) -> Rejection | None:
    """Return the reason to reject favour d4 in this lab."""
    if lab not in LAB:
        return Rejection("no_such_lab", "13.1.2", {"lab": lab}, malformed=True)
    if state.side[2 * seat + LAB[lab]] == NOT_OWNED:
        return Rejection("no_such_lab", "1.3.2", {"lab": lab})
    if not robot_space_free(state, 2 * seat + LAB[lab]):
        return Rejection("no_robot_space", "3.6.3", {"lab": lab})
    return None


def _reject_components(state: State, favour: str, components: Sequence[str]) -> Rejection | None:
    """Return the reason to reject the components of a favour."""
    due = FAVOUR_COMPONENTS[favour]
    if len(components) != due:
        too_long = len(components) > FAVOUR_COMPONENTS["b"]
        return Rejection("wrong_component_count", "3.6.4", {"given": len(components), "due": due}, malformed=too_long)
    for kind in components:
        if kind not in KIND:
            return Rejection("no_such_component", "1.1.4", {"component": kind}, malformed=True)
    for kind in components:
        if components.count(kind) > FAVOUR_ALIKE:
            return Rejection("too_many_alike", "3.6.4", {"component": kind, "most": FAVOUR_ALIKE})
    for kind in components:
        if components.count(kind) > state.stock[KIND[kind]]:
            return Rejection("out_of_stock", "3.6.5", {"component": kind, "stock": state.stock[KIND[kind]]})
    return None
