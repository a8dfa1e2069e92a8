"""Find notable positions of Maestro Leonardo for scenarios."""

from typing import Any

from msgspec import UNSET

from domain.leonardo import RULESET
from domain.leonardo.rules.inventions import WEEKS
from domain.leonardo.rules.knowledge import discount
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import AreaTurn, DeclareWork, Place
from domain.leonardo.wire.constants import AREAS, COUNCIL, LABS, LAST_CITY_ROUND, LAST_ROUND, PRICES
from domain.leonardo.wire.options import Options
from workers.promises.scenarios.scenes import Lead, Scene, Scenes, Shown, first, last_action


def decision(state: State, kind: str, fits: Any = lambda _seat, _action: True) -> Shown | None:
    """Return the first legal action that fits, if this kind of decision is pending."""
    return first(RULESET, state, fits) if state.decision == kind else None


def auction_tie(state: State) -> Shown | None:
    """Find the last bidder of an auction, who can bid as much as the highest sealed bid."""
    if state.decision != "bid" or len(RULESET.to_act(state)) != 1 or max(state.bids) < 1:
        return None
    return decision(state, "bid", lambda _, bid: bid.amount == max(state.bids))


def full_council(state: State) -> Shown | None:
    """Find four players at the Council."""
    return decision(state, "council_space") if len(state.order) == 4 and not state.step else None


def last_council_space(state: State) -> Shown | None:
    """Find a player for whom one space of the Council is left."""
    return decision(state, "council_space") if state.spaces.count(-1) == 1 else None


def all_players_at_the_council(state: State) -> Shown | None:
    """Find the Council after all players there have acted: one who placed apprentices there has none left."""
    gone = set(range(state.seats)) - set(state.order)
    came = bool(gone) and all(state.placed[seat] & 1 << COUNCIL for seat in gone)
    return decision(state, "name_leonardo") if came else None


def almost_finished(state: State) -> Shown | None:
    """Find a lab that lacks one week, and a free space in it."""

    def completes(seat: int, action: Any) -> bool:
        place = str(action.place)
        if action.piece != "apprentices" or action.count != 1 or not place.startswith("lab:"):
            return False
        lab = 2 * seat + LABS.index(place[4:])
        working = state.people[11 * seat + 9 + (lab & 1)] + 2 * state.robots[lab]
        need = WEEKS[state.work[lab]] - discount(state, seat, state.work[lab]) - state.weeks[lab] - working
        return state.work[lab] in state.requested and state.weeks[lab] > 0 and need == 1

    return decision(state, "place", completes)


def round_begins(number: int) -> Any:
    """Find the first decision of a round."""

    def find(state: State) -> Shown | None:
        begins = state.round == number and not state.step
        return decision(state, "declare_work") if begins else None

    return find


def dearest_action(state: State) -> Shown | None:
    """Find an action of an area at the highest price."""
    dear = state.price == len(PRICES) - 1
    return decision(state, "area_turn", lambda _, turn: turn.choice == "act") if dear else None


def late_work(state: State) -> Shown | None:
    """Find a player who may give up work that has become late."""

    def resignation_reason(seat: int, action: Any) -> bool:
        return any(state.late[2 * seat + LABS.index(lab)] for lab in action.interrupt)

    return decision(state, "declare_work", resignation_reason) if any(state.late) else None


def two_starts(state: State) -> Shown | None:
    """Find a player who can start work in both labs at once."""
    return decision(state, "declare_work", lambda _, action: len(action.start) == 2)


def moves_another(state: State) -> Shown | None:
    """Find a move of another player's apprentice (Codex I)."""
    return decision(state, "council_move", lambda seat, move: move.owner not in (UNSET, seat))


def swaps_two(state: State) -> Shown | None:
    """Find a swap of two components on the market (Codex II)."""
    return decision(state, "market_swap", lambda _, swap: len(swap.give) == 2)


def takes_robot(state: State) -> Shown | None:
    """Find a robot that a seat can take in the Workshop."""
    return decision(state, "area_turn", lambda _, turn: str(turn.improvement).startswith("robot"))


def crowded_area(state: State) -> Shown | None:
    """Find an area outside the Council in which all of at least four players act."""
    crowded = len(state.order) == state.seats >= 4 and state.price == 0
    return decision(state, "area_turn") if crowded and AREAS[state.area] != "council" else None


TWINS = (1, 4)
"""Seats with a large lab that are to finish inventions 1 and 3 together; other seats do not take part."""
TWINS_SHOP = {1: "ropemaker", 4: "smith"}
"""The shop of the component that each of these seats lacks."""


def two_shared_inventions(state: State, seat: int) -> Any:
    """Choose actions until two seats finish the same two inventions in the same round."""
    legal = list(RULESET.legal_actions(state, seat))
    return next((action for action in _requested(state, seat) if action in legal), legal[-1])


def _requested(state: State, seat: int) -> list[Any]:
    """List the actions that lead there, best first; passing and withdrawing are last of the legal actions."""
    if state.decision == "declare_work":
        both = [DeclareWork((), {"small": 1, "large": 3})] if seat in TWINS else []
        return [*both, DeclareWork((), {})]
    if state.decision == "place" and seat in TWINS:
        labs = [Place("apprentices", "lab:small", 2), Place("master", "lab:large")]  # two weeks each
        return labs if state.work[2 * seat] else [Place("apprentices", TWINS_SHOP[seat], 1)]
    return [AreaTurn("act")] if state.decision == "area_turn" and not state.price else []


SCENES = Scenes(
    (
        Scene("auction_tie", "The last sealed bid of an auction can equal the highest.", auction_tie),
        Scene("full_council", "Four players are about to take the four Council spaces.", full_council),
        Scene("last_council_space", "One Council space is left.", last_council_space),
        Scene(
            "everybody_at_the_council",
            "All players came to the Council, and the weakest was excluded.",
            all_players_at_the_council,
        ),
        Scene("almost_finished_invention", "One more apprentice lets the lab finish its invention.", almost_finished),
        Scene("work_in_both_labs", "Work can be started in both labs at once.", two_starts),
        Scene("late_work", "Another player finished first, and the late work can be abandoned.", late_work),
        Scene("dearest_action", "The last action of an area, for 4 florins.", dearest_action),
        Scene("crowded_area", "All players are in one area, and four can act.", crowded_area),
        Scene("robot_for_sale", "The Workshop has a robot for a turned lab.", takes_robot),
        Scene(
            "somebody_elses_apprentice", "With Codex I, the Council moves an apprentice of any player.", moves_another
        ),
        Scene("swap_of_two", "With Codex II, two components are swapped on the market.", swaps_two),
        Scene("last_city_round", "The last round in which people go to the city.", round_begins(LAST_CITY_ROUND)),
        Scene("last_round", "The last round starts.", round_begins(LAST_ROUND)),
        last_action(RULESET),
    ),
    leads=(Lead(Options(first_player=0), 5, two_shared_inventions),),
)
