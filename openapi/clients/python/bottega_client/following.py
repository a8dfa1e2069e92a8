"""The methods of both clients that return iterators, with their types."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterator
from math import inf
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, overload

from bottega_client.bot import PlayersTurns, turns_of_seat
from bottega_client.follow import reader_of

if TYPE_CHECKING:
    from typing import TypeAlias, Unpack

    from bottega_client import schemas
    from bottega_client.bot import Turn
    from bottega_client.delivered import Message
    from bottega_client.flows import Flow
    from bottega_client.follow import How, Subscription
    from bottega_client.http import Requests

    GameMessage: TypeAlias = schemas.FollowedGame[None]
    ViewedMessage: TypeAlias = (
        Message[Literal["view"], schemas.GameView, schemas.GameView] | schemas.FollowedGame[schemas.GameView]
    )
    FeedMessage: TypeAlias = schemas.FollowedFeed[None] | Message[Literal["deleted"], schemas.Problem, None]
    TournamentMessage: TypeAlias = schemas.FollowedTournament[None]


Many = TypeVar("Many")
"""An iterator, synchronous or not."""


class Flows(ABC, Generic[Many]):
    """The flows that return many values."""

    requests: Requests

    @abstractmethod
    def _many(self, flow: Flow[None]) -> Many:
        """Perform a flow and yield what it emits."""

    def _messages(self, subscription: Subscription) -> Many:
        return self._many(reader_of(self.requests, subscription).messages())

    def _pages(self, subscription: Subscription) -> Many:
        return self._many(reader_of(self.requests, subscription).pages())

    def _turns(self, game: str | None, token: str | None, games: float) -> Many:
        if game:
            return self._many(turns_of_seat(self.requests, game, token))
        return self._many(PlayersTurns(self.requests, token, games).turns())


class Following(Flows[Iterator[Any]]):
    """The methods of the synchronous client."""

    @overload
    def follow(self, *, game: str, view: Literal[True], **how: Unpack[How]) -> Iterator[ViewedMessage]: ...
    @overload
    def follow(self, *, game: str, view: Literal[False] = False, **how: Unpack[How]) -> Iterator[GameMessage]: ...
    @overload
    def follow(self, *, me: Literal[True], **how: Unpack[How]) -> Iterator[FeedMessage]: ...
    @overload
    def follow(self, *, tournament: str, **how: Unpack[How]) -> Iterator[TournamentMessage]: ...
    def follow(self, **subscription: Unpack[Subscription]) -> Iterator[Any]:
        """Return an iterator of messages until the log ends. It raises Problem if the service rejects the request.

        >>> first = next(client.follow(game=game, token=token, view=True))
        >>> first.view["game_id"] == game
        True
        """
        return self._messages(subscription)

    @overload
    def pages(self, *, game: str, **how: Unpack[How]) -> Iterator[schemas.EventPage]: ...
    @overload
    def pages(self, *, me: Literal[True], **how: Unpack[How]) -> Iterator[schemas.NoticePage]: ...
    @overload
    def pages(self, *, tournament: str, **how: Unpack[How]) -> Iterator[schemas.TournamentEventPage]: ...
    def pages(self, **subscription: Unpack[Subscription]) -> Iterator[Any]:
        """Return an iterator of pages, one for each long poll, until the log ends. It raises Problem.

        >>> page = next(client.pages(game=game, token=token, wait=lambda: 0))
        >>> [event["version"] for event in page["events"]] == [*range(1, page["version"] + 1)]
        True
        """
        return self._pages(subscription)

    def turns(self, game: str | None = None, token: str | None = None, games: float = inf) -> Iterator[Turn]:
        """Return an iterator of pending decisions: of a seat in `game`, or of a player in all games. It raises Problem.

        It ends with the game, or when this number of games has ended. Submit each action with `act`.

        >>> turn = next(client.turns(game, token))
        >>> turn.seat
        0
        """
        return self._turns(game, token, games)


class AsyncFollowing(Flows[AsyncIterator[Any]]):
    """The methods of the asynchronous client: those of `Following`, for `async for`."""

    @overload
    def follow(self, *, game: str, view: Literal[True], **how: Unpack[How]) -> AsyncIterator[ViewedMessage]: ...
    @overload
    def follow(self, *, game: str, view: Literal[False] = False, **how: Unpack[How]) -> AsyncIterator[GameMessage]: ...
    @overload
    def follow(self, *, me: Literal[True], **how: Unpack[How]) -> AsyncIterator[FeedMessage]: ...
    @overload
    def follow(self, *, tournament: str, **how: Unpack[How]) -> AsyncIterator[TournamentMessage]: ...
    def follow(self, **subscription: Unpack[Subscription]) -> AsyncIterator[Any]:
        """Return an iterator of messages until the log ends."""
        return self._messages(subscription)

    @overload
    def pages(self, *, game: str, **how: Unpack[How]) -> AsyncIterator[schemas.EventPage]: ...
    @overload
    def pages(self, *, me: Literal[True], **how: Unpack[How]) -> AsyncIterator[schemas.NoticePage]: ...
    @overload
    def pages(self, *, tournament: str, **how: Unpack[How]) -> AsyncIterator[schemas.TournamentEventPage]: ...
    def pages(self, **subscription: Unpack[Subscription]) -> AsyncIterator[Any]:
        """Return an iterator of pages until the log ends."""
        return self._pages(subscription)

    def turns(self, game: str | None = None, token: str | None = None, games: float = inf) -> AsyncIterator[Turn]:
        """Return an iterator of pending decisions."""
        return self._turns(game, token, games)
