"""The past of a game, worked out anew from its log: a replay gives every version again to the byte."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

import jsonpatch
import msgspec

from domain import replay
from domain.replay import GamePosition, Step
from domain.ruleset import AnyRuleset
from service.play import game_info, log_positions, presenters, spectators
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.includes import Includes
from service.play.presenters import Wire
from service.store import Event, LogPosition


def game_at(bottega: Bottega, game_id: str, version: int) -> Game:
    """Return a game as it was at a version.

    Raises VersionNotReached, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    log_positions.check_there(LogPosition(version), game.position.version, None)
    return rewound(bottega, game, version)


def rewound(bottega: Bottega, game: Game, version: int) -> Game:
    """Return a game as it was at a version that it has reached; raises VersionNotReached if the log has lost it."""
    if game.position.version == version:
        return game
    past = opening(game)
    play_on(past, log(bottega, game, 0, version))
    return past


def log(bottega: Bottega, game: Game, after: int, version: int) -> Sequence[Event]:
    """Read the events after one version up to another; raises VersionNotReached if the log has lost some meanwhile."""
    if after >= version:
        return ()
    head, entries = bottega.store.events(game.header.game_id, after, version - after)
    log_positions.check_there(LogPosition(version), head, None)
    return entries


def events(
    bottega: Bottega, game_id: str, viewer: int | None, place: LogPosition, limit: int, parts: Includes
) -> bytes:
    """Return up to `limit` events after a place, as a seat or an spectator may read them, with what `parts` asks for.

    Raises VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame and SpectatorsOff.
    """
    now = load(bottega, game_id)
    up_to = spectators.horizon(bottega, now.header, bottega.sources.now, inside=viewer is not None)
    game = opening(now)
    version, entries = log_positions.read_on(bottega, game_id, LogPosition(0), place.version + limit, up_to)
    seen, shown = entries[: place.version], entries[place.version :]
    log_positions.check_there(place, version, seen[-1] if seen else None)
    play_on(game, seen)
    status = log_positions.status(bottega, now.header, version, entries)
    told = [*tell_all(game, shown, viewer, parts, version=version)]
    return presenters.event_page(now.header, version, told, status)


def tell(game: Game, event: Event, viewer: int | None, parts: Includes, *, is_last: bool) -> Wire:
    """Carry out an event of the log, in place, and show it with what `parts` asks for.

    The last one there is tells the viewer what to decide next.
    """
    (told,) = tell_all(game, (event,), viewer, parts, version=event.version if is_last else None)
    return told


def tell_all(
    game: Game, events: Iterable[Event], viewer: int | None, parts: Includes, *, version: int | None
) -> Iterator[Wire]:
    """Tell of one event after the other likewise; `version` is that of the last one there is, None if it is another."""
    before = _shown(game, viewer) if parts.patches else None
    for event in events:
        play_on(game, (event,))
        told = presenters.event(game.ruleset, event, viewer)
        if parts.patches:
            after = _shown(game, viewer)
            told, before = {**told, "patch": jsonpatch.make_patch(before, after).patch}, after
        offered = presenters.next_decision(game, viewer) if parts.actions and event.version == version else None
        yield told if offered is None else {**told, "next_decision": offered}


def _shown(game: Game, viewer: int | None) -> Any:
    """Show a view as JSON values."""
    return msgspec.json.decode(msgspec.json.encode(presenters.view(game, viewer)))


def opening(game: Game) -> Game:
    """Set a game up as it was when it was created, at the table as it is arranged now."""
    header, ruleset = game.header, game.ruleset
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    position = replay.start(ruleset, options, len(header.seats), header.dice_seed)
    first = game_info.opening(header, game.table, ruleset.to_act(position.state))
    return Game(header, ruleset, position, first, steps=None if header.undo == "none" else [])


def steps_of(ruleset: AnyRuleset, log: Iterable[Event]) -> list[Step]:
    """List the steps of a log that stand after it."""
    found: list[Step] = []
    for event in log:
        if event.change is not None:
            continue
        if event.undoes is None:
            found.append(Step(event.version, event.seat, event.decision, read(ruleset, event)))
        else:
            found[bisect_right(found, event.undoes, key=itemgetter(0)) :] = []
    return found


def read(ruleset: AnyRuleset, event: Event) -> Any:
    """Read the action of an event."""
    return msgspec.json.decode(event.action, type=ruleset.action_type)


def able_to_go_back(bottega: Bottega, game: Game) -> Game:
    """Return a game that can be carried on by whatever events come next; raises VersionNotReached."""
    if game.header.undo == "none":
        return game
    return replace(game, steps=steps_of(game.ruleset, log(bottega, game, 0, game.position.version)))


def copied(game: Game) -> Game:
    """Return a game that can be carried on by itself."""
    position = game.position
    own = GamePosition(position.version, list(position.asked), game.ruleset.clone(position.state))
    return replace(game, position=own)


def play_on(game: Game, events: Iterable[Event]) -> None:
    """Carry out a stretch of the log, in place."""
    for event in events:
        _carry_on(game, event)
        game.table = game_info.after(game.header, game.table, event)


def _carry_on(game: Game, event: Event) -> None:
    """Carry out an event, in place: a step, going back, or a change of who plays a seat."""
    ruleset, position, steps = game.ruleset, game.position, game.steps
    if event.change is not None:
        replay.pass_over(position)
    elif event.undoes is not None and steps is not None:
        replay.go_back(ruleset, position, steps, event.undoes, game.options, game.seed)
    elif steps is not None:
        replay.go_on(ruleset, position, steps, event.seat, read(ruleset, event), game.seed)
    else:
        replay.step(ruleset, position, event.seat, read(ruleset, event), game.seed)
