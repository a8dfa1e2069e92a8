"""Who sits down: seats are claimed, given by a code, and left; with the last that is filled a game begins.

A seat is the first's who asks. While a game waits for its players a seat may be left: it is to be had again then, and
whoever takes it gets another token.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec
from itsdangerous import Signer

from service.play import tokens
from service.play.bottega import Bottega
from service.play.game import Game, load, restore
from service.play.games import MOST_ATTEMPTS
from service.play.levels import find_level
from service.play.pending_jobs import check_thinking, due, enqueue_safely, next_job
from service.play.presenters import Wire
from service.problems import (
    GameBegun,
    GameBusy,
    GameNotFound,
    IdempotencyKeyReused,
    InvalidToken,
    InvitationRequired,
    SeatNotFound,
    SeatTaken,
)
from service.store import OUTAGES, Claims, Idempotency, SeatSetup, Table

PURPOSE = b"bottega invitation"


def claim_seat(
    bottega: Bottega,
    game_id: str,
    seat: int,
    name: str | None = None,
    code: str | None = None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Give an open seat to the first who asks; return its token, and whether an earlier request had got it.

    `name` is what the player is called from now on, `code` what the creator gave him. Raises GameNotFound,
    RulesNotHosted, SeatNotFound, SeatTaken, InvitationRequired, IdempotencyKeyReused, TooMuchThinking and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        _check_open(bottega, game, seat, code)
        left = game.table.left.get(seat, 0)
        token = tokens.make_token(bottega.settings.secrets, game_id, seat, left)
        outcome = _claim(bottega, game, seat, token, name, idempotency)
        if outcome == "repeated":
            token = tokens.kept_token(bottega, game_id, seat, left)
        if outcome != "changed":
            return {"game_id": game_id, "seat": seat, "token": token}, outcome == "repeated"
    raise _busy()


def leave(bottega: Bottega, game_id: str, seat: int, digest: str) -> None:
    """Give a seat back that is held with a token of this digest.

    Raises GameBegun, GameNotFound, RulesNotHosted, InvalidToken if it has been left, and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if game.has_begun:
            raise GameBegun("Nobody leaves his seat any more.")
        outcome = bottega.store.leave(game_id, seat, digest, game.table, _without(game, seat))
        if outcome == "":
            raise InvalidToken("Nobody holds the seat with this token.")
        if outcome == "left":
            return
    raise _busy()


def start(bottega: Bottega, game_id: str, level: str) -> None:
    """Begin a game that waits for its players; an AI level takes the seats that nobody has.

    Raises UnknownLevel, GameBegun, GameNotFound, RulesNotHosted, TooMuchThinking and GameBusy.
    """
    find_level(level)
    for _ in range(MOST_ATTEMPTS):
        game, claims = _read(bottega, game_id)
        if game.has_begun:
            raise GameBegun("All its seats are filled, or its host has started it.")
        levels = dict.fromkeys(_free(game, claims), level)
        begun = _begun(game, msgspec.structs.replace(game.table, levels=levels))
        check_thinking(bottega, begun)
        if bottega.store.begin(game_id, game.table, begun.table, due=due(bottega, begun)):
            return _go(bottega, begun)
    raise _busy()


