"""Read games: views, legal actions and score sheets. Nothing here writes.

Responses are in wire form; `presenters` builds them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from msgspec import UNSET, structs

from service import problems
from service.game import deals, history, presenters, responses, spectators
from service.game.game import check_finished, game_of, is_started, load, read_stored, rules_of
from service.game.includes import NOTHING, Includes
from service.game.log_positions import check_position, position_of
from service.game.responses import ResponseBuilder
from service.installation import failed_jobs, jobs
from service.installation.installation import Installation
from service.resources.games import LegalActions
from service.store import GameInfo, LogPosition, StoredGame


@dataclass(frozen=True)
class ViewState:
    """A view, and what its bytes depend on besides caller and request."""

    show: Callable[[], bytes]
    """Builds the body; not called if the client has the view already."""
    position: LogPosition
    """Log position of its version."""
    hints_left: int | None
    """The number of hints left; None if the body does not contain it."""
    has_started: bool
    """Whether the game has started. Before that, seats may change hands without an event."""
    mark: str = ""
    """The shown parts of the game info that can change without an event."""

    @cached_property
    def body(self) -> bytes:
        """Return the body of the view."""
        return self.show()


def view(
    installation: Installation,
    game_id: str,
    seat: int | None,
    at: int | None = None,
    parts: Includes = NOTHING,
    *,
    stored: StoredGame | None = None,
) -> ViewState:
    """Return what a seat or a spectator sees of a game, with `parts`.

    `at` selects the view after the event of a version, and before an abort. `stored` is a recent copy of the game.
    Raises VersionNotReached, GameNotFound, RulesNotHosted, PrivateGame and SpectatorsOff.
    """
    stored = stored or read_stored(installation, game_id)
    rules_of(installation, stored.header)
    up_to = spectators.horizon(installation, stored.header, installation.sources.now, inside=seat is not None)
    head = stored.position.number
    latest = head if up_to is None else min(up_to, head)
    version = latest if at is None else at
    check_position(LogPosition(version), latest, None)
    if up_to is not None or at is not None:  # an abort changes no earlier view, not even that of the last event
        stored = structs.replace(stored, info=structs.replace(stored.info, aborted_at="", fault=UNSET))
    if version == head and not (parts.events or parts.hints):
        return _at_head(installation, stored, seat, parts)
    game = game_of(installation, stored)
    shown = history.rewound(installation, game, version)
    response = responses.prepare(installation, shown, parts, seat, after=0)
    position = stored.position if version == head else position_of(installation, game_id, version)
    mark = _mark(shown.info, parts)
    return ViewState(lambda: response.body(shown, seat), position, response.hints_left, game.has_started, mark)


def _at_head(installation: Installation, stored: StoredGame, seat: int | None, parts: Includes) -> ViewState:
    """Return the view of the current version, without reading more. Its body is built when needed."""

    def show() -> bytes:
        return ResponseBuilder(parts).body(game_of(installation, stored), seat)

    started = is_started(stored.header, stored.info)
    return ViewState(show, stored.position, None, started, _mark(stored.info, parts))


def _mark(info: GameInfo, parts: Includes) -> str:
    """Return the parts of the entity tag for an abort, a fault and an undo request."""
    offer = info.undo if parts.undo else UNSET
    offered = "" if offer is UNSET else f"-undo{offer.to}.{'.'.join(map(str, offer.agreed))}"
    stopped = "-aborted" if info.aborted_at else "" if info.fault is UNSET else "-faulty"
    return stopped + offered


def legal_actions(installation: Installation, stored: StoredGame, seat: int) -> LegalActions:
    """Return the legal actions of a seat; none while it need not act. Raises RulesNotHosted."""
    return presenters.legal_actions(game_of(installation, stored), seat)


def result(installation: Installation, game_id: str, has_seat: Callable[[], bool]) -> bytes | None:
    """Return the score sheet of a finished game, None while it has not been scored.

    `has_seat` returns whether the caller has a seat. It is called only for a game of a deal, or an abort. Raises
    GameNotOver, GameAborted, DealInProgress, and InternalError if scoring keeps failing.
    """
    header, scored = installation.store.results.with_header(game_id)
    if scored is None:
        game = spectators.seen(installation, load(installation, game_id), has_seat)
        check_finished(game, problems.GameNotOver("Read the result once the game has ended."))
        if failed_jobs.is_stopped(installation, jobs.scoring(game_id).work):
            raise problems.InternalError(problems.STOPPED)
    if header is not None and header.deal and not has_seat():
        deals.check_open(installation, header)
    return scored
