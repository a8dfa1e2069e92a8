"""Authenticate requests: read the credentials or a stream ticket, and call a view with the seat or the player.

Credentials are a token of a game, a player key, or a signed identity. Credentials of a player work wherever the token
of the player's seat works. For games that the player created they also work as the creator token.
"""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any

from flask import current_app, g, request

from service.play import callers, tickets
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.credentials import SPECTATOR, Credential
from service.play.game import read_header, read_stored
from service.play.spectators import check_private
from service.play.tokens import check_creator, digest, read_token, seat_and_rotation, seat_in, seat_of
from service.problems import InsufficientScope, InvalidToken, TokenMismatch, TokenRequired
from service.store import Holder, StoredGame

NOTHING = (None, False)
"""No seat, and not the creator."""
ACTING_FOR = "Bottega-Player"
"""The header in which a platform names the user for whom it acts."""


def caller() -> Caller | None:
    """Return the player who sends the request; None without credentials of a player.

    The store is read once per request. Raises InvalidToken, InsufficientScope, InvalidRequest and IssuerUnavailable.
    """
    if "caller" in g:
        known: Caller | None = g.caller
        return known
    token, connected = credentials()[1], _bottega()
    shown = bool(token) and callers.is_player(connected, token)
    who = callers.identify(connected, token, request.headers.get(ACTING_FOR)) if shown else None
    g.caller = who
    return who


def check_acting_for(blueprints: Collection[str]) -> None:
    """Reject an invalid `Bottega-Player` header, or one without the platform's key; runs before each request.

    The header is always validated; the key is required where credentials count. Raises InvalidRequest and
    TokenRequired.
    """
    user = request.headers.get(ACTING_FOR)
    if user is None or request.blueprint not in blueprints:
        return
    callers.check_user_id(user)
    if _reads_credentials() and not credentials()[1] and "ticket" not in request.args:
        raise TokenRequired("Send the platform's key as `Authorization: Bearer <key>` with `Bottega-Player`.")


def _reads_credentials() -> bool:
    """Whether the requested operation takes credentials, as the contract says."""
    view = current_app.view_functions.get(request.endpoint or "")
    return bool(getattr(view, "_apidoc", {}).get("manual_doc", {}).get("security"))


