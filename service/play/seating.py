"""Who sits down: seats are claimed, given by a code, and left; with the last that is filled a game begins.

A seat is the first's who asks. While a game waits for its players a seat may be left: it is to be had again then, and
whoever takes it gets another token. `seat_tokens` says what the host does about tokens.
"""

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

import msgspec
from itsdangerous import Signer

from service.play import callers, game_info, notices, owners, players, tokens
from service.play.bottega import Bottega
from service.play.callers import Caller
from service.play.game import Game, load, moment_in, vacated, without_player
from service.play.games import MOST_ATTEMPTS
from service.play.levels import find_level
from service.play.pending_jobs import check_thinking, clock_entries, due, enqueue_safely, lease_end, next_job
from service.play.player_deletion import forget_again
from service.play.presenters import Wire
from service.play.seat_removal import remove_deleted
from service.problems import (
    AlreadySeated,
    GameBusy,
    GameNotFound,
    GameStarted,
    IdempotencyKeyReused,
    InvalidToken,
    SeatByInvitation,
    SeatNotFound,
    SeatTaken,
    TokenRequired,
)
from service.store import NO_CLOCKS, OUTAGES, ClaimResult, GameInfo, Holder, Idempotency, InvitedPlayer, SeatSetup

PURPOSE = b"bottega invitation"


