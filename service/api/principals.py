"""The caller of a request: the player, the seat or the creator of a game, by the credentials of the request.

Credentials are a token of a game, a player key, or a signed identity. Credentials of a player work wherever the token
of the player's seat works. For games that the player created they also work as the creator token.
"""

from functools import cached_property
from typing import Any

from service import problems
from service.game.game import read_header, read_stored
from service.installation.installation import Installation
from service.players import callers
from service.players.callers import Caller
from service.players.credentials import SPECTATOR, Credential
from service.players.tokens import check_creator, digest, read_token, seat_and_rotation, seat_in, seat_of
from service.store import Holder, StoredGame

NOTHING = (None, False)
"""The seat of a caller and whether it is the creator, for a caller who is neither."""


class Principal:
    """Who sends a request. The store is read when a fact is needed, and once for the player."""

    def __init__(self, installation: Installation, credentials: str, user: str | None) -> None:
        """Read `credentials`, which is the header `Authorization`; `user` is that for whom a platform acts."""
        self._installation, self._user = installation, user
        scheme, _, token = credentials.partition(" ")
        self.token = token.strip() if scheme.lower() == "bearer" else ""
        """The token or key; empty without one. `check_scheme` rejects other schemes."""
        self.by_ticket: Credential | None = None
        """The credential of the ticket that opened a stream."""
        self.game_reply: Any = None
        """The reply to `load_command` for the game in the path; None if it was not read with the count of the request.
        """
        self.cached_game: StoredGame | None = None
        """The copy of `Store.cache` for the game in the path; None if the request must read the game."""

    @property
    def is_anonymous(self) -> bool:
        """Whether the request has no credentials."""
        return not self.token

    @cached_property
    def caller(self) -> Caller | None:
        """Return the player; None without credentials of a player.

        Raises InvalidToken, InsufficientScope, InvalidRequest and IssuerUnavailable.
        """
        if not self.token or not callers.is_player(self._installation, self.token):
            return None
        return callers.identify(self._installation, self.token, self._user)

    @property
    def holder(self) -> Holder:
        """Return the holder of the caller's seat: the digest of the token, or the player."""
        return Holder(digest(self.token)) if self.caller is None else Holder(player=self.caller.player)

    def seat(self, game_id: str) -> int | None:
        """Return the caller's seat; None without credentials, and for a player without a seat."""
        if self.is_anonymous:
            return None
        if self.caller is not None:
            return callers.seat_of(self._installation, game_id, self.caller)
        return seat_of(self._installation, game_id, self.token)

    def seat_and_game(self, game_id: str, *, with_responses: bool) -> tuple[int | None, StoredGame | None]:
        """Return the caller's seat and the game, in one round trip; the game is None without credentials."""
        if self.is_anonymous:
            return None, None
        if self.caller is None:
            return seat_in(
                self._installation,
                game_id,
                self.token,
                with_responses=with_responses,
                reply=self.game_reply,
                cached=self.cached_game,
            )
        stored = read_stored(self._installation, game_id, with_responses=with_responses, reply=self.game_reply)
        return callers.seat_among(self._installation, game_id, self.caller, stored.claims), stored

    def participant(self, game_id: str) -> tuple[int | None, bool]:
        """Return the caller's seat, and whether the caller created the game. Raises TokenMismatch without both.

        Only a player can have both.
        """
        if self.caller is not None:
            seat = callers.seat_of(self._installation, game_id, self.caller)
            if seat is None:
                self.check_creator(game_id)
            return seat, seat is None or (self._is_creator(game_id) and "create" in self.caller.scopes)
        try:
            check_creator(self._installation, game_id, self.token)
        except problems.TokenMismatch:
            return seat_of(self._installation, game_id, self.token), False
        return None, True

    def check_creator(self, game_id: str) -> None:
        """Raise InvalidToken, TokenMismatch or InsufficientScope unless the caller created the game."""
        if self.caller is None:
            return check_creator(self._installation, game_id, self.token)
        if not self._is_creator(game_id):
            raise problems.TokenMismatch("The player did not create this game.")
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
        except problems.InvalidToken:
            if read_header(self._installation, game_id).visibility == "private":
                raise
            return NOTHING
        except (problems.TokenMismatch, problems.InsufficientScope):
            return NOTHING

    def credential(self, game_id: str, seat: int | None) -> Credential:
        """Return the credential with the seat whose view it shows, so that it can be checked again during a stream."""
        if self.by_ticket is not None:
            return self.by_ticket
        if self.caller is not None:
            return Credential(self.caller, game_id, seat)
        if seat is None:
            return SPECTATOR
        return Credential(
            None, game_id, *seat_and_rotation(read_token(self._installation.settings.secrets, self.token)[1])
        )

    def _is_creator(self, game_id: str) -> bool:
        """Whether the player created the game. Raises GameNotFound."""
        return self.caller is not None and read_header(self._installation, game_id).creator == self.caller.player
