"""Follow a game, the notices of a player or a tournament: each entry once and in order, over all connections."""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal, TypedDict

import httpx

from bottega_client.errors import NetworkError, Problem, is_passing
from bottega_client.flows import Emit, Flow, Pause, Read
from bottega_client.http import Requests
from bottega_client.patch import apply_patch

Json = dict[str, Any]

SLOWEST_SECONDS = 15.0
"""Longest pause before a new connection, unless the service requests a longer one."""
POLL_SECONDS = 20
BROKEN_STREAMS = 3
"""Streams in a row without an entry, after which pages are polled; a stream is tried again after ever more pages."""
FINAL = ("over", "aborted", "cancelled")
MESSAGE_TYPES = {
    "game": ("event", "started", "next_decision", "aborted", "over"),
    "me": ("notice",),
    "tournament": ("event", "over"),
}
"""The types of messages in each kind of stream."""
RELOADING = ("started", "aborted", "over")
"""The types of messages after which a view is read again."""


@dataclass(frozen=True)
class Message:
    """A message of a followed log.

    `type` is `event` or `notice` for an entry, and otherwise `view`, `started`, `next_decision`, `aborted`, `over` or
    `deleted`.
    """

    type: str
    data: Json
    id: str = ""
    view: Json | None = None
    """The view of the game after this message, if views are wanted."""


class Subscription(TypedDict, total=False):
    """What is followed and how: exactly one of `game`, `me` and `tournament`."""

    game: str
    me: Literal[True]
    tournament: str
    token: str | None
    """Seat token or player key; default: that of the client."""
    after: str | int
    """Id of the last known entry; default: all entries follow."""
    include: str
    """Extra parts of entries, separated by commas."""
    view: bool
    """Start with the view of the game, and add to each message the view after it."""
    transport: Literal["stream", "poll"]
    """The only one to use; default: streams, and polls where streams fail."""
    wait: Callable[[], int]
    """Returns the seconds that a poll waits; default: 20."""
    limit: int
    """Entries of a page."""
    on_connection: Callable[[bool], object]
    """Called with whether the connection is up."""


def _emit(message: Message) -> Flow[bool]:
    yield Emit(message)
    return False


def reader_of(
    requests: Requests, subscription: Subscription, take: Callable[[Message], Flow[bool | None]] = _emit
) -> "Reader":
    """Return the reader of a subscription; `take` may end it by returning true."""
    game, tournament = subscription.get("game"), subscription.get("tournament")
    path = f"/games/{game}" if game else f"/tournaments/{tournament}" if tournament else "/me"
    return Reader(requests, path, "event" if game or tournament else "notice", subscription, take)


