"""The tokens of seats in the hands of the host, who may read them again and exchange them.

A seat that belongs to a player has no token, and nobody but the player opens it. Nor does the host read the token of
whoever has claimed an open seat; but it may exchange it, so that somebody else can go on in place of one who has left.
"""

from service.play import tokens
from service.play.bottega import Bottega
from service.play.game import read_header, seats_of
from service.play.games import MOST_ATTEMPTS
from service.play.presenters import Wire
from service.problems import GameBusy, NoSeatToken, SeatNotFound
from service.store import Holder, SeatSetup


def read_token(bottega: Bottega, game_id: str, seat: int) -> Wire:
    """Return the token of a seat that the host was given. Raises GameNotFound, SeatNotFound and NoSeatToken."""
    setup = _setup(bottega, game_id, seat)
    holder = bottega.store.seats.holder(game_id, seat)
    if setup.kind != "human" or not holder.digest:
        raise NoSeatToken("The host has the tokens of `human` seats that belong to no player.")
    return _told(game_id, seat, tokens.kept_token(bottega, game_id, seat))


def rotate_token(bottega: Bottega, game_id: str, seat: int) -> Wire:
    """Exchange the token of a seat; the one before it opens nothing from then on.

    Raises GameNotFound, SeatNotFound, NoSeatToken and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        setup = _setup(bottega, game_id, seat)
        seen = bottega.store.seats.holder(game_id, seat)
        _check_rotation(setup, seen)
        token = tokens.make_token(bottega.settings.secrets, game_id, seat, seen.rotation + 1)
        new = Holder(tokens.digest(token), seen.name, rotation=seen.rotation + 1)
        if bottega.store.seats.hold(game_id, seat, seen, new):
            return _told(game_id, seat, token)
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def _check_rotation(setup: SeatSetup, seen: Holder) -> None:
    """Raise NoSeatToken for a seat of an AI or a player, and for one that is to be claimed."""
    if setup.kind == "ai" or seen.player or (setup.kind == "open" and not seen.digest):
        raise NoSeatToken("The token of a `human` seat, or of one that was claimed, is exchanged; no player's seat is.")


def _setup(bottega: Bottega, game_id: str, seat: int) -> SeatSetup:
    """Return who sits at a seat by now. Raises GameNotFound and SeatNotFound."""
    header = read_header(bottega, game_id)
    if seat >= len(header.seats):
        raise SeatNotFound("The game has {seats} seats, numbered from 0.", {"seats": len(header.seats)})
    return seats_of(header, bottega.store.info(game_id))[seat]


def _told(game_id: str, seat: int, token: str) -> Wire:
    """Tell a token."""
    return {"game_id": game_id, "seat": seat, "token": token}
