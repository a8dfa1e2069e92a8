"""Write changes of who plays a seat to the log of a game."""

from collections.abc import Callable

import msgspec

from domain import replay
from domain.seat_changes import SeatChange
from service.game import game_info
from service.game.clocks import time_of
from service.game.game import MOST_ATTEMPTS, Game, load, moment_in
from service.game.includes import NOTHING
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.playing import games
from service.problems import outpaced
from service.reading.responses import ResponseBuilder
from service.store import Event

Decide = Callable[[Game], SeatChange | None]
"""Returns the change that a game needs; None without one. May raise a problem."""


def change_seat(bottega: Bottega, game_id: str, seat: int, decide: Decide) -> Game:
    """Change who plays a seat, and return the game. `decide` returns the change for the current state of the game.

    Raises GameNotFound, RulesNotHosted, GameBusy, and what `decide` raises.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        change = decide(game)
        if change is None:
            return game
        seen = game.info
        event = _happen(bottega, game, seat, change)
        if games.commit(bottega, game, seen, event, None, ResponseBuilder(NOTHING), seat) is not None:
            return game
    raise outpaced(MOST_ATTEMPTS)


def _happen(bottega: Bottega, game: Game, seat: int, change: SeatChange) -> Event:
    """Apply a change to the game in place, and return its event."""
    header, position, to_act = game.header, game.position, game.to_act
    replay.skip_entry(position)
    event = Event(
        position.version,
        seat,
        position.decisions[seat],
        msgspec.Raw(b"null"),
        (),
        written(time_of(moment_in(bottega, header, game.info))),
        attempt=bottega.sources.attempt(),
        to_act=to_act,
        decisions=tuple(position.decisions[each] for each in to_act),
        change=change,
    )
    return game_info.after_event(game, event)
