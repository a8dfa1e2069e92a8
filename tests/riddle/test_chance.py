"""Test which events are random, and that no others are (section 15)."""

from collections import Counter
from random import Random

from domain.riddle import RULESET
from domain.riddle.wire.actions import DrawCard, PlayCard, UseAction
from domain.riddle.wire.constants import MAIN
from domain.riddle.wire.facts import CardSeen, TradeSeen
from domain.riddle.wire.options import Options
from domain.ruleset import Emit
from tests.riddle.builders import Draws, act, at_end, base, end_step, expansion, of, play, ready, run_out, step, use
from tests.riddle.random_games import opening, steps
from workers.promises.probes import probes


class Counted(Random):
    """Dice that count their draws."""

    drawn = 0

    def random(self) -> float:
        """Count and return a random number."""
        self.drawn += 1
        return super().random()


def test_every_seat_is_equally_likely_to_start() -> None:
    """2.1.1, 15.1.1"""
    drawn = Counter(RULESET.setup(Options(), 3, Random(seed)).first for seed in range(900))
    assert set(drawn) == {0, 1, 2}
    assert all(250 < count < 350 for count in drawn.values())


def _into(emitted: list[object]) -> Emit:
    """Return a function that collects facts in a list."""
    return lambda fact, _: emitted.append(fact)


def test_the_deck_is_drawn_from_with_every_card_equally_likely() -> None:
    """15.1.1, 15.1.4, 15.1.7"""
    drawn = set()
    for seed in range(400):
        state = base()
        emitted: list[object] = []
        RULESET.apply(state, 0, PlayCard("B66-1", 5), Random(seed), _into(emitted))
        drawn |= {fact.card for fact in emitted if isinstance(fact, CardSeen)}
    assert len(drawn) == 42


def test_every_card_of_the_hand_may_be_the_result_of_a_trade() -> None:
    """15.1.4: the random number selects from the hand in the order of its cards' ids (15.1.2)."""
    taken = []
    for place in range(7):
        state = ready(expansion("N25-1"))
        emitted = use(state, "N25-1", Draws((place, 7)), target_seat=1, give="B12-1")
        taken += [fact.taken for fact in of(TradeSeen, emitted)]
    assert taken == ["B15-1", "B24-1", "B36-1", "B45-1", "B54-1", "N14-1", "N17-1"]


def test_a_play_within_a_turn_and_an_effect_without_luck_draw_no_dice() -> None:
    """15.1.5"""
    rng = Counted(1)
    state = ready(expansion("N22-1", "N27-1"))
    act(state, UseAction("N22-1", zones=(3, 7)), rng)
    act(state, PlayCard("B66-1", 5), rng)
    end_step(state)
    act(state, UseAction("N27-1", target_seat=1, zone=0), rng)
    assert rng.drawn == 0


def test_each_drawn_card_and_each_renewed_deck_uses_one_draw() -> None:
    """15.1.4"""
    state = ready(expansion())
    play(state, "B66-1", 5)
    play(state, "N16-1", 0)
    run_out(state, MAIN, discard=True)
    rng = Counted(1)
    act(state, DrawCard("main"), rng)
    act(state, DrawCard("additional"), rng)
    assert (state.active, rng.drawn) == (1, 2)


def test_the_same_dice_and_actions_produce_the_same_game() -> None:
    """15.1.5"""
    for mode in ("base", "expansion"):
        ends = []
        for _ in range(2):
            *_, (end, _, _, _) = steps(opening(Options(mode), 3, 5), 5)
            ends.append(end)
        assert ends[0] == ends[1]


def test_rejected_actions_draw_no_dice() -> None:
    """15.1.6: rejected attempts do not change the later course of a game."""
    state = at_end(expansion("N29-1"))
    untried = RULESET.clone(state)
    tried = probes(RULESET, RULESET.legal_actions(state, 0), 50, Random(3))
    assert any(RULESET.reject(state, 0, action) for action in tried)
    assert (state, step(state)) == (untried, "end_actions")