def claim_seat(
    bottega: Bottega,
    game_id: str,
    seat: int,
    name: str | None = None,
    code: str | None = None,
    caller: Caller | None = None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Give an open seat to the first who asks; return its token, and whether an earlier request had got it.

    To a `caller` the seat itself is given, and no token. `name` is what whoever has it is called from now on, instead
    of the player's own name; `code` is what the creator gave him. Raises GameNotFound, RulesNotHosted, SeatNotFound,
    SeatTaken, SeatByInvitation, AlreadySeated, SameOwner, InsufficientScope, IdempotencyKeyReused, AiQueueFull and
    GameBusy.
    """
    wanted = None
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        _check_open(bottega, game, seat, code, caller)
        wanted = wanted or _wanted(bottega, name, caller)
        outcome, rotation = _claim(bottega, game, seat, wanted, idempotency)
        if caller is not None and forget_again(bottega, caller.player, game_id):
            raise InvalidToken("The player has been deleted.")
        if outcome != "again":
            token = tokens.kept_token(bottega, game_id, seat, rotation)
            shown = {"player": caller.player} if caller else {"token": token}
            return {"game_id": game_id, "seat": seat, **shown}, outcome == "repeated"
    raise _busy()


def leave(bottega: Bottega, game_id: str, seat: int, own: Holder) -> None:
    """Give a seat back, for whoever has it with `own` digest or player.

    Raises GameStarted, GameNotFound, RulesNotHosted, InvalidToken if it has been left, and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if game.has_begun:
            raise GameStarted("Nobody leaves his seat any more.")
        seen = bottega.store.seats.holder(game_id, seat)
        if (seen.digest, seen.player) != (own.digest, own.player):
            raise InvalidToken("Nobody holds the seat with this token.")
        if bottega.store.seats.leave(
            game_id, seat, seen, game.table, vacated(game.header, game.table, seat, own.player)
        ):
            return _forget(bottega, game_id, seen)
    raise _busy()


def start(bottega: Bottega, game_id: str, level: str) -> None:
    """Begin a game that waits for its players; an AI level takes the seats that nobody has.

    Raises UnknownLevel, GameStarted, GameNotFound, RulesNotHosted, AiQueueFull and GameBusy.
    """
    find_level(level)
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if game.has_begun:
            raise GameStarted("All its seats are filled, or its host has started it.")
        levels = dict.fromkeys(game.free, level)
        begun = _begun(bottega, game, msgspec.structs.replace(game.table, levels=levels))
        check_thinking(bottega, begun)
        if bottega.store.begin(
            game_id, game.table, begun.table, due=due(bottega, begun), clocks=clock_entries(bottega, begun)
        ):
            return _go(bottega, begun)
    raise _busy()


def invite(bottega: Bottega, game_id: str, seat: int, *, renew: bool = False) -> Wire:
    """Return the code without which nobody claims a seat from now on; with `renew` another one than before.

    Raises SeatNotFound, SeatTaken, GameNotFound, RulesNotHosted and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = _with_free(bottega, game_id, seat)
        known = game.table.invitations.get(seat, 0)
        table = _invited(game.table, seat, known + 1 if renew else known)
        if table == game.table or bottega.store.replace_info(game_id, game.table, table):
            return {"game_id": game_id, "seat": seat, "code": _code(bottega, game_id, seat, table)}
    raise _busy()


def invite_player(bottega: Bottega, game_id: str, seat: int, player: str, *, renew: bool = False) -> Wire:
    """Keep a seat for a player and tell him so: once, unless with `renew` it is told anew.

    A player is invited to one seat of a game: the one before is to be had by a code then. Raises UnknownPlayer,
    AlreadySeated, SameOwner, TokenRequired, SeatNotFound, SeatTaken, GameNotFound, RulesNotHosted and GameBusy.
    """
    players.profiles_of(bottega, [player])
    for _ in range(MOST_ATTEMPTS):
        game = _with_free(bottega, game_id, seat)
        if not game.header.host:
            raise TokenRequired("Whoever invites players has created the game with a player's key.")
        if player in game.players.values():
            raise AlreadySeated("A player has one seat in a game.")
        if game.header.rated:
            owners.check_apart(bottega, player, game.players.values())
        table = _kept_for(game.table, seat, player, renew=renew)
        if table == game.table or bottega.store.replace_info(game_id, game.table, table, due=lease_end(bottega)):
            notices.tell_now(bottega, game_id)
            remove_deleted(bottega, game_id, [player])
            return {"game_id": game_id, "seat": seat, "player": player}
    raise _busy()


def _with_free(bottega: Bottega, game_id: str, seat: int) -> Game:
    """Read a game in which a seat is free; raises SeatNotFound, SeatTaken, GameNotFound and RulesNotHosted."""
    game = load(bottega, game_id)
    if seat not in game.free:
        _setup(game, seat)
        raise SeatTaken("Somebody has the seat already.")
    return game


def _check_open(bottega: Bottega, game: Game, seat: int, code: str | None, caller: Caller | None) -> None:
    """Raise SeatNotFound, SeatTaken or SeatByInvitation for a seat that is not to be had so.

    Of a seat that is kept for a player all others are told what they are told of any that is given by a code.
    """
    setup = _setup(game, seat)
    if seat in game.table.levels:
        raise SeatTaken("Somebody has the seat already.")
    if setup.kind != "open":
        raise SeatTaken("The seat was given away when the game was created.")
    kept = game.table.invited.get(seat)
    if not setup.invited or (kept and caller and kept.player == caller.player):
        return
    if code is None:
        raise SeatByInvitation("Send the code that the game's creator gives as `code`.")
    signer, signed = _signer(bottega.settings.secrets), _invitation(game.header.game_id, seat, game.table)
    if kept or not signer.verify_signature(signed.encode(), code):
        raise SeatByInvitation("The code is not that of this seat, or not any more.")


def _wanted(bottega: Bottega, name: str | None, caller: Caller | None) -> Holder:
    """Say who is to have a seat; whoever is no player gets a token. Raises InsufficientScope."""
    if caller is None:
        return Holder(name=name)
    callers.need(caller, "play")
    known = players.me(bottega, caller)
    return Holder(name=name or known.get("name"), player=caller.player, bot=known.get("bot", False))


def _claim(bottega: Bottega, game: Game, seat: int, wanted: Holder, idempotency: Idempotency | None) -> ClaimResult:
    """Try to claim a seat, and begin with the last; raises what `claim_seat` raises."""
    game_id, seen = game.header.game_id, bottega.store.seats.holder(game.header.game_id, seat)
    last = 0 if game.has_begun else sum(setup.kind != "ai" for setup in game.seats)
    begun = _begun(bottega, game, game.table)
    if last and not seen.is_taken and last == len(game.claims) + 1:
        check_thinking(bottega, begun)
    if not seen.is_taken:
        bottega.store.lists.add_holder(game.header, wanted)
    token = tokens.make_token(bottega.settings.secrets, game_id, seat, seen.rotation)
    new = wanted._replace(rotation=seen.rotation, digest="" if wanted.player else tokens.digest(token))
    claimed = bottega.store.seats.claim(
        game_id,
        seat,
        seen,
        new,
        idempotency,
        bottega.settings.idempotency_seconds,
        info=game.table,
        begun=begun.table,
        last=last,
        apart=owners.relatives(bottega, wanted.player) if game.header.rated and wanted.player else (),
        due=lease_end(bottega) if wanted.player or last else None,
        clocks=clock_entries(bottega, begun) if last else NO_CLOCKS,
    )
    if claimed.outcome == "gone":
        bottega.store.lists.remove_holder(game_id, wanted)
    if claimed.outcome == "related":
        raise owners.same_owner(wanted.player)
    _check_claimed(claimed)
    if claimed.outcome == "begun":
        _go(bottega, begun)
    elif claimed.outcome == "claimed" and wanted.player:
        notices.tell_now(bottega, game_id)
    return claimed


def _check_claimed(claimed: ClaimResult) -> None:
    """Raise GameNotFound, IdempotencyKeyReused, SeatTaken or AlreadySeated for a claim that came to nothing."""
    if claimed.outcome == "gone":
        raise GameNotFound("There is no game with this id.")
    if claimed.outcome == "reused":
        raise IdempotencyKeyReused("The seat was claimed with this key by another request.")
    if claimed.outcome == "taken":
        raise SeatTaken("Somebody has claimed the seat.")
    if claimed.outcome == "seated":
        raise AlreadySeated("A player has one seat in a game.")


def _go(bottega: Bottega, begun: Game) -> None:
    """Hand out the first job of a game that has just begun, tell whose turn it is, and list it as begun.

    The due list knows of job and notices. An entry that stays among the open games is left out by whoever reads them.
    """
    enqueue_safely(bottega, next_job(begun))
    notices.tell_now(bottega, begun.header.game_id)
    with suppress(*OUTAGES):
        bottega.store.lists.begin(begun.header)


def _forget(bottega: Bottega, game_id: str, holder: Holder) -> None:
    """Forget what a player has been told who has left a seat: whoever comes again is told anew."""
    if holder.player:
        with suppress(*OUTAGES):
            bottega.store.feeds.forget(holder.player, game_id)


def _begun(bottega: Bottega, game: Game, table: GameInfo) -> Game:
    """Return a game as it is if it begins now at this table."""
    to_act, at = game.ruleset.to_act(game.position.state), moment_in(bottega, game.header, table)
    return replace(game, table=game_info.begun(game.header, table, to_act, at))


def _setup(game: Game, seat: int) -> SeatSetup:
    """Return who sits at a seat; raises SeatNotFound."""
    if seat >= len(game.seats):
        raise SeatNotFound("The game has {seats} seats, numbered from 0.", {"seats": len(game.seats)})
    return game.seats[seat]


def _invited(table: GameInfo, seat: int, renewed: int) -> GameInfo:
    """Return the table with a seat by invitation, kept for nobody in particular."""
    invited = {each: kept for each, kept in table.invited.items() if each != seat}
    return msgspec.structs.replace(table, invitations={**table.invitations, seat: renewed}, invited=invited)


def _kept_for(table: GameInfo, seat: int, player: str, *, renew: bool) -> GameInfo:
    """Return the table with a seat that is kept for a player; all codes of the seat are void."""
    known = table.invited.get(seat)
    if known and known.player == player and not renew:
        return table
    invitations = {**table.invitations, seat: table.invitations.get(seat, 0) + 1}
    invited = without_player(table.invited, player) | {seat: InvitedPlayer(player, sum(invitations.values()))}
    return msgspec.structs.replace(table, invitations=invitations, invited=invited)


def _code(bottega: Bottega, game_id: str, seat: int, table: GameInfo) -> str:
    """Derive the code of a seat by the newest secret."""
    return _signer(bottega.settings.secrets).get_signature(_invitation(game_id, seat, table)).decode()


def _invitation(game_id: str, seat: int, table: GameInfo) -> str:
    """Write what a code stands for."""
    return f"{game_id}.{seat}.{table.invitations.get(seat, 0)}"


def _signer(secrets: Sequence[bytes]) -> Signer:
    """Sign by a key that follows from the newest secret and the purpose; know what any of the secrets has signed."""
    return Signer(list(secrets), salt=PURPOSE, sep=".", key_derivation="hmac", digest_method=hashlib.sha256)


def _busy() -> GameBusy:
    """Say that others were faster all the time."""
    return GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})
