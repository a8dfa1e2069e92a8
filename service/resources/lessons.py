"""Lessons of rulesets: texts, positions and decisions for a learner."""

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from service.resources.base import PartByRuleset, Response, UnionByRuleset
from service.resources.events import Event, NextDecision
from service.resources.games import GameView
from service.resources.types import Action, Count, RulesVersion, UnionTag


class LessonStep(Response, frozen=True):
    """A step of a lesson: one thing to learn."""

    title: str
    """The title of the step, in the requested language."""


class LessonChoice(Response, PartByRuleset, frozen=True):
    """An action that the lesson accepts for a decision."""

    action: Action
    """One of the legal actions in `next_decision`."""
    leads_to: Count
    """The index in `stages` of the stage that follows the action."""


class LessonAdvice(Response, PartByRuleset, frozen=True):
    """What the lesson says to a legal action that it does not accept."""

    action: Action
    """One of the legal actions in `next_decision`."""
    text: str
    """The advice, in the requested language."""


class LessonDecision(Response, PartByRuleset, frozen=True):
    """A decision of the learner."""

    next_decision: NextDecision
    """The pending decision with all its legal actions."""
    choices: tuple[LessonChoice, ...]
    """The accepted actions, the best one first."""
    hint: str
    """What to say to all other legal actions, in the requested language."""
    advice: tuple[LessonAdvice, ...] = ()
    """What to say to some of the other legal actions instead of `hint`. Omitted if there is none."""


class LessonStage(Response, PartByRuleset, frozen=True, kw_only=True):
    """A position of a lesson, and what the teacher says about it."""

    step: Count
    """The index of the step in `steps`."""
    after: Count | UnsetType = UNSET
    """The index in `stages` of the stage before. Omitted for the first stage."""
    leads_to: Count | UnsetType = UNSET
    """The index in `stages` of the next stage. Omitted if the learner has a decision, and for the last stage."""
    events: tuple[Event, ...] = ()
    """The events since the stage before, each with its `patch`. Omitted if the position is the same."""
    reply: str = ""
    """What the teacher says about the learner's choice, in the requested language. Omitted without a comment."""
    text: str
    """What the teacher says about the position, in the requested language. A line break separates paragraphs."""
    areas: tuple[Annotated[str, Meta(description="A path in `view`, such as `seats/0/hand`.")], ...] = ()
    """The parts of the board that the text speaks of, to be highlighted. Omitted if there are none."""
    decision: LessonDecision | UnsetType = UNSET
    """What the learner decides. Omitted if the learner goes on without a decision."""


class Lesson(Response, UnionByRuleset, frozen=True, kw_only=True):
    """A lesson of a ruleset: a small game with fixed moves."""

    ruleset: UnionTag
    rules_version: RulesVersion
    """The version of the rules."""
    steps: tuple[LessonStep, ...]
    """The steps of the lesson, in order."""
    view: GameView
    """The view of the learner's seat before the first stage. There is no game with its `game_id`."""
    stages: tuple[LessonStage, ...]
    """The positions of the lesson. The first one has index 0."""
