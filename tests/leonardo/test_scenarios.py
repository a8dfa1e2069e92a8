"""Test that views and facts of each scenario match its title."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from msgspec.structs import asdict

from domain.leonardo import RULESET
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import AreaTurn, CouncilMove, CouncilSpace, DeclareWork, MarketSwap, NameLeonardo
from domain.leonardo.wire.constants import LAST_CITY_ROUND, LAST_ROUND
from domain.leonardo.wire.facts import (
    AreaOpened,
    BidsRevealed,
    FlorinsMoved,
    GameEnded,
    GroupExcluded,
    InventionFinished,
    LabImproved,
    RoundBegan,
    WorkInterrupted,
    WorkLate,
    WorkStarted,
)
from domain.leonardo.wire.views import Lab, View
from tests.leonardo.scenes import SCENES
from workers.promises.scenarios.played import Played, played

BY_NAME = {each.name: each for each in RULESET.catalogue.scenarios}


def lab(view: View, seat: int, name: str) -> Lab:
    """Return a lab of a seat."""
    return next(each for each in view.seats[seat].labs if each.lab == name)


def apprentices(view: View, seat: int, area: str) -> int:
    """Count the apprentices of a seat in an area."""
    groups = next(each.groups for each in view.areas if each.area == area)
    return sum(group.apprentices for group in groups if group.seat == seat)


def play_on(state: State, seat: int, action: Any, others: Callable[[list[Any]], Any], ends: type[Any]) -> list[Any]:
    """Play an action and then choices of `others` until a fact of a type occurs; return all facts."""
    state, emitted = RULESET.clone(state), list[Any]()
    while not any(isinstance(fact, ends) for fact in emitted):
        RULESET.apply(state, seat, action, Random(0), lambda fact, _: emitted.append(fact))
        seat = next(iter(RULESET.to_act(state)))
        action = others(list(RULESET.legal_actions(state, seat)))
    return emitted


def the_last_bid_makes_a_tie(scene: Played) -> bool:
    auction = scene.view.auction
    (revealed,) = scene.reported_by(BidsRevealed)
    amounts = [bid.amount for bid in revealed.bids]
    last = set(auction.bidders) - set(auction.sealed) == {scene.seat}
    return last and amounts.count(max(amounts)) > 1 and scene.action.amount == max(amounts) > 0


def four_are_about_to_choose(scene: Played) -> bool:
    resolving = scene.view.resolving
    return resolving.area == "council" and len(resolving.order) == 4 and resolving.spaces == ()


def one_space_is_left(scene: Played) -> bool:
    free = [each.space for each in scene.legal if isinstance(each, CouncilSpace) and each.space]
    return free == [scene.action.space] and len(scene.view.resolving.spaces) == 3


def the_weakest_of_all_was_sent_home(scene: Played) -> bool:
    opened = next(fact for fact in scene.before if isinstance(fact, AreaOpened))
    came = opened.area == "council" and sorted(opened.order) == list(range(len(scene.view.seats)))
    gone = GroupExcluded(opened.order[-1]) in scene.before
    return isinstance(scene.action, NameLeonardo) and came and gone and scene.view.resolving.order == opened.order[:-1]


def one_apprentice_finishes_the_invention(scene: Played) -> bool:
    placed, passed = (
        [
            (fact.seat, f"lab:{fact.lab}")
            for fact in play_on(scene.state, scene.seat, action, lambda legal: legal[-1], RoundBegan)
            if isinstance(fact, InventionFinished)
        ]
        for action in (scene.action, scene.legal[-1])
    )
    sent = scene.action.piece == "apprentices" and scene.action.count == 1
    return sent and (scene.seat, scene.action.place) in placed and (scene.seat, scene.action.place) not in passed


def both_labs_start(scene: Played) -> bool:
    return scene.reported_by(WorkStarted) == [WorkStarted(scene.seat, "small"), WorkStarted(scene.seat, "large")]


def late_work_is_given_up(scene: Played) -> bool:
    late = [fact for fact in scene.facts if isinstance(fact, WorkLate) and fact.seat == scene.seat]
    finished = {(fact.seat, fact.invention) for fact in scene.facts if isinstance(fact, InventionFinished)}
    others = {invention for seat, invention in finished if seat != scene.seat}
    given_up = {fact.lab for fact in scene.reported_by(WorkInterrupted)}
    return any(fact.lab in given_up and fact.invention in others for fact in late) and all(
        lab(scene.view, scene.seat, name).late for name in given_up
    )


def the_last_action_costs_4(scene: Played) -> bool:
    paid = [fact.change for fact in scene.reported_by(FlorinsMoved) if fact.seat == scene.seat]
    here = scene.view.resolving.area
    over = not scene.after.resolving or scene.after.resolving.area != here
    return scene.action.choice == "act" and scene.view.resolving.price == 4 == -paid[0] and over


def everybody_is_there_and_four_can_act(scene: Played) -> bool:
    area, order = scene.view.resolving.area, scene.view.resolving.order
    all_players = sorted(order) == list(range(len(scene.view.seats)))
    return area != "council" and all_players and len(actors(scene.state, area)) == 4


def actors(state: State, area: str) -> set[int]:
    """Return the seats that act in the area being resolved if no seat withdraws."""
    state, found = RULESET.clone(state), set[int]()
    while (resolving := RULESET.view(state, None).resolving) and resolving.area == area:
        (seat,) = RULESET.to_act(state)
        action = RULESET.legal_actions(state, seat)[0]
        if isinstance(action, AreaTurn) and action.choice == "act":
            found.add(seat)
        RULESET.apply(state, seat, action, Random(0), None)
    return found


def a_robot_goes_to_a_turned_lab(scene: Played) -> bool:
    name = scene.action.improvement.removeprefix("robot_")
    before, after = lab(scene.view, scene.seat, name), lab(scene.after, scene.seat, name)
    bought = scene.reported_by(LabImproved) == [LabImproved(scene.seat, f"robot_{name}")]
    return scene.view.resolving.area == "workshop" and before.side in (5, 6) and bought and after.robots > before.robots


def an_apprentice_of_another_is_moved(scene: Played) -> bool:
    move = scene.action
    moved = [
        apprentices(scene.after, move.owner, area) - apprentices(scene.view, move.owner, area)
        for area in (move.source, move.target)
    ]
    return scene.view.codex_1 and isinstance(move, CouncilMove) and move.owner != scene.seat and moved == [-1, 1]


def two_are_swapped_on_the_market(scene: Played) -> bool:
    change = Counter(asdict(scene.after.market))
    change.subtract(asdict(scene.view.market))
    swap = scene.action
    expected = Counter(swap.give)
    expected.subtract(swap.take)
    return (
        isinstance(swap, MarketSwap)
        and len(swap.give) == len(swap.take) == 2
        and +change == +expected
        and (-change == -expected)
    )


def round_has_just_begun(number: int) -> Callable[[Played], bool]:
    """Whether a round has started and no seat has declared work in it."""

    def holds(scene: Played) -> bool:
        started = scene.before[-1] == RoundBegan(number) and scene.view.round == number
        return started and isinstance(scene.action, DeclareWork)

    return holds


def the_game_ends(scene: Played) -> bool:
    return scene.emitted[-1] == GameEnded()


HOLDS: dict[str, Callable[[Played], bool]] = {
    "auction_tie": the_last_bid_makes_a_tie,
    "full_council": four_are_about_to_choose,
    "last_council_space": one_space_is_left,
    "everybody_at_the_council": the_weakest_of_all_was_sent_home,
    "almost_finished_invention": one_apprentice_finishes_the_invention,
    "work_in_both_labs": both_labs_start,
    "late_work": late_work_is_given_up,
    "dearest_action": the_last_action_costs_4,
    "crowded_area": everybody_is_there_and_four_can_act,
    "robot_for_sale": a_robot_goes_to_a_turned_lab,
    "somebody_elses_apprentice": an_apprentice_of_another_is_moved,
    "swap_of_two": two_are_swapped_on_the_market,
    "last_city_round": round_has_just_begun(LAST_CITY_ROUND),
    "last_round": round_has_just_begun(LAST_ROUND),
    "last_action": the_game_ends,
}


def test_every_scene_has_a_property() -> None:
    assert set(HOLDS) == {scene.name for scene in SCENES.scenes}
    assert {scene.name: scene.title for scene in SCENES.scenes} == {name: BY_NAME[name].title for name in HOLDS}


@pytest.mark.parametrize("name", HOLDS)
def test_a_scenario_shows_what_its_title_says(name: str) -> None:
    assert HOLDS[name](played(RULESET, BY_NAME[name]))
