"""Test that the AI levels find the only right action; with more seeds: `make blunders`."""

from random import Random

import pytest

from domain.registry import PUBLISHED
from tests.rulesets.games import packed
from tests.tools.strength.blunders import BARS, POSITIONS, REPORT, Verdict, faults, report
from tests.tools.strength.positions import Position
from tests.tools.strength.proofs import Evidence

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
    wanted, ruleset = position.build(), position.ruleset
    legal = list(ruleset.legal_actions(wanted.state, wanted.seat))
    assert 0 < len([action for action in legal if action in wanted.must]) == len(wanted.must) < len(legal)
    for number in range(3):
        sampled = ruleset.determinize(wanted.state, wanted.seat, Random(number))
        assert list(ruleset.legal_actions(sampled, wanted.seat)) == legal
        assert packed(ruleset.view(sampled, wanted.seat)) == packed(ruleset.view(wanted.state, wanted.seat))


@pytest.mark.parametrize("position", PROVEN)
def test_the_expected_action_is_proven(position: Position) -> None:
    assert position.evidence().sure


@pytest.mark.parametrize("position", PROVEN)
def test_the_opposite_is_refuted(position: Position) -> None:
    wanted, ruleset = position.build(), position.ruleset
    wrong = [each for each in ruleset.legal_actions(wanted.state, wanted.seat) if each not in wanted.must]
    assert not wanted.proof.weigh(ruleset, wanted.state, wanted.seat, wrong, wanted.must).sure


@pytest.mark.parametrize("level", ["hard", "expert"])
@pytest.mark.parametrize("position", NAMED)
def test_hard_and_expert_do_not_blunder(position: Position, level: str) -> None:
    assert position.solves(level, 0)


@pytest.mark.parametrize("ruleset", PUBLISHED)
def test_the_level_normal_hardly_ever_makes_mistakes(ruleset: str) -> None:
    own = POSITIONS[ruleset]
    assert sum(position.solves("normal", 0) for position in own) >= BARS["normal"] * len(own)


def verdict(number: int, *solved: int, sure: bool = True) -> Verdict:
    """Return a verdict on a position of the Riddle."""
    return Verdict(("riddle", number), 1, 25, Evidence(1.0, 0.25, sure), solved)


def test_a_failed_proof_and_a_level_that_solves_too_little_are_named() -> None:
    good = [verdict(number, 0, 0, 3, 3, 3) for number in range(9)]
    assert list(faults([*good, verdict(9, 0, 0, 0, 3, 3)], 3)) == []
    assert list(faults([*good, verdict(9, 3, 3, 0, 2, 3, sure=False)], 3)) == [
        "not proven: ('riddle', 9)",
        "riddle: hard gives 29 right answers of 30",
    ]
    assert list(faults([*good[:8], verdict(8, 3, 3, 2, 3, 3), verdict(9, 3, 3, 0, 3, 3)], 3)) == [
        "riddle: normal gives 26 right answers of 30"
    ]


def test_the_report_has_a_row_for_each_position() -> None:
    position = POSITIONS["riddle"][0]
    (row,) = [line for line in report([verdict(0, 1, 2, 3, 3, 3)], 3) if line.startswith("| The seventh key wins. ")]
    assert position.why in row
    assert row.endswith("| 9.1.1 | 1 of 25 | wins 1.00 : 0.25 | 1 | 2 | 3 | 3 | 3 |")


def test_the_stored_report_covers_every_position() -> None:
    kept = REPORT.read_text()
    assert [position.name for position in ALL if f"{position.claim} |" not in kept] == []
