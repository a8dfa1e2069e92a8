"""The past of a game, worked out anew from its log: a replay gives every version again to the byte."""

from collections.abc import Iterable, Iterator
from typing import Any

import jsonpatch
import msgspec

from domain import replay
from domain.ruleset import AnyRuleset
from service.play import places, presenters
from service.play.bottega import Bottega
from service.play.game import Game, read_header, rules_of
from service.play.presenters import Patch
from service.store import Event, Header, Place


def view(bottega: Bottega, game_id: str, seat: int | None, at: int) -> tuple[bytes, int]:
    """Return what a seat, or an onlooker, was shown of a game at version `at`, and that version.

    Raises VersionNotReached, GameNotFound and RulesNotHosted.
    """
    header = read_header(bottega, game_id)
    game = opening(rules_of(bottega, header), header)
    version, entries = bottega.store.events(game_id, 0, at + 1)
    places.check_there(Place(at), version, None)
    play_on(game, entries[:at])
    return presenters.view(game, seat), at


def patched_events(bottega: Bottega, game_id: str, viewer: int | None, place: Place, limit: int) -> bytes:
    """Return up to `limit` events after a place, each with what it changed in the viewer's view.

    A patch costs one to two milliseconds. Raises VersionNotReached, GameNotFound and RulesNotHosted.
    """
    header = read_header(bottega, game_id)
    ruleset = rules_of(bottega, header)
    version, entries = bottega.store.events(game_id, 0, place.version + limit)
    game, seen, shown = opening(ruleset, header), entries[: place.version], entries[place.version :]
    places.check_there(place, version, seen[-1] if seen else None)
    play_on(game, seen)
    over = places.is_over(bottega, game_id, version, entries)
    return presenters.event_page(
        ruleset, header, version, shown, viewer, list(_patches(game, shown, viewer)), over=over
    )


def _patches(game: Game, events: Iterable[Event], viewer: int | None) -> Iterator[Patch]:
    """Carry out a stretch of the log, in place, and tell what each event changes in the viewer's view."""
    before = _shown(game, viewer)
    for event in events:
        play_on(game, (event,))
        after = _shown(game, viewer)
        yield jsonpatch.make_patch(before, after).patch
        before = after


def _shown(game: Game, viewer: int | None) -> Any:
    """Show a view as JSON values."""
    return msgspec.json.decode(presenters.view(game, viewer))


def opening(ruleset: AnyRuleset, header: Header) -> Game:
    """Set a game up as it was when it was created."""
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    return Game(header, ruleset, replay.start(ruleset, options, len(header.seats), header.dice_seed))


def play_on(game: Game, events: Iterable[Event]) -> None:
    """Carry out a stretch of the log, in place."""
    for event in events:
        action = msgspec.json.decode(event.action, type=game.ruleset.action_type)
        replay.step(game.ruleset, game.position, event.seat, action, game.seed)
