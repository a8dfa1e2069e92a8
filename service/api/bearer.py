"""Who sends a request: reads the bearer token, or a stream's ticket, and calls a view with the seat that it opens."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from flask import current_app, request

from service.play import tickets
from service.play.game import read_header
from service.play.onlookers import check_private
from service.play.tokens import check_creator, digest, holder_of, seat_of
from service.problems import ForeignToken, InvalidToken, TokenRequired


def _bearer() -> str | None:
    """Read the token of the request; None if it carries none. Raises InvalidToken for another kind of credentials."""
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not token:
        raise InvalidToken("Credentials have the form `Bearer <token>`.")
    return token.strip()


def for_seat(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the `seat` that the bearer holds; where the path names one, it must be that.

    Raises TokenRequired without a token.
    """

    @wraps(view)
    def with_seat(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _bearer()
        if token is None:
            raise TokenRequired("Send the seat's token as `Authorization: Bearer <token>`.")
        seat = seat_of(current_app.extensions["bottega"], game_id, token)
        if named.setdefault("seat", seat) != seat:
            raise ForeignToken("The token opens another seat of the game.")
        return view(*arguments, game_id=game_id, **named)

    return with_seat


def for_creator(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view for the creator of the game alone; raises TokenRequired without a token."""

    @wraps(view)
    def for_whoever_created_it(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _bearer()
        if token is None:
            raise TokenRequired("Send the creator's token as `Authorization: Bearer <token>`.")
        check_creator(current_app.extensions["bottega"], game_id, token)
        return view(*arguments, game_id=game_id, **named)

    return for_whoever_created_it


def for_member(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the `seat` that the bearer holds, None for the creator; raises TokenRequired without a token."""

    @wraps(view)
    def with_member(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _bearer()
        if token is None:
            raise TokenRequired("Send the token of a seat, or the creator's, as `Authorization: Bearer <token>`.")
        seat = holder_of(current_app.extensions["bottega"], game_id, token)
        return view(*arguments, game_id=game_id, seat=seat, **named)

    return with_member


def for_guest(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view, of a private game for those alone who are inside: who have a seat or created the game."""

    @wraps(view)
    def for_whoever_may(*arguments: Any, game_id: str, **named: Any) -> Any:
        bottega = current_app.extensions["bottega"]
        check_private(read_header(bottega, game_id), inside=is_inside(game_id))
        return view(*arguments, game_id=game_id, **named)

    return for_whoever_may


def is_inside(game_id: str) -> bool:
    """Whether the bearer has a seat of a game or created it; a token that opens nothing here counts as none."""
    try:
        token = _bearer()
        if token is None:
            return False
        holder_of(current_app.extensions["bottega"], game_id, token)
    except (InvalidToken, ForeignToken):
        return False
    return True


def check_again(game_id: str, seat: int | None) -> None:
    """Raise InvalidToken or InvalidTicket for a reader whose seat has been left since the request came."""
    bottega, ticket, token = current_app.extensions["bottega"], request.args.get("ticket"), _bearer()
    if seat is not None and ticket is not None:
        tickets.seat_of(bottega, game_id, ticket)
    elif seat is not None and token is not None:
        seat_of(bottega, game_id, token)


def own_digest() -> str:
    """Return the digest of the seat's token that the request carries."""
    return digest(_bearer() or "")


def for_viewer(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the `seat` that the bearer holds, None for an onlooker without a token."""

    @wraps(view)
    def with_viewer(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _bearer()
        seat = None if token is None else seat_of(current_app.extensions["bottega"], game_id, token)
        return view(*arguments, game_id=game_id, seat=seat, **named)

    return with_viewer


def for_reader(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the `seat` that a ticket in the query or else the bearer's token opens, None for an onlooker."""
    by_token = for_viewer(view)

    @wraps(view)
    def with_reader(*arguments: Any, game_id: str, **named: Any) -> Any:
        ticket = request.args.get("ticket")
        if ticket is None:
            return by_token(*arguments, game_id=game_id, **named)
        seat = tickets.seat_of(current_app.extensions["bottega"], game_id, ticket)
        return view(*arguments, game_id=game_id, seat=seat, **named)

    return with_reader
