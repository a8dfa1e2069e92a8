"""Replay past versions of a game from its log, byte for byte."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

import jsonpatch
import msgspec
from msgspec import UNSET, UnsetType

from domain import replay
from domain.replay import GamePosition, Step
from domain.ruleset import AnyRuleset, Audience
from service import problems
from service.game import game_info, log_positions, presenters
from service.game.game import Game, load, read_header, without_abort
from service.game.includes import Includes
from service.installation.installation import Installation
from service.resources.events import AbortedGame
from service.resources.events import Event as ShownEvent
from service.resources.patches import PatchOperation
from service.store import Event, GameUnreadable, LogPosition


def game_at(installation: Installation, game_id: str, version: int) -> Game:
    """Return a game at a version. Raises VersionNotReached, GameNotFound and RulesNotHosted."""
    game = load(installation, game_id)
    log_positions.check_position(LogPosition(version), game.position.version, None)
    return rewound(installation, game, version)


def rewound(installation: Installation, game: Game, version: int) -> Game:
    """Return a game at an earlier version. Raises VersionNotReached if the log has lost events."""
    if game.position.version == version:
        return game
    past = opening(game)
    apply_events(past, log(installation, game, 0, version))
    return past


def log(installation: Installation, game: Game, after: int, version: int) -> Sequence[Event]:
    """Return the events after version `after` up to `version`.

    Raises VersionNotReached if the log has lost events, and GameNotFound if the game has been deleted since it was
    loaded.
    """
    if after >= version:
        return ()
    head, entries = installation.store.events(game.header.game_id, after, version - after)
    if head < version:
        read_header(installation, game.header.game_id)
    log_positions.check_position(LogPosition(version), head, None)
    return entries


def whole_log(installation: Installation, game: Game, after: int = 0) -> Sequence[Event]:
    """Return all events of a game after version `after`.

    Raises GameUnreadable if the log has lost events, and GameNotFound if the game has been deleted since it was loaded.
    """
    try:
        return log(installation, game, after, game.position.version)
    except problems.VersionNotReached as error:
        raise GameUnreadable(game.header.game_id, "its log has lost events") from error


def acted_seats(installation: Installation, game: Game) -> set[int]:
    """Return the seats that have decided at least once, without an AI level or the clock. Raises like `whole_log`."""
    events = whole_log(installation, game, game.header.sandbox_actions)
    return {event.seat for event in events if event.by is UNSET and event.change is UNSET}


def show_event(game: Game, event: Event, viewer: int | None, parts: Includes, *, is_last: bool) -> ShownEvent:
    """Apply an event to the game in place, and return it with `parts`.

    The last event of the log includes the viewer's next decision.
    """
    (shown_event,) = show_events(game, (event,), viewer, parts, version=event.version if is_last else None)
    return shown_event


def show_events(
    game: Game, events: Iterable[Event], viewer: int | None, parts: Includes, *, version: int | None
) -> Iterator[ShownEvent]:
    """Apply events to the game in place, and yield them with `parts`.

    `version` is that of the last event of the log; None if `events` do not reach it.
    """
    before = _shown(game, viewer) if parts.patches else None
    for event in events:
        apply_events(game, (event,))
        shown_event = presenters.event(game.ruleset, event, viewer)
        if parts.patches:
            after = _shown(game, viewer)
            shown_event, before = msgspec.structs.replace(shown_event, patch=patch_between(before, after)), after
        offered = presenters.next_decision(game, viewer) if parts.actions and event.version == version else None
        yield shown_event if offered is None else msgspec.structs.replace(shown_event, next_decision=offered)


def show_abort(game: Game, viewer: int | None, at: str, reason: str, parts: Includes) -> AbortedGame:
    """Return the abort of a game at its last version, with the changes to the view if `parts` has patches.

    `game` may have been loaded before the abort.
    """
    patch: tuple[PatchOperation, ...] | UnsetType = UNSET
    if parts.patches:
        info = msgspec.structs.replace(game.info, aborted_at=at, abort_reason=reason)
        before, after = without_abort(game), replace(game, info=info)
        patch = patch_between(_shown(before, viewer), _shown(after, viewer))
    return AbortedGame(
        version=game.position.version, status="aborted", at=at, abort_reason=reason or UNSET, patch=patch
    )


def patch_between(before: Any, after: Any) -> tuple[PatchOperation, ...]:
    """Return the operations between two views. Without `move`, which would pair equal values of unrelated places."""
    found = jsonpatch.JsonPatch.from_diff(before, after, optimization=False)
    return msgspec.convert(found.patch, tuple[PatchOperation, ...])


def _shown(game: Game, viewer: int | None) -> Any:
    return msgspec.json.decode(msgspec.json.encode(presenters.view(game, viewer)))


def opening(game: Game) -> Game:
    """Return a game at its creation, with its current game info."""
    header, ruleset = game.header, game.ruleset
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    position = replay.start(ruleset, options, len(header.seats), header.dice_seed)
    first = game_info.opening(header, game.info, ruleset.to_act(position.state))
    return Game(header, ruleset, position, first, steps=None if header.undo == "none" else [])


def setup_facts(game: Game, viewer: int | None) -> tuple[Any, ...]:
    """Return the facts of the set-up that the viewer may know. Before the start all viewers are spectators."""
    facts: list[Any] = []
    seat = viewer if game.has_started else None

    def emit(fact: Any, audience: Audience) -> None:
        if audience is None or seat in audience:
            facts.append(fact)

    options = msgspec.json.decode(game.header.options, type=game.ruleset.options_type)
    replay.start(game.ruleset, options, len(game.header.seats), game.header.dice_seed, emit)
    return tuple(facts)


def steps_of(ruleset: AnyRuleset, log: Iterable[Event]) -> list[Step]:
    """List the steps of a log that no undo has removed."""
    found: list[Step] = []
    for event in log:
        if event.change is not UNSET:
            continue
        if event.undoes is UNSET:
            found.append(Step(event.version, event.seat, event.decision, read(ruleset, event)))
        else:
            found[bisect_right(found, event.undoes, key=itemgetter(0)) :] = []
    return found


def read(ruleset: AnyRuleset, event: Event) -> Any:
    """Return the action of an event."""
    return msgspec.json.decode(event.action, type=ruleset.action_type)


def with_undo_steps(installation: Installation, game: Game) -> Game:
    """Return a game that can apply any event, undo included. Raises VersionNotReached."""
    if game.header.undo == "none" or game.steps is not None:
        return game
    return replace(game, steps=steps_of(game.ruleset, log(installation, game, 0, game.position.version)))


def copied(game: Game) -> Game:
    """Return an independent copy of a game."""
    position = game.position
    own = GamePosition(position.version, list(position.decisions), game.ruleset.clone(position.state))
    return replace(game, position=own)


def apply_events(game: Game, events: Iterable[Event]) -> None:
    """Apply events to a game in place."""
    for event in events:
        _apply_event(game, event)
        game.info = game_info.after(game.header, game.info, event)


def _apply_event(game: Game, event: Event) -> None:
    """Apply an event in place: a step, an undo, or a change of who plays a seat."""
    ruleset, position, steps = game.ruleset, game.position, game.steps
    if event.change is not UNSET:
        replay.skip_entry(position)
    elif event.undoes is not UNSET and steps is not None:
        replay.undo_step(ruleset, position, steps, event.undoes, game.options, game.seed)
    elif steps is not None:
        replay.record_step(ruleset, position, steps, event.seat, read(ruleset, event), game.seed)
    else:
        replay.step(ruleset, position, event.seat, read(ruleset, event), game.seed)
