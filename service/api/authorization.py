"""Which credentials each operation needs, how they are read, and which problems they cause."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from service.api.authentication import (
    for_anyone,
    for_creator,
    for_follower,
    for_guest,
    for_participant,
    for_player,
    for_seat,
    for_seat_of_game,
    for_spectator,
    for_ticket_holder,
    for_viewer,
    for_viewer_of_game,
)
from service.problems import (
    InsufficientScope,
    InvalidTicket,
    InvalidToken,
    IssuerUnavailable,
    PrivateGame,
    ProblemError,
    StoreUnavailable,
    TicketExpired,
    TicketMismatch,
    TokenMismatch,
    TokenRequired,
)

View = Callable[..., Any]
Access = Literal[
    "none",
    "guest",
    "optional",
    "ticket",
    "required",
    "creator",
    "participant",
    "player",
    "follower",
    "anyone",
    "spectator",
    "entries",
]
"""The credentials of an operation. A player key works wherever the token of the player's seat or game works.

- `none`: none. `optional`: a seat token, or none. `required`: a seat token. `creator`: the creator token.
- `ticket`: a seat token, a ticket, or none. `participant`: a seat token or the creator token.
- `guest`: as `participant` for private games; any or none for other games.
- `player`: a player key. `follower`: a player key or a ticket. `anyone`: a player key, or none.
- `spectator`: as `anyone`, or a ticket of a tournament.
- `entries`: each entry of a batch has its own token.
"""

SECURITY: Mapping[Access, list[dict[str, list[str]]]] = {
    "none": [],
    "guest": [{}, {"seatToken": []}, {"creatorToken": []}, {"playerKey": []}],
    "optional": [{}, {"seatToken": []}, {"playerKey": []}],
    "ticket": [{}, {"seatToken": []}, {"playerKey": []}],
    "required": [{"seatToken": []}, {"playerKey": []}],
    "creator": [{"creatorToken": []}, {"playerKey": []}],
    "participant": [{"seatToken": []}, {"creatorToken": []}, {"playerKey": []}],
    "player": [{"playerKey": []}],
    "follower": [{}, {"playerKey": []}],
    "anyone": [{}, {"playerKey": []}],
    "spectator": [{}, {"playerKey": []}],
    "entries": [{}, {"seatToken": []}, {"playerKey": []}],
}

GUARDS: Mapping[Access, Callable[[View], View]] = {
    "guest": for_guest,
    "optional": for_viewer,
    "ticket": for_ticket_holder,
    "required": for_seat,
    "creator": for_creator,
    "participant": for_participant,
    "player": for_player,
    "follower": for_follower,
    "anyone": for_anyone,
    "spectator": for_spectator,
}
"""The function that reads each kind of credentials."""
GAME_GUARDS: Mapping[Access, Callable[[View], View]] = {"optional": for_viewer_of_game, "required": for_seat_of_game}
"""The function that reads each kind of credentials together with the game."""

PROBLEMS: Mapping[type[ProblemError], frozenset[Access]] = {
    IssuerUnavailable: frozenset(GUARDS),
    InvalidToken: frozenset(GUARDS),
    InsufficientScope: frozenset(GUARDS) - {"guest"},
    TokenMismatch: frozenset(GUARDS) - {"guest", "anyone", "spectator"},
    TokenRequired: frozenset((*GUARDS, "entries")),
    PrivateGame: frozenset(("guest", "optional", "ticket")),
    StoreUnavailable: frozenset(("player", "follower", "anyone", "spectator")),
    InvalidTicket: frozenset(("ticket", "follower", "spectator")),
    TicketExpired: frozenset(("ticket", "follower", "spectator")),
    TicketMismatch: frozenset(("ticket", "spectator")),
}
"""Problems of each kind of credentials."""


def problems_of(access: Access) -> Iterator[type[ProblemError]]:
    """Return the problems of a kind of credentials."""
    return (problem for problem, kinds in PROBLEMS.items() if access in kinds)


def guarded(view: View, access: Access, *, reads_game: bool = False) -> View:
    """Call a view with the caller's seat or player, and with the game if `reads_game`."""
    if access in ("none", "entries"):
        return view
    return (GAME_GUARDS if reads_game else GUARDS)[access](view)
