"""Build the records of finished games; `domain.record` defines their content."""

import logging
from collections.abc import Callable, Sequence

import msgspec
from msgspec import UNSET

from domain import record
from domain.record import Entry, Origin, TimedAction, TimedChange, shown_fact
from domain.ruleset import AnyRuleset, Outcome
from service import problems
from service.game import deals, history, presenters, spectators
from service.game.game import Game, check_finished, load
from service.game.presenters import Wire
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.reading import game_index
from service.resources.base import shown
from service.resources.records import RecordedSeat, RecordPage
from service.resources.types import RECORDS
from service.runtime.throttled_log import log_once
from service.store import Event, GameLost, GameUnreadable

logger = logging.getLogger(__name__)


def read(installation: Installation, game_id: str, has_seat: Callable[[], bool] = lambda: False) -> bytes:
    """Return the record of a finished game as a file.

    `has_seat` returns whether the caller has a seat. It is called only for an aborted game. Raises GameNotFound,
    GameNotOver, GameAborted, DealInProgress and RulesNotHosted.
    """
    game = spectators.seen(installation, load(installation, game_id), has_seat)
    check_finished(game, problems.GameNotOver("Read the record once the game has ended."))
    deals.check_open(installation, game.header)
    return record.write(built(game, history.whole_log(installation, game)))


def digest(installation: Installation, game: Game) -> str:
    """Return the hash of the record of a finished game, which reveals nothing of its content."""
    found: str = built(game, history.whole_log(installation, game))["hash"]
    return found


def built(game: Game, events: Sequence[Event]) -> Wire:
    """Return the record of a finished game, from its whole log."""
    origin = _origin(game, events)
    if game.info.irreproducible:
        return record.as_played(game.ruleset, origin, [_played(event) for event in events], _outcome(game))
    return record.build(game.ruleset, origin, [_entry(game.ruleset, event) for event in events])


def page(installation: Installation, ruleset: str | None, after: int, limit: int) -> RecordPage:
    """Return up to `limit` records with numbers above `after`, in the order of scoring.

    Every page has a cursor. A client that continues there misses no record and gets none twice. Games without an
    available record are named in `skipped`.
    """
    entries = installation.store.lists.records(ruleset, after, limit)
    installation.store.archived.find_many([entry.game_id for entry in entries])  # one round trip for all
    found = {entry.game_id: _found(installation, entry.game_id) for entry in entries}
    return RecordPage(
        records=tuple(msgspec.Raw(record) for record in found.values() if record is not None),
        skipped=tuple(game_id for game_id, record in found.items() if record is None),
        next_cursor=game_index.cursor(RECORDS, entries[-1].number if entries else after),
    )


def _found(installation: Installation, game_id: str) -> bytes | None:
    """Return a record; None if its rules, its data or its deal make it unavailable."""
    try:
        return read(installation, game_id).rstrip()
    except (
        problems.GameNotFound,
        problems.GameNotOver,
        problems.GameAborted,
        problems.DealInProgress,
        problems.RulesNotHosted,
        GameLost,
    ):
        return None
    except (GameUnreadable, RuleFault) as error:
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
        presenters.recorded_terms(header, irreproducible=bool(game.info.irreproducible)),
    )


def _outcome(game: Game) -> Outcome:
    """Return the outcome of a finished game. Raises NotOver."""
    if game.outcome is None:
        raise record.NotOver
    return game.outcome


def _played(event: Event) -> Wire:
    """Return the entry of an event with what the seats saw, without playing it again."""
    about = {"version": event.version, "seat": event.seat, "at": event.at}
    if event.change is not UNSET:
        return {**about, "change": msgspec.to_builtins(event.change)}
    return {
        **about,
        "decision": event.decision,
        "action": msgspec.json.decode(event.action),
        "facts": [shown_fact(msgspec.json.decode(fact), audience) for fact, audience in event.facts],
        **({} if event.by is UNSET else {"by": msgspec.to_builtins(event.by)}),
        **({} if event.undoes is UNSET else {"undoes": event.undoes}),
    }


def seated(game: Game, last: Event | None) -> list[Wire]:
    """Return the seats of a finished game with the players' aliases, from its log."""
    players = {} if last is None else last.players
    return [
        msgspec.to_builtins(shown(each, RecordedSeat, player=players.get(each.seat, UNSET)))
        for each in presenters.seats(game.seats)
    ]


def _entry(ruleset: AnyRuleset, event: Event) -> Entry:
    """Return the record entry of an event: an action with who decided it, or a change of who plays a seat."""
    if event.change is not UNSET:
        return TimedChange(event.seat, event.at, event.change)
    action = msgspec.json.decode(event.action, type=ruleset.action_type)
    by = None if event.by is UNSET else msgspec.to_builtins(event.by)
    undoes = None if event.undoes is UNSET else event.undoes
    return TimedAction(event.seat, event.at, action, by, undoes)
