"""Follow a game, the notices of a player or a tournament: each entry once and in order, over all connections."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Literal, TypedDict

import httpx

from bottega_client.delivered import RELOADING, SURROUNDINGS, AnyMessage, Delivered, Json, Message
from bottega_client.errors import NetworkError, Problem, is_passing
from bottega_client.flows import Emit, Flow, Pause, Read
from bottega_client.http import Requests
from bottega_client.patch import apply_patch
from bottega_client.serversent import EventParser

SLOWEST_SECONDS = 15.0
"""Longest pause before a new connection, unless the service requests a longer one."""
POLL_SECONDS = 20
BROKEN_STREAMS = 3
"""Streams in a row without an entry, after which pages are polled; a stream is tried again after ever more pages."""
FINAL = ("over", "aborted", "cancelled")


class How(TypedDict, total=False):
    """How a log is followed."""

    token: str | None
    """Seat token or player key; default: that of the client."""
    after: str | int
    """Id of the last known entry; default: all entries follow."""
    include: str
    """Extra parts of entries, and what changes without an event, separated by commas. With `rematch` a stream waits for
    the rematch of a finished game."""
    transport: Literal["stream", "poll"]
    """The only one to use; default: streams, and polls where streams fail."""
    wait: Callable[[], int]
    """Returns the seconds that a poll waits; default: 20."""
    limit: int
    """Entries of a page."""
    on_connection: Callable[[bool], object]
    """Called with whether the connection is up."""


class Subscription(How, total=False):
    """What is followed and how: exactly one of `game`, `me` and `tournament`."""

    game: str
    me: Literal[True]
    tournament: str
    view: bool
    """Start with the view of the game, and add to each message the view after it."""


def _emit(message: AnyMessage) -> Flow[bool]:
    yield Emit(message)
    return False


def _nothing() -> Flow[None]:
    yield from ()


def reader_of(
    requests: Requests,
    subscription: Subscription,
    take: Callable[[AnyMessage], Flow[bool | None]] = _emit,
    after_silence: Callable[[], Flow[None]] = _nothing,
) -> "Reader":
    """Return the reader of a subscription; `take` may end it by returning true."""
    game, tournament = subscription.get("game"), subscription.get("tournament")
    path = f"/games/{game}" if game else f"/tournaments/{tournament}" if tournament else "/me"
    return Reader(requests, path, "event" if game or tournament else "notice", subscription, take, after_silence)


@dataclass
class Reader:
    """A followed log, the position in it, and the view of its game."""

    requests: Requests
    path: str
    type: str
    """The type of the messages that are entries."""
    subscription: Subscription
    take: Callable[[AnyMessage], Flow[bool | None]]
    """What happens to each message."""
    after_silence: Callable[[], Flow[None]] = _nothing
    """What happens at the start of each stream, after its silences of 15 seconds, and after each empty page."""
    view: Json | None = None
    broken: int = 0
    """Number of streams in a row without an entry."""
    is_up: bool | None = None
    """Whether the last request had a response; None before the first one."""
    is_open: bool = False
    """Whether the game had not started when its view or page was read."""
    tag: str | None = None
    """The `state_tag` of the last page whose messages were emitted."""
    is_first: bool = False
    """Whether the next page is the first one, which returns at once."""

    def __post_init__(self) -> None:
        self.has_views = self.subscription.get("view", False)
        self.token = self.subscription.get("token")
        self.include = self.subscription.get("include", "")
        if self.has_views:
            self.include = ",".join(dict.fromkeys([*filter(None, self.include.split(",")), "patches"]))
        waits = "rematch" in self.include.split(",")
        self.delivered = Delivered(self.type, self.subscription.get("after"), waits)

    def messages(self) -> Flow[None]:
        """Emit messages until the log ends. Raises Problem if the service rejects the request."""
        failures = 0
        while True:
            before, wait = self.delivered.after, 0.0
            try:
                if (yield from self._read()):
                    return
            except Problem as problem:
                wait = problem.retry_after
                if problem.code == "notices_deleted":
                    self.delivered.after = problem.body.get("after")
                    yield from self.take(Message("deleted", problem.body))
                elif problem.code == "version_not_reached" and self.has_views:
                    self.view = None  # the service has lost its last data
                    self.delivered.decision = None
                elif not is_passing(problem.status):
                    raise
            except (NetworkError, httpx.RequestError):
                pass
            failures = failures + 1 if self.delivered.after == before else 0
            self._report(is_up=False)
            yield Pause(max(wait, _seconds_after(failures)))

    def pages(self) -> Flow[None]:
        """Emit a page for each long poll until the log ends. Raises Problem if the service rejects the request."""
        while True:
            page = yield from self._page(inf)
            yield Emit(page)
            for entry in page["events"]:
                self.delivered.advance(entry)
            self.tag = page.get("state_tag")
            if not page["events"] and page.get("status") in FINAL:
                return

    def _read(self) -> Flow[bool]:
        """Emit messages until the connection breaks; return whether the log has ended."""
        if self.has_views and self.view is None:
            view = yield from self._load_view()
            self.delivered.after, self.is_open = view["version"], view["status"] == "open"
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
            headers=self.delivered.position,
            attempts=1,
        )
        if response.status_code == 204:
            return (yield from self._polled(inf))  # a page says how the log ended
        self._report(is_up=True)
        if (yield from self._missed_start()):
            return True
        parser = EventParser()
        while content := (yield Read()):
            messages = list(parser.feed(content))
            for message in messages:
                self.broken = 0 if message.type == self.type else self.broken
                if (yield from self._deliver(message)):
                    return True
            if not messages:
                yield from self.after_silence()
        return False

    def _polled(self, pages: float) -> Flow[bool]:
        """Emit the messages that a stream would have, by long polls, until this number of pages has had entries."""
        self.is_first = True
        decision = yield from self._pending_decision()
        if decision and (yield from self._deliver(Message("next_decision", decision, self.delivered.last_id))):
            return True
        while pages > 0:
            page = yield from self._page(1)
            if page.get("status") != "open" and (yield from self._missed_start()):
                return True
            self.is_open = page.get("status") == "open"
            for entry in page["events"]:
                message: AnyMessage = Message(self.type, entry, str(entry.get("id", entry.get("number"))))
                if (yield from self._deliver(message)):
                    return True
            surroundings = page.get("surroundings", {})
            rematch = {"rematch": surroundings.pop("rematch")} if "rematch" in surroundings else {}
            if (yield from self._deliver_surroundings(surroundings)):
                return True
            self.tag, self.is_first = page.get("state_tag"), False
            if not page["events"] and page.get("status") in FINAL:
                yield from self._end(page)
                yield from self._deliver_surroundings(rematch)
                return True
            if not page["events"]:
                yield from self.after_silence()
            pages -= bool(page["events"])
        return False

    def _missed_start(self) -> Flow[bool]:
        """Emit the start of a game between the view or page that was read and now."""
        if not self.is_open:
            return False
        game: Json = yield from self.requests.call("GET", self.path, token=self.token, attempts=1)
        if game["status"] not in ("running", "over"):
            return False
        self.is_open = False
        data = {"ruleset": game["ruleset"], "version": self.delivered.version}
        return (yield from self._deliver(Message("started", data, self.delivered.last_id)))

    def _deliver_surroundings(self, surroundings: Json) -> Flow[bool]:
        """Emit a message for each part of the surroundings that has changed."""
        for kind in (each for each in SURROUNDINGS if each in surroundings):
            message: AnyMessage = Message(kind, {kind: surroundings[kind]}, self.delivered.last_id)
            if (yield from self._deliver(message)):
                return True
        return False

    def _end(self, page: Json) -> Flow[None]:
        """Emit the messages at the end of a log."""
        last = self.delivered.last_id
        if "aborted" in page:
            yield from self._deliver(Message("aborted", page["aborted"], last))
        yield from self._deliver(Message("over", self._ending(page), last))

    def _ending(self, page: Json) -> Json:
        """Return the data of the message `over`."""
        if "tournament" in self.subscription:
            return {"status": page["status"]}
        return {"version": page["version"], **({"status": "aborted"} if page["status"] == "aborted" else {})}

    def _page(self, attempts: float) -> Flow[Json]:
        wait = self.subscription.get("wait", lambda: POLL_SECONDS)
        query = {
            "wait": 0 if self.is_first or self.is_up is False else wait(),  # to see whether the service responds
            "include": self.include or None,
            "limit": self.subscription.get("limit"),
            "state_tag": self.tag,
        }
        page: Json = yield from self.requests.call(
            "GET", f"{self.path}/events", query, token=self.token, headers=self.delivered.position, attempts=attempts
        )
        self._report(is_up=True)
        return page

    def _pending_decision(self) -> Flow[Json | None]:
        """Return the decision that the seat must make now, if decisions are requested and no event will have it."""
        if self.type != "event" or "actions" not in self.include:
            return None
        try:
            legal: Json = yield from self.requests.call("GET", f"{self.path}/actions", token=self.token, attempts=1)
        except Problem as problem:
            if is_passing(problem.status):
                raise
            return None
        if "decision" not in legal or legal["version"] > self.delivered.version:
            return None
        decision = {name: legal[name] for name in ("decision", "actions", "previews") if name in legal}
        return {"ruleset": legal["ruleset"], "version": legal["version"], "next_decision": decision}

    def _deliver(self, message: AnyMessage) -> Flow[bool]:
        """Take a message unless its entry was delivered before; return whether the log has ended."""
        if not self.delivered.is_new(message):
            return False
        if self.has_views:
            yield from self._update_view(message)
        decision = self.delivered.new_decision(message.data)
        is_done = yield from self.take(replace(message, view=self.view, decision=decision))
        return bool(is_done) or self.delivered.is_last(message)

    def _update_view(self, message: AnyMessage) -> Flow[None]:
        view, event = self.view or {}, message.data
        if message.type == "event" and event["version"] == view["version"] + 1 and "patch" in event:
            with suppress(ValueError):  # the patch does not fit
                self.view = apply_patch(view, event["patch"])
                return
        if message.type in RELOADING or (message.type == "event" and event["version"] > view["version"]):
            yield from self._load_view()

    def _load_view(self) -> Flow[Json]:
        view: Json = yield from self.requests.call("GET", f"{self.path}/view", token=self.token, attempts=inf)
        self.view = view
        return view

    def _report(self, *, is_up: bool) -> None:
        """Report whether the last request had a response, if that has changed."""
        if is_up != self.is_up and "on_connection" in self.subscription:
            self.subscription["on_connection"](is_up)
        self.is_up = is_up


def _seconds_after(failures: int) -> float:
    """Return the pause after some failures in a row, spread so that clients do not all return at once."""
    spread: float = 0.5 + random.random()  # noqa: S311 - no secret
    return spread * min(SLOWEST_SECONDS, 0.5 * 2 ** min(failures, 10) if failures else 0.1)
