"""What the bearer of an operation must show, what reads it, and which problems it can meet."""

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
"""What the bearer must show: `ticket` is a token or a ticket, or nothing; `party` a seat's token or the creator's;
`guest` the same of private games, and anything or nothing of others; `follower` is a player, or a ticket; `anybody` is
a player, or nothing; `watcher` the same, or a ticket of a tournament; `entries` is seen to entry by entry.

Whatever a token of a game opens, a player opens likewise who has the seat, or is the host.
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
"""What reads the bearer."""
GAME_GUARDS: Mapping[Bearer, Callable[[View], View]] = {"optional": for_viewer_of_game, "required": for_seat_of_game}
"""What reads the game with the bearer."""

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
"""Which problems are met by whoever shows the wrong thing."""


def problems_of(bearer: Bearer) -> Iterator[type[ProblemError]]:
    """Return which problems a bearer can meet."""
    return (problem for problem, bearers in PROBLEMS.items() if bearer in bearers)


def guarded(view: View, bearer: Bearer, *, reads_game: bool = False) -> View:
    """Call the view with the seat of its bearer, or with the player who sends the request; with the game if wanted."""
    if bearer in ("none", "entries"):
        return view
    return (GAME_GUARDS if reads_game else GUARDS)[bearer](view)
