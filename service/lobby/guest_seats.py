"""Move a seat from a guest, who has its token, to a player."""

from service.game.game import MOST_ATTEMPTS, Game, load
from service.installation.bottega import Bottega
from service.lobby.player_deletion import check_not_deleted
from service.players import callers, owners, players, tokens
from service.players.callers import Caller
from service.playing import notices
from service.problems import AlreadySeated, GameStarted, TokenMismatch, TokenRequired, outpaced
from service.resources.seats import Claim, ClaimedSeat
from service.store import Holder


def keep_seat(
    bottega: Bottega, game_id: str, seat: int, body: Claim, caller: Caller | None
) -> tuple[ClaimedSeat, bool]:
    """Move a seat from the holder of its token to the caller; return the seat, and whether the caller had it before.

    The token becomes invalid. A finished game can be moved, too. It changes no rating: the last event of a rated game
    names the players whose ratings it changes. Raises TokenRequired without a caller, GameNotFound, RulesNotHosted,
    InvalidToken, TokenMismatch, AlreadySeated, SameOwner, InsufficientScope, GameBusy, and GameStarted for a rated game
    that is running.
    """
    if caller is None:
        raise TokenRequired("Send a player's key as `Authorization: Bearer <key>`.")
    callers.require_scope(caller, "play")
    shown, token = ClaimedSeat(game_id, seat, player=caller.player), body.token
    for _ in range(MOST_ATTEMPTS):
        game, seen = load(bottega, game_id), bottega.store.seats.holder(game_id, seat)
        _check_token(bottega, game_id, seat, token)
        if seen.player == caller.player and tokens.opened_seat(token, seat, seen):
            list_ended(bottega, game, caller.player)
            return shown, True
        _check_movable(bottega, game, token, caller)
        known = players.me(bottega, caller)
        called, bot = body.name or seen.name or known.name or None, known.bot
        new = Holder(name=called, player=caller.player, rotation=seen.rotation + 1, bot=bot)
        if not list_ended(bottega, game, caller.player):
            bottega.store.lists.add_holder(game.header, new)
        apart = owners.relatives(bottega, caller.player) if game.header.rated and not game.has_started else ()
        if bottega.store.seats.hold(game_id, seat, seen, new, apart):
            list_ended(bottega, load(bottega, game_id), caller.player)
            notices.send_now(bottega, game_id)
            check_not_deleted(bottega, caller.player, game_id)
            return shown, False
    raise outpaced(MOST_ATTEMPTS)


def list_ended(bottega: Bottega, game: Game, player: str) -> bool:
    """List a game for the player if it has ended; return whether it has.

    The end of a game lists it for the players whom it finds in its seats.
    """
    if not game.has_ended:
        return False
    bottega.store.lists.add_ended(game.header, player, game.status)
    return True


def _check_token(bottega: Bottega, game_id: str, seat: int, token: str) -> None:
    """Raise InvalidToken or TokenMismatch unless this service issued the token for this seat."""
    own_game, holder = tokens.read_token(bottega.settings.secrets, token)
    if own_game != game_id or holder == tokens.CREATOR or tokens.seat_and_rotation(holder)[0] != seat:
        raise TokenMismatch("Send the token of this seat.")


def _check_movable(bottega: Bottega, game: Game, token: str, caller: Caller) -> None:
    """Raise InvalidToken, GameStarted, AlreadySeated or SameOwner if the caller cannot have the seat."""
    tokens.seat_of(bottega, game.header.game_id, token)
    if caller.player in game.players.values():
        raise AlreadySeated("Choose a player without a seat in this game. A player can have one seat in a game.")
    if game.header.rated and game.status == "running":
        raise GameStarted("Move the seat after the end of the game. The seats of a running rated game cannot change.")
    if game.header.rated and not game.has_started:
        owners.check_unrelated(bottega, caller.player, game.players.values())
