"""The past of a game, worked out anew from its log: a replay gives every version again to the byte."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import jsonpatch
import msgspec

from domain import replay
from domain.replay import Position
from service.play import arranging, onlookers, places, presenters
from service.play.bottega import Bottega
from service.play.game import Game, load
from service.play.parts import Parts
from service.play.presenters import Wire
from service.store import Event, Place


def game_at(bottega: Bottega, game_id: str, version: int) -> Game:
    """Return a game as it was at a version.

    Raises VersionNotReached, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    places.check_there(Place(version), game.position.version, None)
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
    places.check_there(Place(version), head, None)
    return entries


def events(bottega: Bottega, game_id: str, viewer: int | None, place: Place, limit: int, parts: Parts) -> bytes:
    """Return up to `limit` events after a place, as a seat or an onlooker may read them, with what `parts` asks for.

    Raises VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame and OnlookersOff.
    """
    now = load(bottega, game_id)
    up_to = onlookers.horizon(bottega, now.header, bottega.sources.now, inside=viewer is not None)
    game = opening(now)
    version, entries = places.read_on(bottega, game_id, Place(0), place.version + limit, up_to)
    seen, shown = entries[: place.version], entries[place.version :]
    places.check_there(place, version, seen[-1] if seen else None)
    play_on(game, seen)
    status = places.status(bottega, now.header, version, entries)
    told = [tell(game, event, viewer, parts, is_last=event.version == version) for event in shown]
    return presenters.event_page(now.header, version, told, status)


def tell(game: Game, event: Event, viewer: int | None, parts: Parts, *, is_last: bool) -> Wire:
    """Carry out an event of the log, in place, and show it with what `parts` asks for.

    The last one there is tells the viewer what to decide next.
    """
    told = patched(game, event, viewer) if parts.patches else presenters.event(game.ruleset, event, viewer)
    if not parts.patches:
        play_on(game, (event,))
    offered = presenters.next_decision(game, viewer) if parts.actions and is_last else None
    return told if offered is None else {**told, "next": offered}


def patched(game: Game, event: Event, viewer: int | None) -> Wire:
    """Carry out an event of the log, in place, and show it with what it changes in the viewer's view."""
    before = _shown(game, viewer)
    play_on(game, (event,))
    after = _shown(game, viewer)
    patch = jsonpatch.make_patch(before, after).patch
    return {**presenters.event(game.ruleset, event, viewer), "patch": patch}


def _shown(game: Game, viewer: int | None) -> Any:
    """Show a view as JSON values."""
    return msgspec.json.decode(msgspec.json.encode(presenters.view(game, viewer)))


def opening(game: Game) -> Game:
    """Set a game up as it was when it was created, at the table as it is arranged now."""
    header, ruleset = game.header, game.ruleset
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    position = replay.start(ruleset, options, len(header.seats), header.dice_seed)
    return Game(header, ruleset, position, arranging.opening(header, game.table, ruleset.to_act(position.state)))


def copied(game: Game) -> Game:
    """Return a game that can be carried on by itself."""
    version, asked, state = game.position.version, game.position.asked, game.position.state
    return replace(game, position=Position(version, list(asked), game.ruleset.clone(state)))


def play_on(game: Game, events: Iterable[Event]) -> None:
    """Carry out a stretch of the log, in place."""
    for event in events:
        action = msgspec.json.decode(event.action, type=game.ruleset.action_type)
        replay.step(game.ruleset, game.position, event.seat, action, game.seed)
        game.table = arranging.after(game.header, game.table, event)
