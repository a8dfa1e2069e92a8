"""Read the log of a game as its seats and spectators may see it."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import msgspec
from msgspec import UNSET, UnsetType

from domain.clock import SECOND
from service.game import game_info, history, presenters, spectators
from service.game.clocks import moment_of
from service.game.game import Game, read_header, rules_of
from service.game.includes import NOTHING, Includes
from service.game.log_positions import read_on, status
from service.installation.installation import Installation
from service.live.event_hub import SharedEvent
from service.players.credentials import Credential
from service.players.presence import seat_sign
from service.resources.events import AbortedGame, EventPage
from service.resources.events import Event as ShownEvent
from service.resources.stream_messages import EndedGame, OfferedDecision, StartedGame
from service.resources.surroundings import Surroundings
from service.resources.types import ENDED
from service.store import START, Event, LogPosition, Status
from service.streams.streams import Log, Message, Page, poll
from service.streams.surroundings import GameSurroundings, tag_of_state

CHECK_SECONDS = 1.0
"""How often a client of a delayed log checks for visible events."""
REMATCH_SECONDS = 3600.0
"""How long after the end of its game a stream waits for the rematch."""
SHORTEST_SECONDS = 0.1
"""Shortest wait for the absence of a player."""


class GameLog(Log[SharedEvent]):
    """The log of a game as the seat of a credential, or a spectator, may see it."""

    def __init__(
        self,
        installation: Installation,
        game_id: str,
        credential: Credential,
        position: LogPosition = START,
        parts: Includes = NOTHING,
    ) -> None:
        """Prepare to read after a position, with `parts`.

        Raises GameNotFound and RulesNotHosted; with parts, also the problems of `read`.
        """
        self.game_id, self._viewer, self._parts = game_id, credential.seat, parts
        self._header = read_header(installation, game_id)
        self._ruleset = rules_of(installation, self._header)
        sign = seat_sign(installation, game_id, self._viewer, enabled=self._header.presence)
        super().__init__(installation, credential, game_id, sign=sign)
        if self._header.spectators.kind == "delayed" and self._viewer is None:
            self.sources, self.pause = (), CHECK_SECONDS  # an announcement would reveal a hidden event
        self.version = 0
        """The version of the log as far as known."""
        self.status: Status = "running"
        """The status of the game when the log was read, as far as the caller may know it."""
        self._aborted_at = ""
        self._surroundings = GameSurroundings(installation, self._header, self._viewer, parts.surroundings)
        self._seen: Surroundings | None = None
        """The surroundings as they were read after the log; None if they were not."""
        self._ended_at = 0.0
        """The Unix time of the end, once it is known."""
        self._has_ended = False
        """Whether the client has received the end."""
        self._has_sent = False
        """Whether the client has received a message, and with it the pending decision."""
        self._game: Game | None = None
        """With parts: the game after the last event that was shown, which is changed in place."""
        if parts.patches or (parts.actions and self._viewer is not None):
            self.read(position, 1)
            self._game = history.with_undo_steps(installation, history.game_at(installation, game_id, position.number))

    def read(self, position: LogPosition, limit: int) -> Page[SharedEvent]:
        """Return up to `limit` events after a position.

        Raises VersionNotReached, GameNotFound, PrivateGame and SpectatorsOff.
        """
        self._seen = None
        key = self.game_id, position, limit, self._viewer is None
        found = self.installation.hub.reads.read(key, lambda: self._read(position, limit))
        self.version, entries, now, self._aborted_at = found
        has_started = self.status == "open" and now in ("running", "over")
        if has_started and self._game is not None:
            self._game = self._after_start(self._game)
        self.status, self._has_sent = now, self._has_sent and not has_started
        is_last = now in ENDED and len(entries) < limit
        if now == "over" and not self._ended_at and "rematch" in self._surroundings.parts:
            self._ended_at = self._time_of(self.installation.store.last_event(self.game_id))
        reached = entries[-1].event.position if entries else position
        return Page(entries, reached, is_last, position if has_started else None)

    def announced(self, update: SharedEvent, position: LogPosition) -> Page[SharedEvent] | None:
        """Return a page with the announced event if it is the next one of a game that has started."""
        event = update.event
        if self.status == "open" or event.version != position.number + 1:
            return None
        self.version = event.version
        if event.over:
            self.status, self._ended_at = "over", self._time_of(event)
        return Page((update,), event.position, is_last=event.over)

    def messages(self, page: Page[SharedEvent]) -> Iterator[Message]:
        """Yield a message for the start of the game, each event, each change of the surroundings, and the end.

        The rematch follows the end. If actions were requested, no event waits and a decision is pending, the first
        message has the legal actions.
        """
        if page.started_at is not None:
            started = StartedGame(self._ruleset.name, page.started_at.number)
            yield Message(str(page.started_at), "started", msgspec.json.encode(started))
        for shared in page.entries:
            yield Message(str(shared.event.position), "event", self._text(shared))
        if not page.entries and not page.is_last and not self._has_sent:
            yield from self._pending_decision(page.position)
        self._has_sent = True
        changes = [Message(str(page.position), part, data) for part, data in self._surroundings.changes()]
        yield from (each for each in changes if each.type != "rematch")
        if page.is_last and not self._has_ended:
            yield from self._ending(page.position)
        self._has_ended = page.is_last
        yield from (each for each in changes if each.type == "rematch")

    def _ending(self, position: LogPosition) -> Iterator[Message]:
        """Yield the messages at the end of the log."""
        if self.status == "aborted":
            yield Message(str(position), "aborted", msgspec.json.encode(self.abort()))
        ended = EndedGame(position.number, "aborted" if self.status == "aborted" else UNSET)
        yield Message(str(position), "over", msgspec.json.encode(ended))

    def surroundings(self) -> Surroundings | UnsetType:
        """Return the requested surroundings; UNSET if none were requested. Raises GameNotFound and one of OUTAGES.

        They are read once after each read of the log.
        """
        if not self._parts.surroundings:
            return UNSET
        self._seen = self._seen or self._surroundings.read_all()
        return self._seen

    def state_tag(self) -> str:
        """Return the tag of the status and the surroundings. Raises what `surroundings` raises."""
        return tag_of_state(self.status, self.surroundings())

    def has_changed(self, known: str) -> bool:
        """Whether the status or the surroundings are others than those with a tag.

        A client without a tag does not have the surroundings yet. Raises what `surroundings` raises.
        """
        return self.state_tag() != known if known else bool(self._parts.surroundings)

    def awaits_more(self) -> bool:
        """Whether the finished game may still get the rematch that the caller waits for."""
        waits = "rematch" in self._surroundings.parts and not self._surroundings.has_rematch
        if not waits or self.status != "over":
            return False
        return self.installation.sources.now().timestamp() < self._ended_at + REMATCH_SECONDS

    def patience(self) -> float:
        """Return the seconds until a player may count as absent."""
        return max(self._surroundings.changes_at - self.installation.sources.now().timestamp(), SHORTEST_SECONDS)

    def moved(self, position: LogPosition) -> "GameLog":
        """Return the log as the caller may see it now, to be read after a position."""
        return GameLog(self.installation, self.game_id, self.credential.moved(self.installation), position, self._parts)

    def abort(self) -> AbortedGame:
        """Return the abort of the game, after all its events were shown."""
        reason = self.installation.store.info(self.game_id).abort_reason
        if self._game is not None:
            return history.show_abort(self._game, self._viewer, self._aborted_at, reason, self._parts)
        return AbortedGame(version=self.version, status="aborted", at=self._aborted_at, abort_reason=reason or UNSET)

    def shown(self, events: Iterable[Event]) -> Iterator[ShownEvent]:
        """Yield the next events with the requested parts."""
        if self._game is None:
            return (presenters.event(self._ruleset, event, self._viewer) for event in events)
        return history.show_events(self._game, events, self._viewer, self._parts, version=self.version)

    def _text(self, shared: SharedEvent) -> bytes:
        """Return an event as JSON on one line, encoded once for all viewers who see the same."""
        is_last = shared.event.version == self.version
        key = self._viewer, self._parts.patches, self._parts.actions and is_last and self._game is not None
        if key not in shared.texts:
            (shown,) = self.shown((shared.event,))
            shared.texts[key] = msgspec.json.encode(shown)
        elif self._game is not None:
            history.apply_events(self._game, (shared.event,))
        return shared.texts[key]

    def _pending_decision(self, position: LogPosition) -> Iterator[Message]:
        """Yield a message with the caller's pending decision, if actions were requested and there is one."""
        game = self._game
        offered = presenters.next_decision(game, self._viewer) if game is not None and self._parts.actions else None
        if offered is not None:
            data = OfferedDecision(self._ruleset.name, position.number, offered)
            yield Message(str(position), "next_decision", msgspec.json.encode(data))

    def _time_of(self, event: Event | None) -> float:
        """Return the Unix time of an event. With a virtual clock it may lie in the future, and counts as now."""
        now = self.installation.sources.now().timestamp()
        return now if event is None else min(moment_of(event.at) / SECOND, now)

    def _after_start(self, game: Game) -> Game:
        """Return a game after its start, which is no event."""
        info = self.installation.store.info(self.game_id)
        return replace(game, info=game_info.after_start(game.header, info, game.ruleset.to_act(game.position.state)))

    def _read(self, position: LogPosition, limit: int) -> tuple[int, list[SharedEvent], Status, str]:
        """Return the version, the events after a position, the status, and when the game was aborted.

        They are the same for all seats, and for all spectators.
        """
        installation, is_inside = self.installation, self._viewer is not None
        up_to = spectators.horizon(installation, self._header, installation.sources.now, inside=is_inside)
        version, events = read_on(installation, self.game_id, position, limit, up_to)
        if not events and not position.number:
            read_header(installation, self.game_id)  # with events, their loss shows that the game was removed
        now, aborted_at = status(installation, self._header, version, events, with_abort=up_to is None)
        if now == "aborted":  # it may have had another event before
            version, events = read_on(installation, self.game_id, position, limit)
        return version, [SharedEvent(event) for event in events], now, aborted_at


def events(log: GameLog, position: LogPosition, limit: int, seconds: float, tag: str = "") -> EventPage:
    """Return up to `limit` events after a position; wait up to `seconds` for one if there are none.

    It waits only while the status and the surroundings are those with the tag. If the caller got or lost a seat during
    the wait, the events are those that the caller may see now. Raises VersionNotReached, GameNotFound, PrivateGame,
    SpectatorsOff and TooManySpectators, and InvalidToken if the credential ended during the wait.
    """
    page = poll(log, position, limit, seconds, lambda: log.has_changed(tag))
    if seconds and log.credential.has_moved(log.installation):
        return events(log.moved(position), position, limit, 0)
    shown = tuple(log.shown(shared.event for shared in page.entries))
    aborted = log.abort() if page.is_last and log.status == "aborted" else UNSET
    return EventPage(log.game_id, log.version, log.status, log.state_tag(), shown, aborted, log.surroundings())
