"""What may be read of a game: views, legal actions, events, the score sheet. Nothing here writes.

What they return is in wire form, put together in `presenters`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from service.play import deals, history, presenters, responses, spectators
from service.play.bottega import Bottega
from service.play.game import check_over, is_begun, load, read_header, read_stored, restored, rules_of
from service.play.includes import NOTHING, Includes
from service.play.log_positions import check_there, place_of, read_on, status
from service.play.responses import ResponseBuilder
from service.problems import GameNotOver
from service.store import GameInfo, LogPosition, StoredGame


@dataclass(frozen=True)
class ViewState:
    """A view, and what its bytes depend on besides reader and request."""

    show: Callable[[], bytes]
    """Puts the body of the view together; whoever has it already needs none."""
    place: LogPosition
    """Of its version, in the log as it is now."""
    hints_left: int | None
    """None where the body does not tell."""
    has_begun: bool
    """False while seats may change hands without an event."""
    mark: str = ""
    """What the body shows of the table that can change without an event."""

    @cached_property
    def body(self) -> bytes:
        """Return the body of the view."""
        return self.show()


def view(
    bottega: Bottega,
    game_id: str,
    seat: int | None,
    at: int | None = None,
    parts: Includes = NOTHING,
    *,
    stored: StoredGame | None = None,
) -> ViewState:
    """Return what a seat, or an spectator, may see of a game, with `parts`.

    With `at` it is what they were shown at that version. `stored` is the game as it was a moment ago. Raises
    VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame and SpectatorsOff.
    """
    stored = stored or read_stored(bottega, game_id)
    rules_of(bottega, stored.header)
    up_to = spectators.horizon(bottega, stored.header, bottega.sources.now, inside=seat is not None)
    head = stored.place.version
    latest = head if up_to is None else min(up_to, head)
    version = latest if at is None else at
    check_there(LogPosition(version), latest, None)
    if version == head and not (parts.events or parts.hints):
        return _at_head(bottega, stored, seat, parts)
    game = restored(bottega, stored)
    shown = history.rewound(bottega, game, version)
    answer = responses.begin(bottega, shown, parts, seat, after=0)
    place = stored.place if version == head else place_of(bottega, game_id, version)
    mark = _mark(shown.table, parts)
    return ViewState(lambda: answer.body(shown, seat), place, answer.hints_left, game.has_begun, mark)


def _at_head(bottega: Bottega, stored: StoredGame, seat: int | None, parts: Includes) -> ViewState:
    """Return what is seen of a game as it stands, of which nothing need be read any more, nor is until it is shown."""

    def show() -> bytes:
        return ResponseBuilder(parts).body(restored(bottega, stored), seat)

    begun = is_begun(stored.header, stored.info)
    return ViewState(show, stored.place, None, begun, _mark(stored.info, parts))


def _mark(table: GameInfo, parts: Includes) -> str:
    """Mark a view of after the game was aborted, and what is offered, if it is told."""
    offer = table.undo if parts.undo else None
    offered = "" if offer is None else f"-undo{offer.to}.{'.'.join(map(str, offer.agreed))}"
    return ("-aborted" if table.aborted_at else "") + offered


def legal_actions(bottega: Bottega, stored: StoredGame, seat: int) -> bytes:
    """Return every action that the seat may take now; none while it is not to act. Raises RulesNotHosted."""
    return presenters.legal_actions(restored(bottega, stored), seat)


def events(bottega: Bottega, game_id: str, viewer: int | None, place: LogPosition, limit: int) -> bytes:
    """Return up to `limit` events after a place, as a seat or an spectator may read them.

    Raises VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame and SpectatorsOff.
    """
    header = read_header(bottega, game_id)
    ruleset = rules_of(bottega, header)
    up_to = spectators.horizon(bottega, header, bottega.sources.now, inside=viewer is not None)
    version, entries = read_on(bottega, game_id, place, limit, up_to)
    told = [presenters.event(ruleset, entry, viewer) for entry in entries]
    return presenters.event_page(header, version, told, status(bottega, header, version, entries))


def result(bottega: Bottega, game_id: str, has_seat: Callable[[], bool]) -> bytes | None:
    """Return the score sheet of a finished game, None while it has not been scored.

    Whether the reader has a seat in it is asked where the game is one of a deal. Raises GameNotOver, GameAborted and
    DealInProgress.
    """
    header, scored = bottega.store.scored(game_id)
    if scored is None:
        check_over(load(bottega, game_id), GameNotOver("The result is known once nobody is to act any more."))
    if header is not None and header.deal and not has_seat():
        deals.check_open(bottega, header)
    return scored
