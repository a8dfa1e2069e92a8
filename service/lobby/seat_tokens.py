"""Read and rotate the seat tokens of a game for its creator.

A seat of a player has no token; only the player can use it. The creator cannot read the token of a claimed seat. The
creator can rotate it, so that another player can continue in place of one who has left.
"""

from service.game.game import MOST_ATTEMPTS, read_header, seats_of, setup_of
from service.installation.bottega import Bottega
from service.players import tokens
from service.problems import NoSeatToken, outpaced
from service.resources.seats import IssuedSeatToken
from service.store import Holder, SeatSetup


def read_token(bottega: Bottega, game_id: str, seat: int) -> IssuedSeatToken:
    """Return the token of a seat that was issued to the creator. Raises GameNotFound, SeatNotFound and NoSeatToken."""
    setup = _setup(bottega, game_id, seat)
    holder = bottega.store.seats.holder(game_id, seat)
    if setup.kind != "human" or not holder.digest:
        raise NoSeatToken("Read the token of a `human` seat that belongs to no player.")
    return IssuedSeatToken(game_id, seat, tokens.issued_token(bottega, game_id, seat))


def rotate_token(bottega: Bottega, game_id: str, seat: int) -> IssuedSeatToken:
    """Replace the token of a seat; the previous token becomes invalid.

    Raises GameNotFound, SeatNotFound, NoSeatToken and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        setup = _setup(bottega, game_id, seat)
        seen = bottega.store.seats.holder(game_id, seat)
        _check_rotation(setup, seen)
        token = tokens.make_token(bottega.settings.secrets, game_id, seat, seen.rotation + 1)
        new = Holder(tokens.digest(token), seen.name, rotation=seen.rotation + 1)
        if bottega.store.seats.hold(game_id, seat, seen, new):
            return IssuedSeatToken(game_id, seat, token)
    raise outpaced(MOST_ATTEMPTS)


def _check_rotation(setup: SeatSetup, seen: Holder) -> None:
    """Raise NoSeatToken for the seat of an AI level or a player, and for an open seat that is not claimed."""
    if setup.kind == "ai" or seen.player or (setup.kind == "open" and not seen.digest):
        raise NoSeatToken("Send a `human` or claimed seat that belongs to no player. Only such a seat has a token.")


def _setup(bottega: Bottega, game_id: str, seat: int) -> SeatSetup:
    """Return the current setup of a seat. Raises GameNotFound and SeatNotFound."""
    return setup_of(seats_of(read_header(bottega, game_id), bottega.store.info(game_id)), seat)
