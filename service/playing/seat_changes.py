"""Write changes of who plays a seat to the log of a game."""

from collections.abc import Callable

import msgspec

from domain import replay
from domain.seat_changes import SeatChange
from service.game.clocks import time_of
from service.game.game import Game, load, moment_in
from service.installation.clock_and_ids import written
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing import games
from service.store import Event

Decide = Callable[[Game], SeatChange | None]
"""Returns the change that a game needs; None without one. May raise a problem."""


def change_seat(installation: Installation, game_id: str, seat: int, decide: Decide) -> Game:
    """Change who plays a seat, and return the game. `decide` returns the change for the current state of the game.

    Raises GameNotFound, RulesNotHosted, GameBusy, and what `decide` raises.
    """

    def attempt() -> Game:
        game = load(installation, game_id)
        change = decide(game)
        if change is not None:
            games.commit(installation, game, apply_change(installation, game, seat, change))
        return game

    return retry_conflicts(attempt)


def apply_change(installation: Installation, game: Game, seat: int, change: SeatChange) -> Event:
    """Apply a change to the game in place, and return its event."""
    header, position, to_act = game.header, game.position, game.to_act
    replay.skip_entry(position)
    event = Event(
        position.version,
        seat,
        position.decisions[seat],
        msgspec.Raw(b"null"),
        (),
        written(time_of(moment_in(installation, header, game.info))),
        to_act=to_act,
        decisions=tuple(position.decisions[each] for each in to_act),
        change=change,
    )
    return games.settled(installation, game, event)
