"""Move a seat from a guest, who has its token, to a player."""

from functools import partial

from service import problems
from service.game.game import Game, load
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby.seat_removal import check_seated
from service.players import callers, owners, players, tokens
from service.players.callers import Caller
from service.playing import notices
from service.resources.seats import Claim, ClaimedSeat
from service.store import ConflictingWrite, Holder


def keep_seat(
    installation: Installation, game_id: str, seat: int, body: Claim, caller: Caller | None
) -> tuple[ClaimedSeat, bool]:
    """Move a seat from the holder of its token to the caller; return the seat, and whether the caller had it before.

    The token becomes invalid. A finished game can be moved, too. It changes no rating: the last event of a rated game
    names the players whose ratings it changes. Raises TokenRequired without a caller, GameNotFound, RulesNotHosted,
    InvalidToken, TokenMismatch, AlreadySeated, SameOwner, InsufficientScope, GameBusy, and GameStarted for a rated game
    that is running.
    """
    if caller is None:
        raise problems.TokenRequired("Send a player's key as `Authorization: Bearer <key>`.")
    callers.require_scope(caller, "play")
    had_seat = retry_conflicts(partial(_move, installation, game_id, seat, body, caller))
    return ClaimedSeat(game_id, seat, player=caller.player), had_seat


def _move(installation: Installation, game_id: str, seat: int, body: Claim, caller: Caller) -> bool:
    """Do what `keep_seat` does, once; return whether the caller had the seat before. Raises ConflictingWrite."""
    game, seen = load(installation, game_id), installation.store.seats.holder(game_id, seat)
    token = body.token or ""
    _check_token(installation, game_id, seat, token)
    if seen.player == caller.player and tokens.opened_seat(token, seat, seen):
        list_ended(installation, game, caller.player)
        return True
    _check_movable(installation, game, token, caller)
    known = players.me(installation, caller)
    called, bot = body.name or seen.name or known.name or None, known.bot
    new = Holder(name=called, player=caller.player, rotation=seen.rotation + 1, bot=bot)
    if not list_ended(installation, game, caller.player):
        installation.store.lists.add_holder(game.header, new)
    apart = owners.relatives(installation, caller.player) if game.header.rated and not game.has_started else ()
    if not installation.store.seats.hold(game_id, seat, seen, new, apart):
        raise ConflictingWrite
    list_ended(installation, load(installation, game_id), caller.player)
    notices.send_now(installation, game_id)
    check_seated(installation, caller.player, game_id)
    return False


def list_ended(installation: Installation, game: Game, player: str) -> bool:
    """List a game for the player if it has ended; return whether it has.

    The end of a game lists it for the players whom it finds in its seats.
    """
    if not game.has_ended:
        return False
    installation.store.lists.add_ended(game.header, player, game.status)
    return True


def _check_token(installation: Installation, game_id: str, seat: int, token: str) -> None:
    """Raise InvalidToken or TokenMismatch unless this service issued the token for this seat."""
    own_game, holder = tokens.read_token(installation.settings.secrets, token)
    if own_game != game_id or holder == tokens.CREATOR or tokens.seat_and_rotation(holder)[0] != seat:
        raise problems.TokenMismatch("Send the token of this seat.")


def _check_movable(installation: Installation, game: Game, token: str, caller: Caller) -> None:
    """Raise InvalidToken, GameStarted, AlreadySeated or SameOwner if the caller cannot have the seat."""
    tokens.seat_of(installation, game.header.game_id, token)
    if caller.player in game.players.values():
        raise problems.AlreadySeated(
            "Choose a player without a seat in this game. A player can have one seat in a game."
        )
    if game.header.rated and game.status == "running":
        raise problems.GameStarted(
            "Move the seat after the end of the game. The seats of a running rated game cannot change."
        )
    if game.header.rated and not game.has_started:
        owners.check_unrelated(installation, caller.player, game.players.values())
