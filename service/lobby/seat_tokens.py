"""Read and rotate the seat tokens of a game for its creator.

A seat of a player has no token; only the player can use it. The creator cannot read the token of a claimed seat. The
creator can rotate it, so that another player can continue in place of one who has left.
"""

from service import problems
from service.game.game import read_header, seats_of, setup_of
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.players import tokens
from service.resources.seats import IssuedSeatToken
from service.store import ConflictingWrite, Holder, SeatSetup


def read_token(installation: Installation, game_id: str, seat: int) -> IssuedSeatToken:
    """Return the token of a seat that was issued to the creator. Raises GameNotFound, SeatNotFound and NoSeatToken."""
    setup = _setup(installation, game_id, seat)
    holder = installation.store.seats.holder(game_id, seat)
    if setup.kind != "human" or not holder.digest:
        raise problems.NoSeatToken("Read the token of a `human` seat that belongs to no player.")
    return IssuedSeatToken(game_id, seat, tokens.issued_token(installation, game_id, seat))


def rotate_token(installation: Installation, game_id: str, seat: int) -> IssuedSeatToken:
    """Replace the token of a seat; the previous token becomes invalid.

    Raises GameNotFound, SeatNotFound, NoSeatToken and GameBusy.
    """

    def attempt() -> IssuedSeatToken:
        setup = _setup(installation, game_id, seat)
        seen = installation.store.seats.holder(game_id, seat)
        _check_rotation(setup, seen)
        token = tokens.make_token(installation.settings.secrets, game_id, seat, seen.rotation + 1)
        new = Holder(tokens.digest(token), seen.name, rotation=seen.rotation + 1)
        if not installation.store.seats.hold(game_id, seat, seen, new):
            raise ConflictingWrite
        return IssuedSeatToken(game_id, seat, token)

    return retry_conflicts(attempt)


def _check_rotation(setup: SeatSetup, seen: Holder) -> None:
    """Raise NoSeatToken for the seat of an AI level or a player, and for an open seat that is not claimed."""
    if setup.kind == "ai" or seen.player or (setup.kind == "open" and not seen.digest):
        raise problems.NoSeatToken(
            "Send a `human` or claimed seat that belongs to no player. Only such a seat has a token."
        )


def _setup(installation: Installation, game_id: str, seat: int) -> SeatSetup:
    """Return the current setup of a seat. Raises GameNotFound and SeatNotFound."""
    return setup_of(seats_of(read_header(installation, game_id), installation.store.info(game_id)), seat)
