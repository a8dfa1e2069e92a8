"""Play the lesson of a ruleset, and return its positions and texts. No game is stored for it."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from domain import replay
from domain.actions import check, read_action
from domain.languages import Language
from domain.lesson_stages import Stage, stages
from domain.lessons import FILE, LEARNER, LessonDecision, fits
from domain.lessons import Lesson as StoredLesson
from domain.ruleset import AnyRuleset
from service import problems
from service.game import history, presenters
from service.game.game import Game, apply_action, encoded
from service.game.includes import Includes
from service.installation.clock_and_ids import GAME_ID_LENGTH
from service.isolation.faults import naming_file
from service.resources.events import Event, NextDecision
from service.resources.lessons import Lesson, LessonAdvice, LessonChoice, LessonStage, LessonStep
from service.resources.lessons import LessonDecision as ShownDecision
from service.store import Header, SeatSetup

GAME_ID: Final = "lesson".ljust(GAME_ID_LENGTH, "0")
"""The id in the views of a lesson, which belongs to no game."""
STARTED_AT: Final = "1970-01-01T00:00:00.000000Z"


@cache
def lesson(ruleset: AnyRuleset, language: Language) -> Lesson:
    """Return the lesson of a ruleset, with texts in a language. Raises LessonNotFound and RuleFault."""
    taught = ruleset.lesson
    if taught is None:
        raise problems.LessonNotFound("Use a ruleset whose `lesson` is true in `listRulesets`.")
    with naming_file(ruleset.name, FILE):
        return _shown(ruleset, taught, language)


def _shown(ruleset: AnyRuleset, taught: StoredLesson, language: Language) -> Lesson:
    opening = _opening(ruleset, taught, language)
    return Lesson(
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        steps=tuple(LessonStep(each.title.read_in(language)) for each in taught.steps),
        view=presenters.view(opening, LEARNER),
        stages=tuple(_stages(opening, stages(ruleset, taught), language)),
    )


def _opening(ruleset: AnyRuleset, taught: StoredLesson, language: Language) -> Game:
    """Return the game of a lesson before its first move. It has no stored data."""
    names: tuple[str | UnsetType, ...] = (UNSET, *(each.read_in(language) for each in taught.opponents))
    options = msgspec.convert(taught.options, ruleset.options_type)
    header = Header(
        game_id=GAME_ID,
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        options=encoded(options),
        seats=tuple(SeatSetup("human", name=name) for name in names),
        seed=taught.seed,
        created_at=STARTED_AT,
    )
    return Game(header, ruleset, replay.start(ruleset, options, taught.seats, header.dice_seed))


def _stages(opening: Game, taught: tuple[Stage, ...], language: Language) -> Iterator[LessonStage]:
    """Play from each stage to the next ones, and yield them."""
    games: list[Game] = []
    for index, stage in enumerate(taught):
        game = history.copied(opening if stage.after < 0 else games[stage.after])
        events = tuple(_event(game, each.seat, each.action) for each in stage.moves)
        games.append(game)
        following = [number for number, each in enumerate(taught) if each.after == index]
        yield LessonStage(
            step=stage.step,
            after=UNSET if stage.after < 0 else stage.after,
            leads_to=UNSET if stage.part.decision or not following else following[0],
            events=events,
            reply=stage.reply.read_in(language) if stage.reply else "",
            text=stage.part.text.read_in(language),
            areas=stage.part.areas,
            decision=_decision(game, stage, following, language),
        )


def _event(game: Game, seat: int, wire: dict[str, Any]) -> Event:
    """Play a move in place, and return its event as the learner sees it. Raises IllegalAction."""
    action = read_action(game.ruleset, wire)
    check(game.ruleset, game.position.state, seat, action)
    played = apply_action(game.ruleset, history.copied(game).position, seat, action, game.seed, STARTED_AT)
    return history.show_event(game, played, LEARNER, Includes(patches=True), is_last=False)


def _decision(game: Game, stage: Stage, following: list[int], language: Language) -> ShownDecision | UnsetType:
    """Return the decision of a stage; `following` are the stages after its choices."""
    decision, pending = stage.part.decision, presenters.next_decision(game, LEARNER)
    if decision is None or pending is None:
        return UNSET
    accepted = [read_action(game.ruleset, each.action) for each in stage.choices]
    return ShownDecision(
        pending,
        tuple(LessonChoice(*each) for each in zip(accepted, following, strict=True)),
        decision.hint.read_in(language),
        tuple(_advice(pending, accepted, decision, language)),
    )


def _advice(
    pending: NextDecision, accepted: list[Any], decision: LessonDecision, language: Language
) -> Iterator[LessonAdvice]:
    """Yield the advice for each legal action that is not accepted and has one."""
    for action in pending.actions:
        wire = msgspec.to_builtins(action)
        found = next((each.text for each in decision.advice if fits(wire, each.action)), None)
        if found and action not in accepted:
            yield LessonAdvice(action, found.read_in(language))
