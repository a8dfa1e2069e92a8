"""The synchronous and the asynchronous client of one service. Both perform the steps of the same flows."""

import asyncio
import time
from abc import abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import aclosing, closing
from math import inf
from typing import Any, Generic, Self, TypeVar, Unpack

import httpx

from bottega_client.bot import PlayersTurns, Turn, act, turns_of_seat
from bottega_client.flows import Emit, Flow, Pause, Read, Send
from bottega_client.follow import Json, Message, Subscription, reader_of
from bottega_client.http import ATTEMPTS, CallOptions, Requests
from bottega_client.operations import Operations, Returned

TIMEOUT = httpx.Timeout(40.0, connect=10.0)
"""The service sends data at least every 15 seconds; after 40 seconds of silence a connection is broken."""
LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20)
"""Each followed log has its own connection."""

Messages = TypeVar("Messages")
Pages = TypeVar("Pages")
Turns = TypeVar("Turns")


class _Client(Operations[Returned], Generic[Returned, Messages, Pages, Turns]):
    """What both clients offer. Each operation of the contract is a method, in snake case."""

    _transport: Callable[..., Any]

    def __init__(
        self,
        url: str,
        token: str | None = None,
        language: str | None = None,
        *,
        attempts: float = ATTEMPTS,
        on_retry: Callable[[str], None] | None = None,
        http: Any = None,
    ) -> None:
        """`url` is that of the service, without `/v1`; raises ValueError if it is not valid.

        `token` is a seat token or player key. `language` is the language of texts. `attempts` is how often a request is
        sent while no response arrives. `on_retry` is called with the reason before each retry.
        `http` is an `httpx.Client` or `httpx.AsyncClient` with other certificates or proxies.
        """
        if not _is_valid(url):
            raise ValueError(f"{url!r} is not a URL like http://127.0.0.1:8000")
        self.url = url.rstrip("/")
        self.requests = Requests(self.url, token, language, attempts, on_retry)
        self.http = http or self._transport(timeout=TIMEOUT, limits=LIMITS)

    def send(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        **options: Unpack[CallOptions],
    ) -> Returned:
        """Send a request; return the `httpx.Response`. The path comes after `/v1`. Raises Problem and NetworkError."""
        return self._one(self.requests.send(method, path, query, body, **options))

    def call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        **options: Unpack[CallOptions],
    ) -> Returned:
        """Send a request; return the response body. The path comes after `/v1`. Raises Problem and NetworkError."""
        return self._one(self.requests.call(method, path, query, body, **options))

    def poll(self, path: str, patience: float = inf, **options: Unpack[CallOptions]) -> Returned:
        """Return a resource when it has been computed, such as a result.

        Raises TimeoutError after `patience` seconds, Problem and NetworkError.
        """
        return self._one(self.requests.poll(path, patience, **options))

    def service_time(self) -> float:
        """Return the current time of the service in seconds since 1970, to about a second."""
        return self.requests.service_time()

    def follow(self, **subscription: Unpack[Subscription]) -> Messages:
        """Return an iterator of messages until the log ends. It raises Problem if the service rejects the request."""
        messages: Messages = self._many(reader_of(self.requests, subscription).messages())
        return messages

    def pages(self, **subscription: Unpack[Subscription]) -> Pages:
        """Return an iterator of pages, one for each long poll, until the log ends. It raises Problem."""
        pages: Pages = self._many(reader_of(self.requests, subscription).pages())
        return pages

    def turns(self, game: str | None = None, token: str | None = None, games: float = inf) -> Turns:
        """Return an iterator of pending decisions: of a seat in `game`, or of a player in all games. It raises Problem.

        It ends with the game, or when this number of games has ended. Submit each action with `act`.
        """
        flow = turns_of_seat(self.requests, game, token) if game else PlayersTurns(self.requests, token, games).turns()
        turns: Turns = self._many(flow)
        return turns

    def act(self, turn: Turn, action: object) -> Returned:
        """Submit an action; return false if the decision is no longer pending. Several copies of a bot act once.

        Raises Problem if the action is rejected.
        """
        return self._one(act(self.requests, turn, action))

    def _call(self, method: str, path: str, query: Mapping[str, Any], body: object, options: CallOptions) -> Returned:
        return self.call(method, path, query, body, **options)

    @abstractmethod
    def _one(self, flow: Flow[Any]) -> Returned:
        """Perform a flow and return its result."""

    @abstractmethod
    def _many(self, flow: Flow[None]) -> Any:
        """Perform a flow and yield what it emits."""


