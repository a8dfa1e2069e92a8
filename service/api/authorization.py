"""Declare which credentials an operation needs; read them, and list the problems that they cause."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Literal

from flask import request

from domain.actions import IllegalAction
from service import problems
from service.api.authentication import AUTHORIZATION_VARIABLE, ApiRequest, current_request, installation
from service.api.principals import Principal
from service.game.game import is_game_id, read_header
from service.game.spectators import check_private
from service.installation.conflicts import retry_conflicts
from service.players import callers
from service.players.credentials import Credential
from service.players.tokens import seat_in
from service.store import Command, ConflictingWrite, StoredGame, load_command
from service.streams import tickets
from service.streams.tickets import Purpose

View = Callable[..., Any]
Role = Literal["seat", "creator", "participant", "player"]
"""Who may call an operation; a participant has a seat or created the game.

A player key works wherever the token of the player's seat or game works.
"""
TOKENS: Mapping[Role, Sequence[str]] = {
    "seat": ("seatToken",),
    "creator": ("creatorToken",),
    "participant": ("seatToken", "creatorToken"),
    "player": (),
}
"""The tokens of each role, by their names in the contract."""


@dataclass(frozen=True)
class Access:
    """The credentials of an operation; `require` and `allow` declare them."""

    role: Role
    is_optional: bool = False
    ticket: Purpose | None = None
    with_game: bool = False
    accepts_cached: bool = False
    by_entry: bool = False

    @property
    def security(self) -> list[dict[str, list[str]]]:
        """Return the credentials as the contract lists them."""
        nothing: list[dict[str, list[str]]] = [{}] if self.is_optional or self.ticket else []
        return nothing + [{scheme: []} for scheme in (*TOKENS[self.role], "playerKey")]

    @property
    def problems(self) -> Iterator[type[problems.ProblemError]]:
        """List the problems that the credentials cause."""
        yield from (problems.TokenRequired, problems.InvalidToken)
        if self.by_entry:
            return
        yield from (problems.PlayerIsBanned, problems.IssuerUnavailable)
        if not (self.is_optional and self.role == "participant"):
            yield problems.InsufficientScope
        if not (self.is_optional and self.role in ("participant", "player")):
            yield problems.TokenMismatch
        if self.is_optional and self.role != "player":
            yield problems.PrivateGame
        if self.role == "player":
            yield problems.StoreUnavailable
        if self.ticket:
            yield from (
                problems.InvalidTicket,
                problems.TicketExpired,
                *([problems.TicketMismatch] if self.is_optional else []),
            )


def require(role: Role, *, ticket: Purpose | None = None, game: bool = False, cached: bool = False) -> Access:
    """Require credentials of a role; a `ticket` of this purpose in the query may replace them.

    The view gets the `caller` of the role `player`, the `seat` of the role `seat`, and the `seat` and whether the
    caller is the `creator` of the role `participant`. With `game`, it also gets the game as `stored`, which is read
    together with the seat. A view that raises ConflictingWrite is called again, with the game and the seat read again.
    With `cached`, `stored` may be a cached game: the view must then raise an error unless a write finds it unchanged.
    """
    return Access(role, ticket=ticket, with_game=game, accepts_cached=cached)


def allow(role: Role, *, ticket: Purpose | None = None, game: bool = False) -> Access:
    """Allow requests without credentials, whose `seat`, `caller` or `stored` game is None.

    The view does not get the seat of a participant. Only private games require credentials of a participant.
    """
    return Access(role, is_optional=True, ticket=ticket, with_game=game)


BY_ENTRY = Access("seat", is_optional=True, by_entry=True)
"""Each entry of a batch has its own token."""


def authorized(view: View, access: Access | None) -> View:
    """Call a view with the caller's seat or player, as its access declares."""
    if access is None or access.by_entry:
        return view

    @wraps(view)
    def with_principal(**named: Any) -> Any:
        return retry_conflicts(partial(_call, view, access, named))

    return with_principal


def _call(view: View, access: Access, named: dict[str, Any]) -> Any:
    """Call a view once. A problem with a cached game is a conflict: the current game may have none."""
    who = current_request().principal
    is_cached = who.cached_game is not None
    try:
        return view(**named | RESOLVERS[access.role](access, who, named))
    except (problems.ProblemError, IllegalAction) as problem:
        if is_cached:
            raise ConflictingWrite from problem
        raise
    finally:
        who.cached_game = who.game_reply = None  # the next call reads the game again


