"""Test what everybody sees (11.2): the whole table, but not the draws to come."""

from random import Random

import msgspec
from msgspec import UNSET

from domain.azul import RULESET
from domain.azul.rules.state import NOBODY, OVER
from domain.azul.wire.actions import CHOOSE_BONUS, CHOOSE_KEEP, CHOOSE_PAYMENT, PassRound, Tiles
from domain.azul.wire.views import Covered, Payment
from tests.azul.builders import cover, drafting, give_score, hold, lie, place, placing, play
from tests.azul.random_games import all_options, opening, steps


def test_sources_supply_and_totals_are_open() -> None:
    """11.2.1, 11.2.2, 10.2.3"""
    state = drafting(2)
    lie(state, "centre", red=2)
    lie(state, "f2", blue=1, yellow=3)
    shown = RULESET.view(state, None)
    assert (shown.side, shown.round, shown.phase, shown.wild, shown.starter) == ("A", 1, "acquire", "purple", 0)
    assert (shown.centre, shown.token, shown.decision_kind) == (Tiles(red=2), UNSET, "draft_tiles")
    assert [(each.source, each.tiles) for each in shown.factories] == [
        ("f1", Tiles()),
        ("f2", Tiles(blue=1, yellow=3)),
        ("f3", Tiles()),
        ("f4", Tiles()),
        ("f5", Tiles()),
    ]
    assert (shown.bag_total, shown.tower_total) == (36, 0)
    assert shown.supply == Tiles(green=2, orange=2, yellow=2, blue=2, red=2)


def test_boards_hands_and_corners_are_open() -> None:
    """11.2.1, 6.8.4"""
    state = placing(side="B")
    hold(state, 0, red=1, blue=2)
    cover(state, 0, "nw.3", colour="green")
    cover(state, 0, "c.5", colour="blue")
    state.corners[1] = 3
    first, second, _ = RULESET.view(state, 2).seats
    assert first.board == (Covered("nw", 3, "green"), Covered("c", 5, "blue"))
    assert (first.hand, second.corners, first.passed) == (Tiles(red=1, blue=2), Tiles(purple=3), False)
    assert RULESET.view(state, 2).token == 0


def test_the_score_track_is_shown_with_laps() -> None:
    """2.3.4"""
    state = drafting(4)
    for seat, score in enumerate((1, 80, 81, 161)):
        give_score(state, seat, score)
    shown = [(seat.score, seat.laps, seat.track_space) for seat in RULESET.view(state, 0).seats]
    assert shown == [(1, 0, 1), (80, 0, 80), (81, 1, 1), (161, 2, 1)]


def test_a_view_shows_the_choices_of_the_pending_decision() -> None:
    state = placing()
    hold(state, 0, green=3, purple=2)
    assert RULESET.view(state, 0).decision_kind == "place_or_pass"
    play(state, place(state, "green 3"))
    shown = RULESET.view(state, 0)
    assert (shown.decision_kind, shown.payment) == (CHOOSE_PAYMENT, Payment("sw", 1, "green", 3, 0, 2))
    assert (shown.bonus, shown.max_kept) == (UNSET, UNSET)
    state = placing()
    cover(state, 0, "orange 5")
    hold(state, 0, orange=6)
    play(state, place(state, "orange 6"))
    shown = RULESET.view(state, 0)
    assert (shown.decision_kind, shown.bonus, shown.payment) == (CHOOSE_BONUS, 3, UNSET)
    state = placing()
    hold(state, 0, orange=3)
    play(state, PassRound())
    assert (RULESET.view(state, 0).decision_kind, RULESET.view(state, 0).max_kept) == (CHOOSE_KEEP, 3)
    hold(state, 0, orange=6)
    assert RULESET.view(state, 0).max_kept == 4


def test_the_phase_is_shown_to_the_end() -> None:
    state = placing()
    assert RULESET.view(state, None).phase == "place"
    state.phase, state.decision, state.turn, state.holder = OVER, "", NOBODY, NOBODY
    shown = RULESET.view(state, None)
    assert (shown.phase, shown.decision_kind) == ("over", UNSET)


def test_all_seats_see_the_same_and_sample_the_true_state() -> None:
    """11.2.1"""
    for number in range(4):
        state = opening(all_options(3)[number], 3, number)
        for after, actor, action, _ in steps(state, number):
            assert all(RULESET.observe(action, actor, viewer) == action for viewer in (None, 0, 1, 2))
            shown = {msgspec.json.encode(RULESET.view(after, viewer)) for viewer in (None, 0, 1, 2)}
            assert len(shown) == 1
            assert msgspec.json.decode(shown.pop(), type=RULESET.view_type) == RULESET.view(after, 0)
            assert all(RULESET.determinize(after, seat, Random(seat)) == after for seat in range(3))
            assert RULESET.reveals_nothing(after, actor, action, after)


def test_a_view_contains_only_public_data() -> None:
    """11.2.3: equal tables have equal views, whatever the earlier and later random draws."""
    one, other = drafting(2), drafting(2)
    lie(one, "f1", red=4)
    lie(other, "f1", red=4)
    assert RULESET.view(one, 0) == RULESET.view(other, 0)
    assert set(msgspec.to_builtins(RULESET.view(one, 0))) == {
        *("side", "round", "phase", "wild", "starter", "centre", "factories", "supply", "bag", "bag_total"),
        *("tower", "tower_total", "seats", "decision_kind"),
    }
