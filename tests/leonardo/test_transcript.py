"""The transcript of round 1 with two beginners (section 17), step by step."""

from domain.leonardo import RULESET
from domain.leonardo.rules.effects import seats_at
from domain.leonardo.rules.state import State
from domain.leonardo.wire.actions import AreaTurn, CouncilBuy, CouncilSpace, DeclareWork, NameLeonardo, Place
from domain.leonardo.wire.constants import CARPENTER, COUNCIL, KINDS
from domain.leonardo.wire.facts import (
    AreaOpened,
    CardWon,
    ComponentTaken,
    FlorinsMoved,
    InventionFinished,
    InventionsRequested,
    LabImproved,
    LeonardoTaken,
    Passed,
    RoundBegan,
    WeeksWorked,
    Withdrew,
    WorkLate,
    WorkStarted,
)
from tests.leonardo.builders import ANNA, BRUNO, hand_of, known_to, play, public, rejection, stack, table, to_decide
from tests.leonardo.invariants import Watch


def stock(state: State) -> dict[str, int]:
    """Return the shops' cards by kind."""
    return dict(zip(KINDS, state.stock, strict=True))


def test_round_1_follows_the_transcript() -> None:
    """17.1 17.2 17.3 17.4 17.5 17.6 17.7 17.8 17.9 17.10 17.11 17.12 17.13 17.14 17.15 17.16 17.17 17.18 17.19 17.20
    17.21 17.22 17.23 17.24 17.25 17.26 17.27 17.28 17.29 (4.1)"""
    state = _start()
    watch = Watch(state)
    _phase_a(state, watch)
    _phase_b(state, watch)
    _council(state, watch)
    _workshop(state, watch)
    _carpenter_to_end(state, watch)
    _after_round_1(state)


def _start() -> State:
    """Set up the first position of the transcript, with card 4 on top of the deck."""
    state = table(2)
    stack(state, 4)
    assert (state.supply, state.florins, state.side) == ([3, 3], [3, 3], [3, 0, 3, 4])
    assert (hand_of(state, ANNA), hand_of(state, BRUNO)) == (("iron", "rope", "rope", "brick"), ("iron",))
    assert (state.requested, len(state.deck), state.council_florins) == ((1, 12, 8), 22, 1)
    assert stock(state) == {"iron": 10, "wood": 12, "rope": 10, "brick": 11, "glass": 12}
    assert RULESET.view(state, None).robots_left == 6
    return state


def _phase_a(state: State, watch: Watch) -> None:
    """17.1 and 17.2."""
    emitted = play(state, ANNA, DeclareWork((), {"small": 1}))
    watch.after(state, emitted)
    assert known_to(emitted, BRUNO) == [WorkStarted(ANNA, "small")]
    assert (state.work[0], state.weeks[0], hand_of(state, ANNA)) == (1, 0, ("rope", "rope", "brick"))
    emitted = play(state, BRUNO, DeclareWork((), {"large": 1}))
    watch.after(state, emitted)
    assert known_to(emitted, ANNA) == [WorkStarted(BRUNO, "large")]
    assert (state.work, hand_of(state, BRUNO)) == ([1, 0, 0, 1], ())


def _phase_b(state: State, watch: Watch) -> None:
    """17.3 to 17.12."""
    placements = [
        (ANNA, Place("master", "lab:small"), []),
        (BRUNO, Place("apprentices", "council", 1), []),
        (ANNA, Place("apprentices", "lab:small", 2), []),
        (BRUNO, Place("master", "lab:large"), []),
        (ANNA, Place("apprentices", "council", 1), []),
        (BRUNO, Place("apprentices", "carpenter", 1), [Passed(ANNA)]),
        (BRUNO, Place("apprentices", "workshop", 1), [Passed(BRUNO), AreaOpened("council", (BRUNO, ANNA))]),
    ]
    for seat, action, facts in placements:
        assert to_decide(state) == ("place", [seat])
        emitted = play(state, seat, action)
        watch.after(state, emitted)
        assert public(emitted) == facts
    assert seats_at(state, COUNCIL) == [BRUNO, ANNA]
    assert state.lab_spaces_free(0) == 0
    assert state.lab_spaces_free(3) == 3


