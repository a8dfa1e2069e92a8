"""Authenticate requests: find the player, the seat or the creator of a game by the credentials of a request.

Credentials are a token of a game, a player key, or a signed identity. Credentials of a player work wherever the token
of the player's seat works. For games that the player created they also work as the creator token.
"""

from collections.abc import Collection
from functools import cached_property
from typing import Any, TypeVar, cast

from flask import current_app, g, request

from service.game.game import read_header, read_stored
from service.installation.bottega import Bottega
from service.players import callers
from service.players.callers import Caller
from service.players.credentials import SPECTATOR, Credential
from service.players.tokens import check_creator, digest, read_token, seat_and_rotation, seat_in, seat_of
from service.problems import InsufficientScope, InvalidToken, TokenMismatch, TokenRequired
from service.store import Holder, StoredGame

T = TypeVar("T")
NOTHING = (None, False)
"""No seat, and not the creator."""
ACTING_FOR = "Bottega-Player"
"""The header in which a platform names the user for whom it acts."""
ACTING_FOR_VARIABLE = "HTTP_BOTTEGA_PLAYER"
"""The header as the web server passes it on. Most requests lack it, which werkzeug finds by an exception."""
AUTHORIZATION_VARIABLE = "HTTP_AUTHORIZATION"


class Principal:
    """Who sends a request. The store is read when a fact is needed, and once for the player."""

    def __init__(self) -> None:
        """Read the credentials of the current request."""
        scheme, _, token = unproxied(request).headers.get("Authorization", "").partition(" ")
        self.token = token.strip() if scheme.lower() == "bearer" else ""
        """The token or key; empty without one. `check_scheme` rejects other schemes."""
        self.by_ticket: Credential | None = None
        """The credential of the ticket that opened a stream."""
        self.game_reply: Any = None
        """The reply to `load_command` for the game in the path; None if it was not read with the count of the request.
        """
        self.kept: StoredGame | None = None
        """The copy of `Store.recent` for the game in the path; None if the request must read the game."""

    @property
    def is_anonymous(self) -> bool:
        """Whether the request has no credentials."""
        return not self.token

    @cached_property
    def caller(self) -> Caller | None:
        """Return the player; None without credentials of a player.

        Raises InvalidToken, InsufficientScope, InvalidRequest and IssuerUnavailable.
        """
        if not self.token or not callers.is_player(bottega(), self.token):
            return None
        return callers.identify(bottega(), self.token, request.headers.get(ACTING_FOR))

    @property
    def holder(self) -> Holder:
        """Return the holder of the caller's seat: the digest of the token, or the player."""
        return Holder(digest(self.token)) if self.caller is None else Holder(player=self.caller.player)

    def seat(self, game_id: str) -> int | None:
        """Return the caller's seat; None without credentials, and for a player without a seat."""
        if self.is_anonymous:
            return None
        if self.caller is not None:
            return callers.seat_of(bottega(), game_id, self.caller)
        return seat_of(bottega(), game_id, self.token)

    def seat_and_game(self, game_id: str, *, with_responses: bool) -> tuple[int | None, StoredGame | None]:
        """Return the caller's seat and the game, in one round trip; the game is None without credentials."""
        if self.is_anonymous:
            return None, None
        if self.caller is None:
            return seat_in(
                bottega(),
                game_id,
                self.token,
                with_responses=with_responses,
                reply=self.game_reply,
                kept=self.kept,
            )
        stored = read_stored(bottega(), game_id, with_responses=with_responses, reply=self.game_reply)
        return callers.seat_among(bottega(), game_id, self.caller, stored.claims), stored

    def participant(self, game_id: str) -> tuple[int | None, bool]:
        """Return the caller's seat, and whether the caller created the game. Raises TokenMismatch without both.

        Only a player can have both.
        """
        if self.caller is not None:
            seat = callers.seat_of(bottega(), game_id, self.caller)
            if seat is None:
                self.check_creator(game_id)
            return seat, seat is None or (self._is_creator(game_id) and "create" in self.caller.scopes)
        try:
            check_creator(bottega(), game_id, self.token)
        except TokenMismatch:
            return seat_of(bottega(), game_id, self.token), False
        return None, True

    def check_creator(self, game_id: str) -> None:
        """Raise InvalidToken, TokenMismatch or InsufficientScope unless the caller created the game."""
        if self.caller is None:
            return check_creator(bottega(), game_id, self.token)
        if not self._is_creator(game_id):
            raise TokenMismatch("The player did not create this game.")
        return callers.require_scope(self.caller, "create")

    def is_inside(self, game_id: str) -> bool:
        """Whether the caller has a seat of a game or created it; credentials of other games count as none."""
        return self._opened(game_id) != NOTHING

    def has_seat(self, game_id: str) -> bool:
        """Whether the caller has a seat of a game; credentials of other games count as none."""
        return self._opened(game_id)[0] is not None

    def _opened(self, game_id: str) -> tuple[int | None, bool]:
        """Return the caller's seat, and whether the caller created the game; NOTHING for credentials of other games.

        Raises InvalidToken for a private game, which is hidden from all other callers.
        """
        try:
            return NOTHING if self.is_anonymous else self.participant(game_id)
        except InvalidToken:
            if read_header(bottega(), game_id).visibility == "private":
                raise
            return NOTHING
        except (TokenMismatch, InsufficientScope):
            return NOTHING

    def credential(self, game_id: str, seat: int | None) -> Credential:
        """Return the credential with the seat whose view it shows, so that it can be checked again during a stream."""
        if self.by_ticket is not None:
            return self.by_ticket
        if self.caller is not None:
            return Credential(self.caller, game_id, seat)
        if seat is None:
            return SPECTATOR
        return Credential(None, game_id, *seat_and_rotation(read_token(bottega().settings.secrets, self.token)[1]))

    def _is_creator(self, game_id: str) -> bool:
        """Whether the player created the game. Raises GameNotFound."""
        return self.caller is not None and read_header(bottega(), game_id).creator == self.caller.player