def invite(bottega: Bottega, game_id: str, seat: int, *, renew: bool = False) -> Wire:
    """Return the code without which nobody claims a seat from now on; with `renew` another one than before.

    Raises SeatNotFound, SeatTaken, GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game, claims = _read(bottega, game_id)
        if seat not in _free(game, claims):
            _setup(game, seat)
            raise SeatTaken("Somebody has the seat already.")
        known = game.table.invitations.get(seat, 0)
        table = _invited(game.table, seat, known + 1 if renew else known)
        if table == game.table or bottega.store.arrange(game_id, game.table, table):
            return {"game_id": game_id, "seat": seat, "code": _code(bottega, game_id, seat, table)}
    raise _busy()


def _check_open(bottega: Bottega, game: Game, seat: int, code: str | None) -> None:
    """Raise SeatNotFound, SeatTaken or InvitationRequired for a seat that is not to be had so."""
    setup = _setup(game, seat)
    if seat in game.table.levels:
        raise SeatTaken("Somebody has the seat already.")
    if setup.kind != "open":
        raise SeatTaken("The seat was given away when the game was created.")
    if not setup.invited:
        return
    if code is None:
        raise InvitationRequired("Send the code that the game's creator gives as `code`.")
    signer, signed = _signer(bottega.settings.secrets), _invitation(game.header.game_id, seat, game.table)
    if not signer.verify_signature(signed.encode(), code):
        raise InvitationRequired("The code is not that of this seat, or not any more.")


def _claim(
    bottega: Bottega, game: Game, seat: int, token: str, name: str | None, idempotency: Idempotency | None
) -> str:
    """Try to claim a seat, and begin with the last; raises what `claim_seat` raises."""
    game_id, claims = game.header.game_id, bottega.store.claims(game.header.game_id)
    if name is not None and seat not in claims:
        bottega.store.lists.add_player(game_id, name)
    begun = _begun(game, game.table)
    seats = 0 if game.has_begun else sum(setup.kind != "ai" for setup in game.seats)
    if seats == len(claims) + 1:
        check_thinking(bottega, begun)
    outcome = bottega.store.claim(
        game_id,
        seat,
        tokens.digest(token),
        name,
        idempotency,
        bottega.settings.idempotency_seconds,
        seen=game.table,
        last=seats,
        due=due(bottega, begun) if seats else None,
    )
    if outcome == "gone":
        raise GameNotFound("There is no game with this id.")
    if outcome == "reused":
        raise IdempotencyKeyReused("The seat was claimed with this key by another request.")
    if outcome == "taken":
        raise SeatTaken("Somebody has claimed the seat.")
    if outcome == "begun":
        _go(bottega, begun)
    return outcome


def _go(bottega: Bottega, begun: Game) -> None:
    """Hand out the first job of a game that has just begun, which the due list knows of, and list it as begun.

    An entry that stays among the open games is left out by whoever reads them.
    """
    enqueue_safely(bottega, next_job(begun))
    with suppress(*OUTAGES):
        bottega.store.lists.begin(begun.header)


def _begun(game: Game, table: Table) -> Game:
    """Return a game as it is once it has begun at this table."""
    return replace(game, table=msgspec.structs.replace(table, begun=True))


def _read(bottega: Bottega, game_id: str) -> tuple[Game, Claims]:
    """Read a game and who holds its seats; raises GameNotFound and RulesNotHosted."""
    (listed,) = bottega.store.look_at([game_id])
    if listed is None:
        raise GameNotFound("There is no game with this id.")
    return restore(bottega, listed.header, listed.snapshot, listed.table), listed.claims


def _setup(game: Game, seat: int) -> SeatSetup:
    """Return who sits at a seat; raises SeatNotFound."""
    if seat >= len(game.seats):
        raise SeatNotFound("The game has {seats} seats, numbered from 0.", {"seats": len(game.seats)})
    return game.seats[seat]


def _free(game: Game, claims: Claims) -> list[int]:
    """List the open seats that nobody has."""
    return [seat for seat, setup in enumerate(game.seats) if setup.kind == "open" and seat not in claims]


def _without(game: Game, seat: int) -> Table:
    """Return the table once a seat has been left: token and code of whoever had it are void."""
    left = {**game.table.left, seat: game.table.left.get(seat, 0) + 1}
    table = msgspec.structs.replace(game.table, left=left)
    return _invited(table, seat, table.invitations.get(seat, 0) + 1) if game.seats[seat].invited else table


def _invited(table: Table, seat: int, renewed: int) -> Table:
    """Return the table with a seat by invitation."""
    return msgspec.structs.replace(table, invitations={**table.invitations, seat: renewed})


def _code(bottega: Bottega, game_id: str, seat: int, table: Table) -> str:
    """Derive the code of a seat by the newest secret."""
    return _signer(bottega.settings.secrets).get_signature(_invitation(game_id, seat, table)).decode()


def _invitation(game_id: str, seat: int, table: Table) -> str:
    """Write what a code stands for."""
    return f"{game_id}.{seat}.{table.invitations.get(seat, 0)}"


def _signer(secrets: Sequence[bytes]) -> Signer:
    """Sign by a key that follows from the newest secret and the purpose; know what any of the secrets has signed."""
    return Signer(list(secrets), salt=PURPOSE, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)


def _busy() -> GameBusy:
    """Say that others were faster all the time."""
    return GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})
