"""Build the records of finished games; `domain.record` defines their content."""

import logging
from collections.abc import Callable, Sequence

import msgspec

from domain import record
from domain.record import Entry, Origin, TimedAction, TimedChange
from domain.ruleset import AnyRuleset
from service.game import deals, history, presenters, spectators
from service.game.game import Game, check_finished, load
from service.game.presenters import Wire
from service.installation.bottega import Bottega
from service.problems import DealInProgress, GameAborted, GameNotFound, GameNotOver, RulesNotHosted
from service.reading import game_index
from service.resources.base import shown
from service.resources.records import RecordedSeat, RecordPage
from service.resources.types import RECORDS
from service.runtime.throttled_log import log_once
from service.store import Event, GameLost, GameUnreadable

logger = logging.getLogger(__name__)


def read(bottega: Bottega, game_id: str, has_seat: Callable[[], bool] = lambda: False) -> bytes:
    """Return the record of a finished game as a file.

    `has_seat` returns whether the caller has a seat. It is called only for an aborted game. Raises GameNotFound,
    GameNotOver, GameAborted, DealInProgress and RulesNotHosted.
    """
    game = spectators.seen(bottega, load(bottega, game_id), has_seat)
    check_finished(game, GameNotOver("Read the record once the game has ended."))
    deals.check_open(bottega, game.header)
    return record.write(_built(bottega, game))


def digest(bottega: Bottega, game: Game) -> str:
    """Return the hash of the record of a finished game, which reveals nothing of its content."""
    found: str = _built(bottega, game)["hash"]
    return found


def _built(bottega: Bottega, game: Game) -> Wire:
    events = history.whole_log(bottega, game)
    return record.build(game.ruleset, _origin(game, events), [_entry(game.ruleset, event) for event in events])


def page(bottega: Bottega, ruleset: str | None, after: int, limit: int) -> RecordPage:
    """Return up to `limit` records with numbers above `after`, in the order of scoring.

    Every page has a cursor. A client that continues there misses no record and gets none twice. Games without an
    available record are named in `skipped`.
    """
    entries = bottega.store.lists.records(ruleset, after, limit)
    bottega.store.archived.find_many([entry.game_id for entry in entries])  # one round trip for all
    found = {entry.game_id: _found(bottega, entry.game_id) for entry in entries}
    return RecordPage(
        records=tuple(msgspec.Raw(record) for record in found.values() if record is not None),
        skipped=tuple(game_id for game_id, record in found.items() if record is None),
        next_cursor=game_index.cursor(RECORDS, entries[-1].number if entries else after),
    )


def _found(bottega: Bottega, game_id: str) -> bytes | None:
    """Return a record; None if its rules, its data or its deal make it unavailable."""
    try:
        return read(bottega, game_id).rstrip()
    except (GameNotFound, GameNotOver, GameAborted, DealInProgress, RulesNotHosted, GameLost):
        return None
    except GameUnreadable as error:
        log_once(logger, "%s", error)
        return None


def _origin(game: Game, events: Sequence[Event]) -> Origin:
    """Return the start of a game: its options, seats and dice."""
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
    """Return the seats of a finished game with the players' aliases, from its log."""
    players = {} if last is None else last.players
    return [
        msgspec.to_builtins(shown(each, RecordedSeat, player=players.get(each.seat, "")))
        for each in presenters.seats(game.seats)
    ]


def _entry(ruleset: AnyRuleset, event: Event) -> Entry:
    """Return the record entry of an event: an action with who decided it, or a change of who plays a seat."""
    if event.change is not None:
        return TimedChange(event.seat, event.at, event.change)
    action = msgspec.json.decode(event.action, type=ruleset.action_type)
    by = None if event.by is None else msgspec.to_builtins(event.by)
    return TimedAction(event.seat, event.at, action, by, event.undoes)
