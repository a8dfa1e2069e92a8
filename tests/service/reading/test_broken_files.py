"""Test files of a package whose actions its rules reject."""

from dataclasses import replace

import pytest

from domain.lessons import Lesson, LessonPart, LessonStep
from domain.names import Text
from domain.scenarios import Catalogue, Scenario, SeatAction
from tests.service.helpers.client.responses import check_problem
from tests.tiny import TINY

ILLEGAL = SeatAction(0, {"type": "seal_card", "card": 1})
"""An action that the rules reject at the start."""
PART = LessonPart(Text.of(en="Play a card"), moves=(ILLEGAL,))
LESSON = Lesson(2, "00" * 32, (Text.of(en="Ada"),), (LessonStep(Text.of(en="Cards"), (PART,)),))
CATALOGUE = Catalogue((Scenario("end", "The end", {}, 2, "00" * 32, ILLEGAL, actions=(ILLEGAL,)),))


@pytest.mark.parametrize(
    ("part", "changes", "why"),
    [
        ("lesson", {"lesson": LESSON}, "the rules reject an action (wrong_decision)"),
        ("scenarios", {"catalogue": CATALOGUE}, "`apply` has failed: ValueError in tests/tiny/__init__.py:"),
    ],
)
def test_a_file_that_the_rules_cannot_play_is_shown_to_the_operator(start, part, changes, why):
    service = start(rulesets={"tiny": replace(TINY, **changes)})
    check_problem(service.client.get(f"/v1/rulesets/tiny/{part}"), 500, "internal_error")
    (stored,) = service.installation.store.failed_jobs.of(f"tiny.{part}.json").values()
    assert stored.error.startswith(f"`{part}.json` of tiny: {why}")
