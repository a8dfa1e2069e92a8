"""Set and read the action queues of seats, and submit their actions once their decisions open.

The worker that handles an opened decision submits the action: see `service_turns`. The write is that of any other
action, so an action is submitted once, and only to the decision and the queue that were read.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from domain.actions import IllegalAction, check
from domain.ruleset import AnyRuleset
from service import problems
from service.game import game_info, history, log_positions, queues
from service.game.game import Game, encoded, game_of
from service.installation import entity_tags
from service.installation.entity_tags import Expected
from service.installation.installation import Installation
from service.playing import games
from service.playing.game_info_updates import update_game_info
from service.playing.pending_jobs import lease_end
from service.playing.seat_checks import check_can_play
from service.resources.base import shown
from service.resources.messages import DropReason
from service.resources.problems import FieldError
from service.resources.queues import (
    ActionCondition,
    ActionConditionRequest,
    ActionQueue,
    ActionQueueRequest,
    DroppedQueue,
    QueuedAction,
    QueuedActionRequest,
)
from service.store import Event, GameInfo, Holder, LogPosition, StoredGame
from service.store.queue_types import ActionQueue as StoredQueue
from service.store.queue_types import QueuedAction as StoredAction

NO_CONDITION = ActionConditionRequest()


def read_queue(installation: Installation, stored: StoredGame, seat: int) -> tuple[ActionQueue, str]:
    """Return the queue of a seat and its entity tag. Raises ActionQueueDisabled and RulesNotHosted."""
    game = game_of(installation, stored)
    _check_allowed(game)
    return shown_queue(game, seat), _tag(game, seat)


def _tag(game: Game, seat: int) -> str:
    return entity_tags.tag_of([queues.queue_of(game, seat)])


def replace_queue(
    installation: Installation, game_id: str, seat: int, queue: ActionQueueRequest, expected: Expected
) -> tuple[ActionQueue, str]:
    """Replace the queue of a seat and return it with its new entity tag; no actions clear it.

    Raises InvalidRequest for an action or condition that cannot be decoded, ActionQueueDisabled, WrongRuleset,
    VersionNotReached, DecisionClosed, GameOver, GameAborted, GameNotStarted, SeatResigned, GameNotFound,
    RulesNotHosted, GameBusy, and PreconditionFailed unless the entity tag is `expected`.
    """

    def replaced(game: Game) -> GameInfo | None:
        _check_allowed(game)
        entity_tags.check(expected, _tag(game, seat))
        games.check_ruleset(game, queue.ruleset)
        actions = tuple(_stored(game.ruleset, index, each) for index, each in enumerate(queue.actions))
        check_can_play(game, seat)
        _check_version(installation, game, seat, queue.version)
        info = queues.without(game.info, seat)
        drops = {each: drop for each, drop in info.queue_drops.items() if each != seat}
        rotation = game.claims.get(seat, Holder()).rotation
        own = {seat: StoredQueue(queue.version, actions, rotation)} if actions else {}
        info = replace(info, queues={**info.queues, **own}, queue_drops=drops)
        return None if info == game.info else info

    game = update_game_info(
        installation, game_id, replaced, due_at=lease_end(installation), announce=True, at_version=True
    )
    return shown_queue(game, seat), _tag(game, seat)


def _check_allowed(game: Game) -> None:
    if not game.header.queues:
        raise problems.ActionQueueDisabled(
            "Submit each action with `submitAction`. The creator of the game allows no queues."
        )


def _check_version(installation: Installation, game: Game, seat: int, version: int) -> None:
    """Raise VersionNotReached, or DecisionClosed if the first action would answer a later decision than was meant."""
    log_positions.check_position(LogPosition(version), game.position.version, None)
    for event in history.log(installation, game, version, game.position.version):
        has_acted = event.seat == seat and event.change is UNSET and event.decision > version
        if has_acted or event.undoes is not UNSET:
            raise problems.DecisionClosed(
                "Read the view again. Since version {version} the seat has acted, or an action was undone.",
                {"version": version},
            )


def _stored(ruleset: AnyRuleset, index: int, queued: QueuedActionRequest) -> StoredAction:
    """Return an action as it is stored. Raises InvalidRequest."""
    condition = queued.condition or NO_CONDITION
    kinds = ruleset.names.things.get("decision", {})
    if condition.decision_kind and condition.decision_kind not in kinds:
        raise _unfit(f"/actions/{index}/condition/decision_kind", f"Must be one of: {', '.join(kinds)}.")
    action = _read(queued.action, ruleset.action_type, f"/actions/{index}/action")
    last = ""
    if condition.last_action is not UNSET:
        path = f"/actions/{index}/condition/last_action"
        last = _written(_read(condition.last_action, ruleset.observed_type, path))
    return StoredAction(encoded(action), condition.decision_kind or "", condition.latest_version, last)


def _read(wire: Any, kind: Any, path: str) -> Any:
    """Return a value of a type of the rules. Raises InvalidRequest if it cannot be decoded."""
    try:
        return msgspec.convert(wire, kind)
    except msgspec.ValidationError as error:
        raise _unfit(path, str(error)) from error


def _unfit(path: str, message: str) -> problems.InvalidRequest:
    fault = FieldError(path, message)
    return problems.InvalidRequest("The request does not fit its schema.", errors=(fault,))


def _written(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def shown_queue(game: Game, seat: int) -> ActionQueue:
    """Return the queue of a seat, or why its last queue was dropped, as its caller sees them."""
    queue, drop = queues.queue_of(game, seat), queues.drop_of(game, seat)
    return ActionQueue(
        game.ruleset.name,
        game.header.game_id,
        game.position.version,
        () if queue is None else tuple(map(_shown_action, queue.actions)),
        UNSET if drop is None else shown(drop, DroppedQueue),
    )


def _shown_action(stored: StoredAction) -> QueuedAction:
    condition = ActionCondition(
        stored.decision_kind or UNSET,
        stored.latest_version,
        msgspec.Raw(stored.last_action.encode()) if stored.last_action else UNSET,
    )
    return QueuedAction(stored.action, UNSET if condition == ActionCondition() else condition)


def submit_first(installation: Installation, game: Game, seat: int, so_far: Sequence[Event]) -> Event | None:
    """Apply the first action of a seat's queue to the game in place; drop the queue and return None if it does not fit.

    `so_far` has the events of the game that are not written yet. Raises GameBusy.
    """
    first, version = game.info.queues[seat].actions[0], game.position.version
    action = msgspec.json.decode(first.action, type=game.ruleset.action_type)
    reason, code = _obstacle(installation, game, seat, first, action, so_far)
    if reason is not None:
        game.info = game_info.new_turn(queues.dropped(game.info, seat, reason, version, code), seat)
        return None
    event = games.perform(installation, game, seat, action)
    game.info = game_info.new_turn(game.info, seat)  # the player is absent, and needs a notice of the next decision
    return event


def _obstacle(
    installation: Installation, game: Game, seat: int, first: StoredAction, action: Any, so_far: Sequence[Event]
) -> tuple[DropReason | None, str]:
    """Return why a queue must be dropped, and the code of the rules' rejection; None if its action fits."""
    if not _holds(installation, game, seat, first, so_far):
        return "condition", ""
    try:
        check(game.ruleset, game.position.state, seat, action)
        games.check_turn(installation, game, seat)
    except IllegalAction as rejection:
        return "illegal", rejection.reason.code
    except problems.TimeExpired:
        return "late", ""
    return None, ""


def _holds(installation: Installation, game: Game, seat: int, first: StoredAction, so_far: Sequence[Event]) -> bool:
    """Whether the conditions of a queued action hold for the seat's pending decision."""
    if first.latest_version is not UNSET and game.position.decisions[seat] > first.latest_version:
        return False
    if first.decision_kind:
        view = game.ruleset.view(game.position.state, seat)
        if getattr(view, "decision_kind", UNSET) != first.decision_kind:
            return False
    return not first.last_action or first.last_action == _last_action(installation, game, seat, so_far)


def _last_action(installation: Installation, game: Game, seat: int, so_far: Sequence[Event]) -> str:
    """Return the latest action of another seat, as the log shows it to this seat; empty if there is none."""
    log = history.log(installation, game, 0, game.position.version - len(so_far))
    others = [each for each in history.steps_of(game.ruleset, [*log, *so_far]) if each.seat != seat]
    return _written(game.ruleset.observe(others[-1].action, others[-1].seat, seat)) if others else ""
