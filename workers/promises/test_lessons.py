"""Test the lesson of every ruleset: each way through it can be played, and all that it names exists."""

import re
from collections.abc import Mapping
from functools import cache

import pytest
from msgspec import to_builtins

from domain.lesson_stages import Stage, stages
from domain.lessons import LEARNER, fits, texts_of
from workers.promises.games import NAMES, PLAYED, languages_of
from workers.promises.references import as_json

FEWEST_STEPS, MOST_STEPS = 6, 10
MOST_WAYS = 8
"""The most ways through a lesson."""
TECHNICAL = re.compile(r"`|[a-z]_[a-z]|\bparameter", re.IGNORECASE)

every_lesson = pytest.mark.parametrize("name", NAMES)


@cache
def course(name: str) -> tuple[Stage, ...]:
    """Return the stages of a lesson; none without a lesson."""
    lesson = PLAYED[name].lesson
    return stages(PLAYED[name], lesson) if lesson else ()


def places(name, stage):
    """Return the learner's view in a stage as a client decodes it."""
    return as_json(PLAYED[name].view(stage.state, LEARNER))


def exists(view, path):
    """Whether a path leads to a value of a view."""
    for each in path.split("/"):
        key = int(each) if isinstance(view, list) and each.isdecimal() else each
        inside = key in view if isinstance(view, Mapping) else isinstance(key, int) and key < len(view)
        if not inside:
            return False
        view = view[key]
    return True


@every_lesson
def test_every_way_through_a_lesson_can_be_played(name):
    """Use legal actions in `moves` of `lesson.json`, after each choice of the learner."""
    ends = {*range(len(course(name)))} - {stage.after for stage in course(name)}
    assert len(ends) <= MOST_WAYS


@every_lesson
def test_the_learner_decides_in_a_lesson(name):
    """Let seat 0 have the pending decision in each part with a `decision`, and accept a legal action on each way."""
    deciding = [stage for stage in course(name) if stage.part.decision]
    assert all(LEARNER in PLAYED[name].to_act(stage.state) for stage in deciding)
    assert all(stage.choices for stage in deciding)
    assert bool(deciding) == bool(course(name))


@every_lesson
def test_advice_of_a_lesson_is_for_legal_actions(name):
    """Use fields of legal actions that the lesson does not accept in `advice` of `lesson.json`."""
    useless = []
    for stage in course(name):
        legal = [to_builtins(each) for each in PLAYED[name].legal_actions(stage.state, LEARNER)]
        accepted = [each.action for each in stage.choices]
        given = stage.part.decision.advice if stage.part.decision else ()
        useless += [
            each.action
            for each in given
            if not any(fits(action, each.action) for action in legal if action not in accepted)
        ]
    assert useless == []


@every_lesson
def test_each_highlighted_area_exists(name):
    """Use paths in the learner's view in `areas` of `lesson.json`, such as `seats/0/hand`."""
    named = [(places(name, stage), area) for stage in course(name) for area in stage.part.areas]
    assert [area for view, area in named if not exists(view, area)] == []


@every_lesson
def test_a_lesson_has_all_texts_in_every_language(name):
    """Add the languages of the `title` in `names.json` to each text in `lesson.json`. A published game has every
    language.
    """
    lesson, languages = PLAYED[name].lesson, languages_of(PLAYED[name])
    texts = texts_of(lesson) if lesson else []
    assert [text.en for text in texts if not languages <= {*text.words} or not all(text.words.values())] == []


@every_lesson
def test_a_lesson_speaks_to_players(name):
    """Use neither code marks nor ids in the texts of `lesson.json`."""
    lesson = PLAYED[name].lesson
    words = [each for text in (texts_of(lesson) if lesson else []) for each in text.words.values()]
    assert [each for each in words if TECHNICAL.search(each)] == []


@every_lesson
def test_each_other_player_of_a_lesson_has_a_name(name):
    """Name the player of each seat but the first in `opponents` of `lesson.json`."""
    lesson = PLAYED[name].lesson
    assert lesson is None or len(lesson.opponents) == lesson.seats - 1


@every_lesson
def test_a_published_game_has_a_lesson(name):
    """Add `lesson.json` with 6 to 10 steps."""
    lesson = PLAYED[name].lesson
    if PLAYED[name].published:
        assert lesson is not None
        assert FEWEST_STEPS <= len(lesson.steps) <= MOST_STEPS
