"""Read the lesson of a ruleset: a small game with fixed moves, in which a learner makes some of the decisions.

`lesson.json` is beside the ruleset's code and has all texts in every language. A lesson has steps, a step has parts.
Each part shows a position: its moves are played, then its text is read. A part with a decision waits for the learner,
whose choice is the first move of the next part.
"""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from domain.data_files import is_replaced
from domain.names import Text, read_texts
from domain.package_files import content, reading
from domain.scenarios import SeatAction

FILE: Final = "lesson.json"
LEARNER: Final = 0
"""The seat of the learner."""


class LessonChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that a decision of a lesson accepts."""

    action: dict[str, Any]
    """The action, in JSON form."""
    reply: Text | None = None
    """What the teacher says after this choice, before the text of the next part. None: nothing."""


class LessonAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the teacher says to some legal actions that the lesson does not accept."""

    action: dict[str, Any]
    """Fields of the actions: the advice is for all actions with these values."""
    text: Text


class LessonDecision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of the learner."""

    choices: tuple[LessonChoice, ...]
    """The accepted actions. The lesson is played on from each of them, with the same moves."""
    hint: Text
    """What the teacher says to all other legal actions."""
    advice: tuple[LessonAdvice, ...] = ()
    """What the teacher says to some of them; the first that fits."""


class LessonPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position and what the teacher says about it."""

    text: Text
    areas: tuple[str, ...] = ()
    """The parts of the board that the text speaks of: paths in the learner's view, such as `seats/0/hand`."""
    moves: tuple[SeatAction, ...] = ()
    """The actions that lead to the position, after the learner's choice."""
    decision: LessonDecision | None = None
    """What the learner decides in the position. None: the learner goes on."""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: one thing to learn."""

    title: Text
    parts: tuple[LessonPart, ...]


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a ruleset."""

    seats: int
    """Number of seats. The learner has seat 0."""
    seed: str
    """The seed of all random draws: 64 hexadecimal digits."""
    opponents: tuple[Text, ...]
    """The names of the other players, from seat 1."""
    steps: tuple[LessonStep, ...]
    options: dict[str, Any] = {}
    """The set-up options, in JSON form."""


def texts_of(lesson: Lesson) -> list[Text]:
    """List all texts of a lesson."""
    parts = [part for step in lesson.steps for part in step.parts]
    decisions = [part.decision for part in parts if part.decision]
    return [
        *lesson.opponents,
        *(step.title for step in lesson.steps),
        *(part.text for part in parts),
        *(each.hint for each in decisions),
        *(each.text for decision in decisions for each in decision.advice),
        *(each.reply for decision in decisions for each in decision.choices if each.reply),
    ]


def fits(action: Mapping[str, Any], fields: Mapping[str, Any]) -> bool:
    """Whether an action has the values of these fields.

    >>> fits({"type": "pass_round", "keep": {}}, {"type": "pass_round"})
    True
    """
    return all(action.get(name) == value for name, value in fields.items())


def read_lesson(ruleset: str, package: str) -> Lesson | None:
    """Return the lesson in `lesson.json` of a package; None if the file is missing.

    There is none if the operator replaced the data file of the ruleset, which may make its actions illegal.
    """
    found = content(package, FILE)
    if is_replaced(ruleset) or found is None:
        return None
    with reading(FILE):
        return read_texts(found, Lesson)