def principal() -> Principal:
    """Return who sends the current request."""
    of_request: Any = unproxied(g)
    known: Principal | None = of_request.get("principal")
    if known is None:
        known = of_request.principal = Principal()
    return known


def check_acting_for(blueprints: Collection[str]) -> None:
    """Reject an invalid `Bottega-Player` header, or one without the platform's key; runs before each request.

    The header is always validated; the key is required where credentials count. Raises InvalidRequest and
    TokenRequired.
    """
    user: str | None = request.environ.get(ACTING_FOR_VARIABLE)
    if user is None or request.blueprint not in blueprints:
        return
    callers.check_user_id(user)
    if _reads_credentials() and not principal().token and "ticket" not in request.args:
        raise TokenRequired("Send the platform's key as `Authorization: Bearer <key>` with `Bottega-Player`.")


def check_scheme(blueprints: Collection[str]) -> None:
    """Reject credentials of another form than a Bearer token; runs before each request.

    The header is checked where credentials count and no ticket replaces them. Raises InvalidToken.
    """
    if AUTHORIZATION_VARIABLE not in request.environ or request.blueprint not in blueprints:
        return
    if _reads_credentials() and principal().is_anonymous and "ticket" not in request.args:
        raise InvalidToken("Credentials have the form `Bearer <token>`.")


def _reads_credentials() -> bool:
    """Whether the requested operation takes credentials, as the contract says."""
    view = current_app.view_functions.get(request.endpoint or "")
    access = getattr(view, "access", None)
    return access is not None and bool(access.security)


def bottega() -> Bottega:
    """Return the dependencies of the use cases."""
    connected: Bottega = unproxied(current_app).extensions["bottega"]
    return connected


def unproxied(proxy: T) -> T:
    """Return the object behind a proxy of Flask, which takes a microsecond for each attribute."""
    found: T = cast("Any", proxy)._get_current_object()  # noqa: SLF001  # Flask documents it
    return found
