"""Build responses to actions and views, with the requested parts, all of one version."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec
from msgspec import UNSET

from service.game import hints, history, log_positions, presenters
from service.game.game import Game
from service.game.includes import Includes
from service.game.presenters import Extra
from service.installation.installation import Installation
from service.resources.events import Event as ShownEvent
from service.store import Event, LogPosition


@dataclass(frozen=True)
class ResponseBuilder:
    """The parts requested for a response, with their events from the log."""

    parts: Includes
    events: Sequence[Event] = ()
    before: Game | None = None
    """The game before the first event, to which events are applied in place; None without patches."""
    hints_left: int | None = None
    """The number of hints left; None if not requested or the game has no hints."""

    def body(self, game: Game, seat: int | None, *own: Event) -> bytes:
        """Return the view of a game with all requested parts. Call it once.

        The events of `own` follow those read from the log.
        """
        offered = presenters.next_decision(game, seat) if self.parts.actions else None
        extra = Extra(
            offered,
            game.info.undo or UNSET if self.parts.undo and seat is not None else UNSET,
            UNSET if self.hints_left is None else self.hints_left,
            tuple(self._shown(game, event, seat) for event in (*self.events, *own)) if self.parts.events else UNSET,
            history.setup_facts(game, seat) if self.parts.setup else UNSET,
        )
        return msgspec.json.encode(presenters.view(game, seat, extra))

    def _shown(self, game: Game, event: Event, seat: int | None) -> ShownEvent:
        """Return an event, with its patch if requested."""
        if self.before is None:
            return presenters.event(game.ruleset, event, seat)
        return history.show_event(self.before, event, seat, Includes(patches=True), is_last=False)


def prepare(
    installation: Installation, game: Game, parts: Includes, seat: int | None, *, after: int, own_events: int = 0
) -> ResponseBuilder:
    """Read the requested parts of a response for a seat or spectator.

    Events are those after `parts.since`, or else after `after`, up to the game's version; `own_events` is the
    number of events that will follow. Raises VersionNotReached.
    """
    response = _with_events(installation, game, parts, after, own_events)
    if not parts.hints or seat is None or game.header.rated:
        return response
    return replace(response, hints_left=hints.hints_left(installation, game, seat))


def _with_events(
    installation: Installation, game: Game, parts: Includes, after: int, own_events: int
) -> ResponseBuilder:
    """Read the requested events."""
    if not parts.events:
        return ResponseBuilder(parts)
    version, since = game.position.version, after if parts.since is None else parts.since
    log_positions.check_position(LogPosition(since), version, None)
    first = max(since, version + own_events - parts.most)
    if not parts.patches:
        return ResponseBuilder(parts, history.log(installation, game, first, version))
    if first == version:
        return ResponseBuilder(parts, (), history.copied(game))
    log, before = history.log(installation, game, 0, version), history.opening(game)
    history.apply_events(before, log[:first])
    return ResponseBuilder(parts, log[first:], before)