def game_command(sent: ApiRequest) -> Command | None:
    """Return the command that reads the game in the path, to be sent with the count of the request.

    None if the operation needs no game, without credentials, and if requests are counted on another server.
    """
    settings, access = sent.installation.settings, _access_of(sent)
    if access is None or not access.with_game or AUTHORIZATION_VARIABLE not in sent.environ:
        return None
    game_id = (sent.view_args or {})["game_id"]
    if not (is_game_id(game_id) and settings.redis_url == settings.rq_url):
        return None
    return load_command(game_id, with_responses=_is_repeatable(access))


def cached_game(sent: ApiRequest) -> StoredGame | None:
    """Return the cached game in the path, if the operation accepts one. A dry run needs the current game."""
    access = _access_of(sent)
    if access is None or not access.accepts_cached or (sent.query_string and "dry_run" in sent.args):
        return None
    return sent.installation.store.cache.take((sent.view_args or {})["game_id"])


def _access_of(sent: ApiRequest) -> Access | None:
    """Return the access that the requested operation declares."""
    return getattr(sent.view, "access", None)


def own_seat_and_game(game_id: str, token: str | None, *, with_responses: bool) -> tuple[int, StoredGame]:
    """Return the seat of a token, or else of the caller, and the game. Raises TokenRequired and TokenMismatch."""
    if token is not None:
        return seat_in(installation(), game_id, token, with_responses=with_responses)
    seat, stored = current_request().principal.seat_and_game(game_id, with_responses=with_responses)
    if stored is None:
        raise _token_required()
    return _own(seat), stored


def _resolve_seat(access: Access, who: Principal, named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the caller's seat, and the game if declared; a seat in the path must be the same."""
    game_id = named["game_id"]
    if access.ticket and "ticket" in request.args:
        who.by_ticket = _by_ticket(access.ticket, named)
        return {"seat": who.by_ticket.seat}
    if not access.is_optional and who.is_anonymous:
        raise _token_required()
    if access.with_game:
        seat, stored = who.seat_and_game(game_id, with_responses=_is_repeatable(access))
        found: dict[str, Any] = {"seat": seat, "stored": stored}
    else:
        seat = who.seat(game_id)
        found = {"seat": seat}
    if not access.is_optional and named.get("seat", _own(seat)) != seat:
        raise problems.TokenMismatch("Send the token of this seat.")
    return found


def _is_repeatable(access: Access) -> bool:
    """Whether a request may have a stored response, which is read with the game."""
    return not access.is_optional and "Idempotency-Key" in request.headers


def _resolve_creator(_: Access, who: Principal, named: Mapping[str, Any]) -> dict[str, Any]:
    if who.is_anonymous:
        raise problems.TokenRequired("Send the creator's token as `Authorization: Bearer <token>`.")
    who.check_creator(named["game_id"])
    return {}


def _resolve_participant(access: Access, who: Principal, named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the caller's seat and whether the caller is the creator; for a guest, only check a private game."""
    game_id = named["game_id"]
    if access.is_optional:
        check_private(read_header(installation(), game_id), inside=who.is_inside(game_id))
        return {}
    if who.is_anonymous:
        raise problems.TokenRequired("Send the seat's or the creator's token as `Authorization: Bearer <token>`.")
    seat, creator = who.participant(game_id)
    return {"seat": seat, "creator": creator}


def _resolve_player(access: Access, who: Principal, named: Mapping[str, Any]) -> dict[str, Any]:
    """Return the player. Tokens of games are ignored if credentials are optional, else rejected."""
    if access.ticket and "ticket" in request.args:
        return {"caller": _by_ticket(access.ticket, named).caller}
    if not access.is_optional and who.is_anonymous:
        raise problems.TokenRequired("Send a player's key as `Authorization: Bearer <key>`.")
    if not access.is_optional and who.caller is None:
        callers.reject_token(installation(), who.token)
    return {"caller": who.caller}


def _by_ticket(purpose: Purpose, named: Mapping[str, Any]) -> Credential:
    return tickets.credential_of(installation(), purpose, named.get(purpose.parameter, ""), request.args["ticket"])


def _own(seat: int | None) -> int:
    if seat is None:
        raise problems.TokenMismatch("The player has no seat in this game.")
    return seat


def _token_required() -> problems.TokenRequired:
    return problems.TokenRequired("Send the seat's token as `Authorization: Bearer <token>`.")


RESOLVERS: Mapping[Role, Callable[[Access, Principal, Mapping[str, Any]], dict[str, Any]]] = {
    "seat": _resolve_seat,
    "creator": _resolve_creator,
    "participant": _resolve_participant,
    "player": _resolve_player,
}
"""The function that reads the credentials of each role."""
