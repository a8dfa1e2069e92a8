"""Move a seat from a guest, who has its token, to a player."""

from service.game.game import MOST_ATTEMPTS, Game, load
from service.installation.bottega import Bottega
from service.lobby.player_deletion import delete_again
from service.players import callers, owners, players, tokens
from service.players.callers import Caller
from service.playing import notices
from service.problems import AlreadySeated, GameStarted, InvalidToken, TokenMismatch, TokenRequired, outpaced
from service.resources.seats import Claim, ClaimedSeat
from service.store import Holder


def keep_seat(
    bottega: Bottega, game_id: str, seat: int, body: Claim, caller: Caller | None
) -> tuple[ClaimedSeat, bool]:
    """Move a seat from the holder of its token to the caller; return the seat, and whether the caller had it before.

    The token becomes invalid. Raises TokenRequired without a caller, GameNotFound, RulesNotHosted, InvalidToken,
    TokenMismatch, AlreadySeated, SameOwner, InsufficientScope, GameBusy, and GameStarted for a rated game that has
    started.
    """
    if caller is None:
        raise TokenRequired("Send a player's key as `Authorization: Bearer <key>`.")
    callers.require_scope(caller, "play")
    shown, token = ClaimedSeat(game_id, seat, player=caller.player), body.token
    for _ in range(MOST_ATTEMPTS):
        game, seen = load(bottega, game_id), bottega.store.seats.holder(game_id, seat)
        _check_token(bottega, game_id, seat, token)
        if seen.player == caller.player and tokens.opened_seat(token, seat, seen):
            return shown, True
        _check_movable(bottega, game, token, caller)
        known = players.me(bottega, caller)
        called, bot = body.name or seen.name or known.name or None, known.bot
        new = Holder(name=called, player=caller.player, rotation=seen.rotation + 1, bot=bot)
        bottega.store.lists.add_holder(game.header, new)
        apart = owners.relatives(bottega, caller.player) if game.header.rated else ()
        if bottega.store.seats.hold(game_id, seat, seen, new, apart):
            notices.send_now(bottega, game_id)
            if delete_again(bottega, caller.player, game_id):
                raise InvalidToken("Create a new player. This player has been deleted.")
            return shown, False
    raise outpaced(MOST_ATTEMPTS)


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
    if game.header.rated and game.has_started:
        raise GameStarted("Keep the seat token. The seats of a started rated game cannot change.")
    if game.header.rated:
        owners.check_unrelated(bottega, caller.player, game.players.values())