def _council(state: State, watch: Watch) -> None:
    """17.13 to 17.17."""
    assert to_decide(state) == ("name_leonardo", [BRUNO])
    emitted = play(state, BRUNO, NameLeonardo(BRUNO))
    watch.after(state, emitted)
    assert public(emitted) == [LeonardoTaken(BRUNO)]
    watch.after(state, play(state, BRUNO, CouncilSpace(2)))
    emitted = play(state, ANNA, CouncilSpace(4))
    watch.after(state, emitted)
    assert public(emitted) == [FlorinsMoved(BRUNO, 1, "council")]
    assert (state.florins, state.council_florins) == ([3, 4], 0)
    assert to_decide(state) == ("council_buy", [ANNA])
    emitted = play(state, ANNA, CouncilBuy("glass"))
    watch.after(state, emitted)
    assert public(emitted) == [
        FlorinsMoved(ANNA, -1, "purchase"),
        ComponentTaken(ANNA, "glass"),
        Withdrew(BRUNO, "council"),
        Withdrew(ANNA, "council"),
        AreaOpened("workshop", (BRUNO,)),
    ]
    assert (state.florins[ANNA], stock(state)["glass"]) == (2, 11)


def _workshop(state: State, watch: Watch) -> None:
    """17.18 to 17.21."""
    assert rejection(state, BRUNO, AreaTurn("act", "turn_large")) == "lab_working"
    emitted = play(state, BRUNO, AreaTurn("act", "turn_small"))
    watch.after(state, emitted)
    assert public(emitted) == [LabImproved(BRUNO, "turn_small")]
    assert (state.side[2], RULESET.view(state, ANNA).resolving.price) == (5, 2)
    emitted = play(state, BRUNO, AreaTurn("act", "robot_small"))
    watch.after(state, emitted)
    assert public(emitted) == [
        FlorinsMoved(BRUNO, -2, "area"),
        LabImproved(BRUNO, "robot_small"),
        Withdrew(BRUNO, "workshop"),
        AreaOpened("carpenter", (BRUNO,)),
    ]
    assert (state.florins[BRUNO], RULESET.view(state, None).robots_left, state.price) == (2, 5, 0)


def _carpenter_to_end(state: State, watch: Watch) -> None:
    """17.22 to 17.29."""
    assert state.area == CARPENTER
    emitted = play(state, BRUNO, AreaTurn("act"))
    watch.after(state, emitted)
    assert public(emitted) == [ComponentTaken(BRUNO, "wood")]
    assert (stock(state)["wood"], RULESET.view(state, None).resolving.price) == (11, 2)
    emitted = play(state, BRUNO, AreaTurn("withdraw"))
    watch.after(state, emitted)
    assert public(emitted) == [
        Withdrew(BRUNO, "carpenter"),
        WeeksWorked(ANNA, "small", 4),
        WeeksWorked(BRUNO, "large", 2),
        InventionFinished(ANNA, "small", 1, late=False),
        WorkLate(BRUNO, "large", 1),
        FlorinsMoved(ANNA, 5, "first_price"),
        CardWon(ANNA, 1),
        InventionsRequested((4,)),
        RoundBegan(2),
    ]


def _after_round_1(state: State) -> None:
    """Check the position after round 1."""
    assert (state.florins, state.council_florins, state.price) == ([7, 2], 1, 0)
    assert (hand_of(state, ANNA), hand_of(state, BRUNO)) == (("rope", "rope", "brick", "glass"), ("wood",))
    assert (state.side, state.robots, state.work) == ([3, 0, 5, 4], [0, 0, 1, 0], [0, 0, 0, 1])
    assert (state.weeks, state.late) == ([0, 0, 0, 2], [False, False, False, True])
    assert (state.owned, state.requested, len(state.deck)) == ([[1], []], (12, 8, 4), 21)
    assert (state.top_tiers, state.top) == ((2, 3, 0), ())
    assert (state.supply, state.master) == ([3, 3], [-1, -1])
    assert stock(state) == {"iron": 11, "wood": 11, "rope": 10, "brick": 11, "glass": 11}
    assert (state.round, state.holder, to_decide(state)) == (2, BRUNO, ("declare_work", [BRUNO]))
