"""The records of finished games; `domain.record` says what they hold."""

import logging
from collections.abc import Sequence

import msgspec

from domain import record
from domain.record import Entry, Origin, TimedAction, TimedChange
from domain.ruleset import AnyRuleset
from service.play import deals, game_index, presenters
from service.play.bottega import Bottega
from service.play.game import Game, check_over, load
from service.play.presenters import Wire
from service.problems import DealInProgress, GameAborted, GameNotFound, GameNotOver, RulesNotHosted
from service.runtime.throttled_log import log_once
from service.store import Event, GameLost, GameUnreadable

logger = logging.getLogger(__name__)


def read(bottega: Bottega, game_id: str) -> bytes:
    """Return the record of a finished game, as the file it is.

    Raises GameNotFound, GameNotOver, GameAborted, DealInProgress and RulesNotHosted.
    """
    game = load(bottega, game_id)
    check_over(game, GameNotOver("There is a record of a game once nobody is to act any more."))
    deals.check_open(bottega, game.header)
    return record.write(_built(bottega, game))


def digest(bottega: Bottega, game: Game) -> str:
    """Return the hash of the record of a finished game, which tells nothing of what is in it."""
    found: str = _built(bottega, game)["hash"]
    return found


def _built(bottega: Bottega, game: Game) -> Wire:
    """Build the record of a finished game."""
    _, events = bottega.store.events(game.header.game_id, 0, game.position.version)
    return record.build(game.ruleset, _origin(game, events), [_entry(game.ruleset, event) for event in events])


def page(bottega: Bottega, ruleset: str | None, after: int, limit: int) -> bytes:
    """Return up to `limit` records in the order in which the games were scored, from those with numbers above `after`.

    However short the page is, it says where to go on: whoever goes on from there, at any time, misses none and sees
    none again. A game whose record cannot be given here is named instead.
    """
    entries = bottega.store.lists.records(ruleset, after, limit)
    bottega.store.archived.find_many([entry.game_id for entry in entries])  # all at once, so that each is at hand
    found = {entry.game_id: _found(bottega, entry.game_id) for entry in entries}
    skipped = [game_id for game_id, record in found.items() if record is None]
    return msgspec.json.encode(
        {
            "records": [msgspec.Raw(record) for record in found.values() if record is not None],
            **({"skipped": skipped} if skipped else {}),
            "next_cursor": game_index.cursor(game_index.RECORDS, entries[-1].number if entries else after),
        }
    )


def _found(bottega: Bottega, game_id: str) -> bytes | None:
    """Read a record; None if it cannot be given: rules or store are not what they were, or its deal is undecided."""
    try:
        return read(bottega, game_id).rstrip()
    except (GameNotFound, GameNotOver, GameAborted, DealInProgress, RulesNotHosted, GameLost):
        return None
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _origin(game: Game, events: Sequence[Event]) -> Origin:
    """Return what a game began with."""
    header = game.header
    options = msgspec.json.decode(header.options, type=game.ruleset.options_type)
    seats = seated(game, events[-1] if events else None)
    return Origin(
        header.game_id,
        header.created_at,
        options,
        seats,
        header.dice_seed,
        header.rules_version,
        presenters.terms(header),
    )


def seated(game: Game, last: Event | None) -> list[Wire]:
    """Return who sat where, and which players had seats: as the log has it, which does not change any more."""
    players = {} if last is None else last.players
    return [
        shown | ({"player": players[seat]} if seat in players else {})
        for seat, shown in enumerate(presenters.seats(game.seats))
    ]


def _entry(ruleset: AnyRuleset, event: Event) -> Entry:
    """Read the action of an event and who decided it, or the change of who plays the seat."""
    if event.change is not None:
        return TimedChange(event.seat, event.at, event.change)
    action = msgspec.json.decode(event.action, type=ruleset.action_type)
    by = None if event.by is None else msgspec.to_builtins(event.by)
    return TimedAction(event.seat, event.at, action, by, event.undoes)