def for_seat(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the caller's `seat`; a seat in the path must be the same.

    Raises TokenRequired without credentials.
    """

    @wraps(view)
    def with_seat(*arguments: Any, game_id: str, **named: Any) -> Any:
        seat = own_seat(game_id)
        if named.setdefault("seat", seat) != seat:
            raise TokenMismatch("Send the token of this seat.")
        return view(*arguments, game_id=game_id, **named)

    return with_seat


def for_seat_of_game(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the caller's `seat`, and the game as `stored`; raises TokenRequired."""

    @wraps(view)
    def with_seat_of_game(*arguments: Any, game_id: str, **named: Any) -> Any:
        seat, stored = own_seat_of_game(game_id, with_responses=_is_repeatable())
        return view(*arguments, game_id=game_id, seat=seat, stored=stored, **named)

    return with_seat_of_game


def own_seat(game_id: str) -> int:
    """Return the caller's seat of a game; raises TokenRequired."""
    if _token() is None:
        raise _token_required()
    seat = _seat(game_id)
    if seat is None:
        raise _without_seat()
    return seat


def own_seat_of_game(game_id: str, token: str | None = None, *, with_responses: bool) -> tuple[int, StoredGame]:
    """Return the seat of a token, or else of the caller, and the game; raises TokenRequired.

    Both are read in one round trip, with the stored responses if `with_responses`.
    """
    if token is not None:
        return seat_in(_bottega(), game_id, token, with_responses=with_responses)
    token = _token()
    if token is None:
        raise _token_required()
    seat, stored = _seat_of_game(game_id, token, with_responses=with_responses)
    if seat is None:
        raise _without_seat()
    return seat, stored


def for_creator(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view for the creator of the game only; raises TokenRequired without credentials."""

    @wraps(view)
    def checked_creator(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _token()
        if token is None:
            raise TokenRequired("Send the creator's token as `Authorization: Bearer <token>`.")
        who = caller()
        if who is None:
            check_creator(_bottega(), game_id, token)
        else:
            _check_host(game_id, who)
        return view(*arguments, game_id=game_id, **named)

    return checked_creator


def for_participant(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the caller's `seat`, None if there is none, and with whether the caller is the `creator`.

    Only a player can be both. Raises TokenRequired without credentials.
    """

    @wraps(view)
    def with_participant(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _token()
        if token is None:
            raise TokenRequired("Send the seat's or the creator's token as `Authorization: Bearer <token>`.")
        seat, creator = _participant(game_id, token)
        return view(*arguments, game_id=game_id, seat=seat, creator=creator, **named)

    return with_participant


def for_guest(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view; for a private game only if the caller has a seat or created the game."""

    @wraps(view)
    def checked_guest(*arguments: Any, game_id: str, **named: Any) -> Any:
        check_private(read_header(_bottega(), game_id), inside=is_inside(game_id))
        return view(*arguments, game_id=game_id, **named)

    return checked_guest


def is_inside(game_id: str) -> bool:
    """Whether the caller has a seat of a game or created it; credentials of other games count as none."""
    return _opened(game_id) != NOTHING


def has_seat(game_id: str) -> bool:
    """Whether the caller has a seat of a game; credentials of other games count as none."""
    return _opened(game_id)[0] is not None


def _opened(game_id: str) -> tuple[int | None, bool]:
    """Return the caller's seat, and whether the caller created the game; NOTHING for credentials of other games.

    Raises InvalidToken for a private game, which is hidden from all other callers.
    """
    try:
        token = _token()
        return NOTHING if token is None else _participant(game_id, token)
    except InvalidToken:
        if read_header(_bottega(), game_id).visibility == "private":
            raise
        return NOTHING
    except (TokenMismatch, InsufficientScope):
        return NOTHING


def credential(game_id: str, seat: int | None) -> Credential:
    """Return the credential of this request, so that it can be checked again during a stream."""
    ticket = request.args.get("ticket")
    if seat is None:
        return SPECTATOR
    if ticket is not None:
        return tickets.credential_of(_bottega(), tickets.GAME, game_id, ticket)
    who = caller()
    if who is not None:
        return Credential(who, game_id, seat)
    return Credential(None, game_id, *seat_and_rotation(read_token(_bottega().settings.secrets, credentials()[1])[1]))


def own_holder() -> Holder:
    """Return the holder of the caller's seat: the digest of the token, or the player."""
    who = caller()
    return Holder(digest(credentials()[1])) if who is None else Holder(player=who.player)


def for_viewer(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the caller's `seat`; None for a spectator."""

    @wraps(view)
    def with_viewer(*arguments: Any, game_id: str, **named: Any) -> Any:
        seat = None if _token() is None else _seat(game_id)
        return view(*arguments, game_id=game_id, seat=seat, **named)

    return with_viewer


def for_viewer_of_game(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the caller's `seat`, and the game as `stored`; both are None without credentials."""

    @wraps(view)
    def with_viewer_of_game(*arguments: Any, game_id: str, **named: Any) -> Any:
        token = _token()
        seat, stored = (None, None) if token is None else _seat_of_game(game_id, token, with_responses=False)
        return view(*arguments, game_id=game_id, seat=seat, stored=stored, **named)

    return with_viewer_of_game


def for_ticket_holder(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the `seat` of a ticket in the query, or of the caller's credentials; None for a spectator."""
    by_token = for_viewer(view)

    @wraps(view)
    def with_ticket(*arguments: Any, game_id: str, **named: Any) -> Any:
        ticket = request.args.get("ticket")
        if ticket is None:
            return by_token(*arguments, game_id=game_id, **named)
        seat = tickets.credential_of(_bottega(), tickets.GAME, game_id, ticket).seat
        return view(*arguments, game_id=game_id, seat=seat, **named)

    return with_ticket


def for_player(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the player as its `caller`.

    Raises TokenRequired without credentials, and TokenMismatch for a token of a game.
    """

    @wraps(view)
    def with_caller(*arguments: Any, **named: Any) -> Any:
        token = _token()
        if token is None:
            raise TokenRequired("Send a player's key as `Authorization: Bearer <key>`.")
        who = caller()
        if who is None:
            callers.reject_token(_bottega(), token)
        return view(*arguments, caller=who, **named)

    return with_caller


def for_follower(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the player of a ticket in the query, or of the credentials, as its `caller`."""
    by_key = for_player(view)

    @wraps(view)
    def with_caller(*arguments: Any, **named: Any) -> Any:
        ticket = request.args.get("ticket")
        if ticket is None:
            return by_key(*arguments, **named)
        return view(*arguments, caller=tickets.credential_of(_bottega(), tickets.FEED, "", ticket).caller, **named)

    return with_caller


def for_anyone(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the player as its `caller`; None without a player key. Tokens of games are ignored."""

    @wraps(view)
    def with_caller(*arguments: Any, **named: Any) -> Any:
        return view(*arguments, caller=caller(), **named)

    return with_caller


def for_spectator(view: Callable[..., Any]) -> Callable[..., Any]:
    """Call a view with the player as its `caller`, from a tournament's ticket or the credentials; else None."""
    by_key = for_anyone(view)

    @wraps(view)
    def with_caller(*arguments: Any, tournament: str, **named: Any) -> Any:
        ticket = request.args.get("ticket")
        if ticket is None:
            return by_key(*arguments, tournament=tournament, **named)
        follower = tickets.credential_of(_bottega(), tickets.TOURNAMENT, tournament, ticket).caller
        return view(*arguments, tournament=tournament, caller=follower, **named)

    return with_caller


def _token() -> str | None:
    """Return the token or key of the request; None without one. Raises InvalidToken for another scheme."""
    scheme, token = credentials()
    if scheme is not None and not token:
        raise InvalidToken("Credentials have the form `Bearer <token>`.")
    return token or None


def credentials() -> tuple[str | None, str]:
    """Return the scheme of the credentials and the token, which is empty for other schemes."""
    header = request.headers.get("Authorization")
    if header is None:
        return None, ""
    scheme, _, token = header.partition(" ")
    return scheme, token.strip() if scheme.lower() == "bearer" else ""


def _seat(game_id: str) -> int | None:
    """Return the caller's seat; None for a player without a seat."""
    who = caller()
    if who is not None:
        return callers.seat_of(_bottega(), game_id, who)
    return seat_of(_bottega(), game_id, credentials()[1])


def _seat_of_game(game_id: str, token: str, *, with_responses: bool) -> tuple[int | None, StoredGame]:
    """Return the caller's seat, None for a player without a seat, and the game."""
    who = caller()
    if who is None:
        return seat_in(_bottega(), game_id, token, with_responses=with_responses)
    stored = read_stored(_bottega(), game_id, with_responses=with_responses)
    return callers.seat_among(_bottega(), game_id, who, stored.claims), stored


def _is_repeatable() -> bool:
    """Whether the request has an idempotency key, so that it may have a stored response."""
    return "Idempotency-Key" in request.headers


def _participant(game_id: str, token: str) -> tuple[int | None, bool]:
    """Return the caller's seat, and whether the caller created the game; raises TokenMismatch."""
    who = caller()
    if who is not None:
        seat = callers.seat_of(_bottega(), game_id, who)
        if seat is None:
            _check_host(game_id, who)
        return seat, seat is None or (_is_host(game_id, who) and "create" in who.scopes)
    try:
        check_creator(_bottega(), game_id, token)
    except TokenMismatch:
        return seat_of(_bottega(), game_id, token), False
    return None, True


def _is_host(game_id: str, who: Caller) -> bool:
    """Whether the player has created the game; raises GameNotFound."""
    return read_header(_bottega(), game_id).host == who.player


def _check_host(game_id: str, who: Caller) -> None:
    """Raise TokenMismatch or InsufficientScope unless the player created the game; raises GameNotFound."""
    if not _is_host(game_id, who):
        raise TokenMismatch("The player did not create this game.")
    callers.require_scope(who, "create")


def _bottega() -> Bottega:
    connected: Bottega = current_app.extensions["bottega"]
    return connected


def _token_required() -> TokenRequired:
    return TokenRequired("Send the seat's token as `Authorization: Bearer <token>`.")


def _without_seat() -> TokenMismatch:
    return TokenMismatch("The player has no seat in this game.")
