"""Test that a failing journey is reduced to the features that its fault needs."""

from tests.pairs.journey import Outcome
from tests.pairs.reducing import PLAIN, features, program, reduced

RICH = {
    **PLAIN,
    "undo": "consent",
    "advice": "analysis",
    "clock": "days",
    "language": "cs",
    "archive": "sqlite",
    "rematch": "yes",
}


def outcome(row, *faults):
    return Outcome(41, row, [*faults], [], 0, 0.0)


def failing_with(**needed):
    """Return a journey that violates an invariant if its row has these features, and another one with an archive."""

    def travel(row):
        other = ["no job fails: 7"] if row["archive"] == "sqlite" else []
        return outcome(row, *other, *["every analysis ends: 202"] * (needed.items() <= row.items()))

    return travel


def test_a_failing_row_is_reduced_to_the_features_of_its_fault():
    found = reduced(outcome(RICH, "every analysis ends: 500"), failing_with(undo="consent", advice="analysis"))
    assert found.row == RICH
    assert features(found.shortest.row) == ["undo", "advice"]
    assert found.shortest.faults == ["every analysis ends: 202"]


def test_a_fault_that_does_not_repeat_leaves_the_row_as_it_is():
    first = outcome(RICH, "every analysis ends: 500")
    assert reduced(first, failing_with(undo="alone")).shortest == first


def test_a_reduced_row_keeps_the_pairs_allowed():
    cup = {**PLAIN, "tournament": "swiss", "webhook": "tournament", "credential": "key", "rated": "yes"}
    found = reduced(outcome(cup, "a: 1"), lambda row: outcome(row, *["a: 2"] * (row["tournament"] == "swiss")))
    assert features(found.shortest.row) == ["tournament", "credential", "webhook"]


def test_a_failing_journey_prints_the_script_that_plays_it_alone():
    assert program(7, outcome({**PLAIN, "undo": "consent"})) == [
        ".venv/bin/python - <<'END'",
        "from tests.pairs.alone import play",
        'play(7, 41, undo="consent")',
        "END",
    ]
