"""Test that the AI levels find the only right action."""

from random import Random

import pytest

from domain.registry import PUBLISHED
from tests.levels.positions import BARS, POSITIONS, Position
from tests.rulesets.games import packed

ALL = [position for own in POSITIONS.values() for position in own]
NAMED = [pytest.param(position, id=f"{position.ruleset.name}-{position.name}") for position in ALL]
PROVEN = [each for each, position in zip(NAMED, ALL, strict=True) if position.build().proof.quick]


@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_each_ruleset_has_at_least_twenty_positions_with_their_reasons(ruleset: str) -> None:
    own = POSITIONS[ruleset]
    assert len({position.name for position in own}) == len(own) >= 20
    assert all(position.why.endswith(".") for position in own)


@pytest.mark.parametrize("position", NAMED)
def test_a_position_leaves_a_choice_and_reveals_no_hidden_data(position: Position) -> None:
    built, ruleset = position.build(), position.ruleset
    legal = list(ruleset.legal_actions(built.state, built.seat))
    assert 0 < len([action for action in legal if action in built.must]) == len(built.must) < len(legal)
    for number in range(3):
        sampled = ruleset.determinize(built.state, built.seat, Random(number))
        assert list(ruleset.legal_actions(sampled, built.seat)) == legal
        assert packed(ruleset.view(sampled, built.seat)) == packed(ruleset.view(built.state, built.seat))


@pytest.mark.parametrize("position", PROVEN)
def test_the_expected_action_is_proven(position: Position) -> None:
    assert position.evidence().sure


@pytest.mark.parametrize("position", PROVEN)
def test_the_opposite_is_refuted(position: Position) -> None:
    built, ruleset = position.build(), position.ruleset
    wrong = [each for each in ruleset.legal_actions(built.state, built.seat) if each not in built.must]
    assert not built.proof.weigh(ruleset, built.state, built.seat, wrong, built.must).sure


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("position", NAMED)
def test_hard_and_expert_do_not_blunder(position: Position, level: str) -> None:
    assert position.solves(level, 0)


@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_the_level_normal_hardly_ever_makes_mistakes(ruleset: str) -> None:
    own = POSITIONS[ruleset]
    assert sum(position.solves("normal", 0) for position in own) >= BARS["normal"] * len(own)
