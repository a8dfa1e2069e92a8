"""The synchronous and the asynchronous client of one service. Both perform the steps of the same flows."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Iterator, Mapping
from contextlib import aclosing, closing
from math import inf
from typing import Any, Generic, Self, TypeVar, Unpack

import httpx

from bottega_client.bot import Turn, act, next_turn
from bottega_client.flows import Emit, Flow, Pause, Read, Send
from bottega_client.following import AsyncFollowing, Following
from bottega_client.http import ATTEMPTS, CallOptions, Requests
from bottega_client.operations import AsyncOperations, Operations

TIMEOUT = httpx.Timeout(40.0, connect=10.0)
"""The service sends data at least every 15 seconds; after 40 seconds of silence a connection is broken."""
LIMITS = httpx.Limits(max_connections=None, max_keepalive_connections=20)
"""Each followed log has its own connection."""

Returned = TypeVar("Returned")
"""The result of a request, or an awaitable of it."""


class _Client(ABC, Generic[Returned]):
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
        """Send a request; return the `httpx.Response`. The path comes after `/v1`. Raises Problem and NetworkError.

        >>> client.send("GET", f"/games/{game}").status_code
        200
        """
        return self._one(self.requests.send(method, path, query, body, **options))

    def call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any] | None = None,
        body: object = None,
        **options: Unpack[CallOptions],
    ) -> Returned:
        """Send a request; return the response body. The path comes after `/v1`. Raises Problem and NetworkError.

        >>> client.call("GET", f"/games/{game}")["game_id"] == game
        True
        """
        return self._one(self.requests.call(method, path, query, body, **options))

    def poll(self, path: str, patience: float = inf, **options: Unpack[CallOptions]) -> Returned:
        """Return a resource when it has been computed, such as a result.

        Raises TimeoutError after `patience` seconds, Problem and NetworkError.

        >>> client.poll(f"/games/{game}", patience=10)["game_id"] == game
        True
        """
        return self._one(self.requests.poll(path, patience, **options))

    def service_time(self) -> float:
        """Return the current time of the service in seconds since 1970, to about a second.

        >>> abs(client.service_time() - time.time()) < 60
        True
        """
        return self.requests.service_time()

    def act(self, turn: Turn, action: object) -> Returned:
        """Submit an action; return false if the decision is no longer pending. Several copies of a bot act once.

        Raises Problem if the action is rejected.

        >>> turn = next(client.turns(game, token))
        >>> client.act(turn, turn.actions[0])
        True
        """
        return self._one(act(self.requests, turn, action))

    def next_turn(self, turn: Turn) -> Returned:
        """Return the next decision of a player in the game of a turn; None if there is none, or `turns` returned it.

        Call it after `act` if another thread or task reads `turns`: no notice announces a further decision of a turn.

        >>> turn = next(client.turns(game, token))
        >>> client.next_turn(turn) is None
        True
        """
        return self._one(next_turn(turn))

    def _call(self, method: str, path: str, query: Mapping[str, Any], body: object, options: CallOptions) -> Returned:
        return self.call(method, path, query, body, **options)

    def _bytes(self, path: str, query: Mapping[str, Any], options: CallOptions) -> Returned:
        return self._one(_content(self.requests.send("GET", path, query, **options)))

    def _poll(self, path: str, query: Mapping[str, Any], patience: float, options: CallOptions) -> Returned:
        return self._one(self.requests.poll(path, patience, query, **options))

    @abstractmethod
    def _one(self, flow: Flow[Any]) -> Returned:
        """Perform a flow and return its result."""


def _content(flow: Flow[httpx.Response]) -> Flow[bytes]:
    """Return the bytes of a response."""
    response = yield from flow
    return response.content


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


class Client(_Client[Any], Following, Operations):
    """A synchronous client; safe for several threads.

    >>> with Client(client.url, language="cs") as czech:
    ...     czech.get_ruleset("azul")["ruleset"]
    'azul'
    """

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


class AsyncClient(_Client[Awaitable[Any]], AsyncFollowing, AsyncOperations):
    """A client for asyncio.

    >>> async def ruleset(name):
    ...     async with AsyncClient(client.url) as loaded:
    ...         return await loaded.get_ruleset(name)
    >>> asyncio.run(ruleset("azul"))["ruleset"]
    'azul'
    """

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
