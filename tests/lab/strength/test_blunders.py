"""Test the report of `make blunders`."""

from tests.lab.strength.blunders import REPORT, Verdict, faults, report
from tests.levels.positions import POSITIONS
from tests.levels.proofs import Evidence


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
    published = REPORT.read_text()
    assert [
        position.name for own in POSITIONS.values() for position in own if f"{position.claim} |" not in published
    ] == []