@dataclass
class Reader:
    """A followed log, the position in it, and the view of its game."""

    requests: Requests
    path: str
    type: str
    """The type of the messages that are entries."""
    subscription: Subscription
    take: Callable[[Message], Flow[bool | None]]
    """What happens to each message."""
    after: str | int | None = None
    view: Json | None = None
    broken: int = 0
    """Number of streams in a row without an entry."""
    is_open: bool = False
    """Whether the last page was that of a game that had not started."""

    def __post_init__(self) -> None:
        self.after = self.subscription.get("after")
        self.has_views = self.subscription.get("view", False)
        self.token = self.subscription.get("token")
        self.include = self.subscription.get("include", "")
        if self.has_views:
            self.include = ",".join(dict.fromkeys([*filter(None, self.include.split(",")), "patches"]))

    def messages(self) -> Flow[None]:
        """Emit messages until the log ends. Raises Problem if the service rejects the request."""
        failures = 0
        while True:
            before, wait = self.after, 0.0
            try:
                if (yield from self._read()):
                    return
            except Problem as problem:
                wait = problem.retry_after
                if problem.code == "notices_deleted":
                    self.after = problem.body["after"]
                    yield from self.take(Message("deleted", problem.body))
                elif problem.code == "version_not_reached" and self.has_views:
                    self.view = None  # the service has lost its last data
                elif not is_passing(problem.status):
                    raise
            except (NetworkError, httpx.RequestError):
                pass
            failures = failures + 1 if self.after == before else 0
            self._report(is_up=False)
            yield Pause(max(wait, _seconds_after(failures)))

    def pages(self) -> Flow[None]:
        """Emit a page for each long poll until the log ends. Raises Problem if the service rejects the request."""
        while True:
            page = yield from self._page(inf)
            yield Emit(page)
            for entry in page["events"]:
                self._advance(entry)
            if not page["events"] and page.get("status") in FINAL:
                return

    def _read(self) -> Flow[bool]:
        """Emit messages until the connection breaks; return whether the log has ended."""
        if self.has_views and self.view is None:
            view = yield from self._load_view()
            self.after = view["version"]
            yield from self.take(Message("view", view, view=view))
        transport = self.subscription.get("transport")
        if transport == "poll":
            return (yield from self._polled(inf))
        if transport is None and self.broken >= BROKEN_STREAMS:
            return (yield from self._polled(2**self.broken))
        self.broken += 1
        return (yield from self._streamed())

    def _streamed(self) -> Flow[bool]:
        """Emit the messages of one stream."""
        response = yield from self.requests.send(
            "GET",
            f"{self.path}/events/stream",
            {"include": self.include or None},
            is_stream=True,
            token=self.token,
            headers=self._position(),
            attempts=1,
        )
        if response.status_code == 204:
            return (yield from self._polled(inf))  # a page says how the log ended
        self._report(is_up=True)
        parser = EventParser()
        while content := (yield Read()):
            for message in parser.feed(content):
                self.broken = 0 if message.type == self.type else self.broken
                if (yield from self._deliver(message)):
                    return True
        return False

    def _polled(self, pages: float) -> Flow[bool]:
        """Emit the messages that a stream would have, by long polls, until this number of pages has had entries."""
        decision = yield from self._pending_decision()
        if decision and (yield from self._deliver(Message("next_decision", decision))):
            return True
        while pages > 0:
            page = yield from self._page(1)
            is_started = self.is_open and page.get("status") != "open"
            self.is_open = page.get("status") == "open"
            if is_started:
                yield from self._deliver(Message("started", {"version": page["version"]}))
            for entry in page["events"]:
                message = Message(self.type, entry, str(entry.get("id", entry.get("number"))))
                if (yield from self._deliver(message)):
                    return True
            if not page["events"] and page.get("status") in FINAL:
                return (yield from self._end(page))
            pages -= bool(page["events"])
        return False

    def _end(self, page: Json) -> Flow[bool]:
        """Emit the messages at the end of a log."""
        if "aborted" in page:
            yield from self._deliver(Message("aborted", page["aborted"]))
        return (yield from self._deliver(Message("over", {"status": page["status"]})))

    def _page(self, attempts: float) -> Flow[Json]:
        query = {
            "wait": self.subscription.get("wait", lambda: POLL_SECONDS)(),
            "include": self.include or None,
            "limit": self.subscription.get("limit"),
        }
        page: Json = yield from self.requests.call(
            "GET", f"{self.path}/events", query, token=self.token, headers=self._position(), attempts=attempts
        )
        self._report(is_up=True)
        return page

    def _pending_decision(self) -> Flow[Json | None]:
        """Return the decision that the seat must make now, if decisions are wanted and no event will have it."""
        if self.type != "event" or "actions" not in self.include:
            return None
        try:
            legal: Json = yield from self.requests.call("GET", f"{self.path}/actions", token=self.token, attempts=1)
        except Problem as problem:
            if is_passing(problem.status):
                raise
            return None
        if "decision" not in legal or legal["version"] > _version(self.after):
            return None
        return {"ruleset": legal.pop("ruleset"), "version": legal.pop("version"), "next_decision": legal}

    def _deliver(self, message: Message) -> Flow[bool]:
        """Take a message unless its entry was delivered before; return whether the log has ended."""
        if message.type == self.type and not self._advance(message.data):
            return False
        if self.has_views:
            yield from self._update_view(message)
        is_done = yield from self.take(replace(message, view=self.view))
        return bool(is_done) or message.type == "over"

    def _update_view(self, message: Message) -> Flow[None]:
        view, event = self.view or {}, message.data
        if message.type == "event" and event["version"] == view["version"] + 1 and "patch" in event:
            with suppress(LookupError):  # the patch does not fit
                self.view = apply_patch(view, event["patch"])
                return
        if message.type in RELOADING or (message.type == "event" and event["version"] > view["version"]):
            yield from self._load_view()

    def _load_view(self) -> Flow[Json]:
        view: Json = yield from self.requests.call("GET", f"{self.path}/view", token=self.token, attempts=inf)
        self.view = view
        return view

    def _advance(self, entry: Json) -> bool:
        """Note an entry as the last one; false if it was delivered before."""
        position = entry.get("id") or entry.get("number") or entry["version"]
        if self._order(position) <= self._order(self.after or 0):
            return False
        self.after = position
        return True

    def _order(self, position: str | int) -> tuple[int, int]:
        """Return what orders positions: time and count of a notice, or the version of an event."""
        first, _, second = str(position).partition("-")
        return int(first), int(second or 0) if self.type == "notice" else 0

    def _position(self) -> dict[str, str]:
        return {} if self.after is None else {"Last-Event-ID": str(self.after)}

    def _report(self, *, is_up: bool) -> None:
        if "on_connection" in self.subscription:
            self.subscription["on_connection"](is_up)


def _version(after: str | int | None) -> int:
    return int(str(after or 0).partition("-")[0])


def _seconds_after(failures: int) -> float:
    """Return the pause after some failures in a row, spread so that clients do not all return at once."""
    spread: float = 0.5 + random.random()  # noqa: S311 - no secret
    return spread * min(SLOWEST_SECONDS, 0.5 * 2 ** min(failures, 10) if failures else 0.1)


class EventParser:
    """Parses server-sent events from bytes as they arrive."""

    def __init__(self) -> None:
        self.rest = b""

    def feed(self, content: bytes) -> Iterator[Message]:
        """Return the messages that are complete after these bytes."""
        *blocks, self.rest = (self.rest + content).split(b"\n\n")
        for block in blocks:
            fields = dict(line.partition(": ")[::2] for line in block.decode().split("\n"))
            if "data" in fields:
                yield Message(fields["event"], json.loads(fields["data"]), fields.get("id", ""))