def _is_valid(url: str) -> bool:
    try:
        parsed = httpx.URL(url)
    except httpx.InvalidURL:
        return False
    return parsed.scheme in ("http", "https") and bool(parsed.host)


def _emitted(flow: Flow[Any]) -> Flow[None]:
    """Emit the result of a flow."""
    yield Emit((yield from flow))


def _request(http: httpx.Client | httpx.AsyncClient, step: Send) -> httpx.Request:
    return http.build_request(step.method, step.url, params=step.params, headers=step.headers, content=step.content)


def _streams(step: Send, response: httpx.Response) -> bool:
    """Whether the body of a response is read while it arrives."""
    return step.is_stream and response.status_code == httpx.codes.OK


def _next(flow: Flow[None], result: Any) -> Send | Read | Pause | Emit:
    """Return the next step after the result of the last one."""
    return flow.throw(result) if isinstance(result, httpx.RequestError) else flow.send(result)


class Client(_Client[Any, Iterator[Message], Iterator[Json], Iterator[Turn]]):
    """A synchronous client; safe for several threads."""

    _transport = httpx.Client
    http: httpx.Client

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.http.close()

    def _one(self, flow: Flow[Any]) -> Any:
        with closing(self._many(_emitted(flow))) as results:
            return next(results)

    def _many(self, flow: Flow[None]) -> Generator[Any, None, None]:
        result: Any = None
        stream: httpx.Response | None = None
        content: Iterator[bytes] = iter(())
        try:
            while True:
                step, result = _next(flow, result), None
                try:
                    match step:
                        case Emit(value):
                            yield value
                        case Pause(seconds):
                            time.sleep(seconds)
                        case Read():
                            result = next(content, b"")
                        case Send():
                            result = self.http.send(_request(self.http, step), stream=True)
                            if _streams(step, result):
                                stream, content = result, result.iter_bytes()
                            else:
                                result.read()
                except httpx.RequestError as error:
                    result = error
        except StopIteration:
            return
        finally:
            if stream is not None:
                stream.close()
            flow.close()


class AsyncClient(_Client[Awaitable[Any], AsyncIterator[Message], AsyncIterator[Json], AsyncIterator[Turn]]):
    """A client for asyncio."""

    _transport = httpx.AsyncClient
    http: httpx.AsyncClient

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self.http.aclose()

    async def _one(self, flow: Flow[Any]) -> Any:
        async with aclosing(self._many(_emitted(flow))) as results:
            return await anext(results)

    async def _many(self, flow: Flow[None]) -> AsyncGenerator[Any, None]:
        result: Any = None
        stream: httpx.Response | None = None
        content: AsyncIterator[bytes] | None = None
        try:
            while True:
                step, result = _next(flow, result), None
                try:
                    match step:
                        case Emit(value):
                            yield value
                        case Pause(seconds):
                            await asyncio.sleep(seconds)
                        case Read():
                            result = await anext(content, b"") if content else b""
                        case Send():
                            result = await self.http.send(_request(self.http, step), stream=True)
                            if _streams(step, result):
                                stream, content = result, result.aiter_bytes()
                            else:
                                await result.aread()
                except httpx.RequestError as error:
                    result = error
        except StopIteration:
            return
        finally:
            if stream is not None:
                await stream.aclose()
            flow.close()
