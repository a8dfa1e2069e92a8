"""Let a substitute take the seat of a player in a running game.

The former player loses all rights of the seat, with its token and action queue, and its place in the lists. The game
changes no rating of the seat: neither of the two has played the whole game.
"""

from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from service.game import game_info
from service.game.game import Game, load
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby.guest_seats import list_ended
from service.lobby.seat_removal import remove_deleted
from service.playing import notices
from service.playing.game_info_updates import update_game_info
from service.store import ConflictingWrite, GameInfo, Holder


class Substitute(NamedTuple):
    """A player who takes the seats of another one."""

    before: str
    """The id of the player who has the seats."""
    player: str
    name: str
    bot: bool = False


def take_over(installation: Installation, game_id: str, seat: int, substitute: Substitute) -> bool:
    """Move a seat of a player to a substitute; return whether the seat has changed. A repeated call completes it.

    Nothing changes in a game that has ended, at a seat that has resigned, and if another player has the seat. Raises
    GameNotFound, RulesNotHosted, GameBusy, GameUnreadable and one of OUTAGES.
    """
    if not retry_conflicts(partial(_hold, installation, game_id, seat, substitute)):
        return False
    installation.store.lists.remove_holder(game_id, Holder(player=substitute.before))
    installation.store.feeds.delete_sent(substitute.before, game_id)
    list_ended(installation, load(installation, game_id), substitute.player)
    notices.send_now(installation, game_id)
    remove_deleted(installation, game_id, [substitute.player])
    return True


def _hold(installation: Installation, game_id: str, seat: int, substitute: Substitute) -> bool:
    """Let a substitute hold a seat; return whether the seat has changed. Raises ConflictingWrite."""
    game, seen = load(installation, game_id), installation.store.seats.holder(game_id, seat)
    if seen.player != substitute.before or game.has_ended or game_info.has_resigned(game.info, seat):
        return False
    update_game_info(installation, game_id, partial(_marked, seat=seat))
    new = Holder(name=substitute.name, player=substitute.player, rotation=seen.rotation + 1, bot=substitute.bot)
    installation.store.lists.add_holder(game.header, new)
    if not installation.store.seats.hold(game_id, seat, seen, new):
        raise ConflictingWrite
    return True


def _marked(game: Game, seat: int) -> GameInfo | None:
    """Return the game info in which a seat has a substitute; None if it has."""
    substituted = tuple(sorted({*game.info.substituted, seat}))
    return None if substituted == game.info.substituted else replace(game.info, substituted=substituted)
