"""Which credentials each operation needs, how they are read, and which problems they cause."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from service.api.authentication import (
    for_anybody,
    for_creator,
    for_follower,
    for_guest,
    for_party,
    for_player,
    for_reader,
    for_seat,
    for_seat_of_game,
    for_viewer,
    for_viewer_of_game,
    for_watcher,
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
Bearer = Literal[
    "none",
    "guest",
    "optional",
    "ticket",
    "required",
    "creator",
    "party",
    "player",
    "follower",
    "anybody",
    "watcher",
    "entries",
]
"""The credentials of an operation. A player key works wherever the token of the player's seat or game works.

- `none`: none. `optional`: a seat token, or none. `required`: a seat token. `creator`: the creator token.
- `ticket`: a seat token, a ticket, or none. `party`: a seat token or the creator token.
- `guest`: as `party` for private games; any or none for other games.
- `player`: a player key. `follower`: a player key or a ticket. `anybody`: a player key, or none.
- `watcher`: as `anybody`, or a ticket of a tournament.
- `entries`: each entry of a batch has its own token.
"""

SECURITY: Mapping[Bearer, list[dict[str, list[str]]]] = {
    "none": [],
    "guest": [{}, {"seatToken": []}, {"creatorToken": []}, {"playerKey": []}],
    "optional": [{}, {"seatToken": []}, {"playerKey": []}],
    "ticket": [{}, {"seatToken": []}, {"playerKey": []}],
    "required": [{"seatToken": []}, {"playerKey": []}],
    "creator": [{"creatorToken": []}, {"playerKey": []}],
    "party": [{"seatToken": []}, {"creatorToken": []}, {"playerKey": []}],
    "player": [{"playerKey": []}],
    "follower": [{}, {"playerKey": []}],
    "anybody": [{}, {"playerKey": []}],
    "watcher": [{}, {"playerKey": []}],
    "entries": [{}, {"seatToken": []}, {"playerKey": []}],
}

GUARDS: Mapping[Bearer, Callable[[View], View]] = {
    "guest": for_guest,
    "optional": for_viewer,
    "ticket": for_reader,
    "required": for_seat,
    "creator": for_creator,
    "party": for_party,
    "player": for_player,
    "follower": for_follower,
    "anybody": for_anybody,
    "watcher": for_watcher,
}
"""The function that reads each kind of credentials."""
GAME_GUARDS: Mapping[Bearer, Callable[[View], View]] = {"optional": for_viewer_of_game, "required": for_seat_of_game}
"""The function that reads each kind of credentials together with the game."""

PROBLEMS: Mapping[type[ProblemError], frozenset[Bearer]] = {
    IssuerUnavailable: frozenset(GUARDS),
    InvalidToken: frozenset(GUARDS),
    InsufficientScope: frozenset(GUARDS) - {"guest"},
    TokenMismatch: frozenset(GUARDS) - {"guest", "anybody", "watcher"},
    TokenRequired: frozenset((*GUARDS, "entries")),
    PrivateGame: frozenset(("guest", "optional", "ticket")),
    StoreUnavailable: frozenset(("player", "follower", "anybody", "watcher")),
    InvalidTicket: frozenset(("ticket", "follower", "watcher")),
    TicketExpired: frozenset(("ticket", "follower", "watcher")),
    TicketMismatch: frozenset(("ticket", "watcher")),
}
"""Problems of each kind of credentials."""


def problems_of(bearer: Bearer) -> Iterator[type[ProblemError]]:
    """Return the problems of a kind of credentials."""
    return (problem for problem, bearers in PROBLEMS.items() if bearer in bearers)


def guarded(view: View, bearer: Bearer, *, reads_game: bool = False) -> View:
    """Call a view with the caller's seat or player, and with the game if `reads_game`."""
    if bearer in ("none", "entries"):
        return view
    return (GAME_GUARDS if reads_game else GUARDS)[bearer](view)
