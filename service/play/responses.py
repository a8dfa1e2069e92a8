"""Answers to an action or a look: the view, with the parts that were asked for, all of one version."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import msgspec

from service.play import hints, history, log_positions, presenters
from service.play.bottega import Bottega
from service.play.game import Game
from service.play.includes import Includes
from service.play.presenters import Wire
from service.store import Event, LogPosition


@dataclass(frozen=True)
class ResponseBuilder:
    """An answer in the making: what is asked for, and what the log holds of it."""

    parts: Includes
    events: Sequence[Event] = ()
    before: Game | None = None
    """The game before the first event, to be carried on; None where nobody asks for patches."""
    hints_left: int | None = None
    """None where nobody asks, or nobody has hints."""

    def body(self, game: Game, seat: int | None, *own: Event) -> bytes:
        """Show a game with all that is asked for; `own` has come since the log was read. Good for one call."""
        body = presenters.view(game, seat)
        offered = presenters.next_decision(game, seat) if self.parts.actions else None
        if offered is not None:
            body["actions"] = offered["actions"]
        if self.parts.undo and seat is not None:
            body |= presenters.undo_offer(game)
        if self.hints_left is not None:
            body["hints_left"] = self.hints_left
        if self.parts.events:
            body["events"] = [self._told(game, event, seat) for event in (*self.events, *own)]
        return msgspec.json.encode(body)

    def _told(self, game: Game, event: Event, seat: int | None) -> Wire:
        """Show an event, with its patch if that is asked for."""
        if self.before is None:
            return presenters.event(game.ruleset, event, seat)
        return history.tell(self.before, event, seat, Includes(patches=True), is_last=False)


def begin(
    bottega: Bottega, game: Game, parts: Includes, seat: int | None, *, after: int, coming: int = 0
) -> ResponseBuilder:
    """Read what a seat, or an spectator, asks for besides the view.

    Events are those after `parts.since`, or else after `after`, up to the game's version; `coming` will be told too.
    Raises VersionNotReached.
    """
    answer = _with_events(bottega, game, parts, after, coming)
    if not parts.hints or seat is None or game.header.rated:
        return answer
    return replace(answer, hints_left=hints.left(bottega, game, seat))


def _with_events(bottega: Bottega, game: Game, parts: Includes, after: int, coming: int) -> ResponseBuilder:
    """Read the events that are asked for."""
    if not parts.events:
        return ResponseBuilder(parts)
    version, since = game.position.version, after if parts.since is None else parts.since
    log_positions.check_there(LogPosition(since), version, None)
    first = max(since, version + coming - parts.most)
    if not parts.patches:
        return ResponseBuilder(parts, history.log(bottega, game, first, version))
    if first == version:
        return ResponseBuilder(parts, (), history.copied(game))
    log, before = history.log(bottega, game, 0, version), history.opening(game)
    history.play_on(before, log[:first])
    return ResponseBuilder(parts, log[first:], before)
