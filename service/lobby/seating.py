"""Claim, invite to and leave seats.

The first request gets a seat. A seat of a waiting game can be left and claimed again, with another token. `seat_tokens`
handles tokens for the creator.
"""

from functools import partial

import msgspec
from msgspec import UNSET

from service import problems
from service.game.game import Game, load, setup_of, vacated, without_player
from service.installation.after_commit import follow_up
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby import starts
from service.lobby.seat_colours import with_colour
from service.lobby.seat_removal import check_seated, remove_deleted
from service.players import callers, consent, owners, players, tokens
from service.players.callers import Caller
from service.playing import notices
from service.playing.pending_jobs import check_ai_queue, clock_entries, lease_end, next_job
from service.playing.seat_checks import check_can_join
from service.resources.seats import Claim, ClaimedSeat, Invitation, InvitationRequest
from service.store import (
    NO_CLOCKS,
    ClaimResult,
    ConflictingWrite,
    GameInfo,
    Holder,
    Idempotency,
    InvitedPlayer,
    Profile,
)

PURPOSE = b"bottega invitation"
NO_CLAIM = Claim()


def claim_seat(
    installation: Installation,
    game_id: str,
    seat: int,
    body: Claim = NO_CLAIM,
    caller: Caller | None = None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[ClaimedSeat, bool]:
    """Claim an open seat; return its token, and whether the request is repeated.

    A `caller` gets the seat itself and no token. Raises GameNotFound, RulesNotHosted, SeatNotFound, SeatTaken,
    SeatByInvitation, SeatResigned, GameOver, GameAborted, UnknownColour, ColourTaken, AlreadySeated, SameOwner,
    InsufficientScope, IdempotencyKeyReused, AiQueueFull and GameBusy.
    Raises InvalidToken for a player who is deleted at this moment.
    """
    claimed = retry_conflicts(partial(_claim_once, installation, game_id, seat, body, caller, idempotency))
    token = "" if caller else tokens.issued_token(installation, game_id, seat, claimed.rotation)
    seated = ClaimedSeat(game_id, seat, token, player=caller.player if caller else UNSET)
    return seated, claimed.outcome == "repeated"


def _claim_once(
    installation: Installation,
    game_id: str,
    seat: int,
    body: Claim,
    caller: Caller | None,
    idempotency: Idempotency | None,
) -> ClaimResult:
    """Claim a seat as `claim_seat` does, once. Raises ConflictingWrite."""
    game = load(installation, game_id)
    _check_open(installation, game, seat, body.code or "", caller)
    info = with_colour(game, seat, body.colour) if body.colour else game.info
    claimed = _claim(installation, game, seat, _new_holder(installation, body.name, caller), info, idempotency)
    if caller is not None:
        check_seated(installation, caller.player, game_id)
    if claimed.outcome == "again":
        raise ConflictingWrite
    return claimed


def leave(installation: Installation, game_id: str, seat: int, own: Holder) -> None:
    """Leave a seat; `own` has the digest or player of its holder.

    Raises GameStarted, GameNotFound, RulesNotHosted, InvalidToken if it has been left, and GameBusy.
    """

    def attempt() -> Holder:
        game = load(installation, game_id)
        if game.has_started:
            raise problems.GameStarted("Resign with `resignSeat` instead. The game has started.")
        seen = installation.store.seats.holder(game_id, seat)
        if (seen.digest, seen.player) != (own.digest, own.player):
            raise problems.InvalidToken("Send the current token of the seat. This token has been replaced.")
        info = vacated(game.header, game.info, seat, own.player)
        if not installation.store.seats.leave(game_id, seat, seen, game.info, info):
            raise ConflictingWrite
        return seen

    _delete_sent(installation, game_id, retry_conflicts(attempt))


def invite(installation: Installation, game_id: str, seat: int, body: InvitationRequest) -> Invitation:
    """Reserve a seat for a player, or require a code; raises the errors of `_require_code` and `_invite_player`."""
    if body.player:
        return _invite_player(installation, game_id, seat, body.player, renew=body.renew)
    return _require_code(installation, game_id, seat, renew=body.renew)


def _require_code(installation: Installation, game_id: str, seat: int, *, renew: bool) -> Invitation:
    """Require a code to claim a seat, and return it; `renew` replaces the code.

    Raises what `_with_free` raises, and GameBusy.
    """

    def attempt() -> Invitation:
        game = _with_free(installation, game_id, seat)
        known = game.info.invitations.get(seat, 0)
        info = _invited(game.info, seat, known + 1 if renew else known)
        if info != game.info and not installation.store.replace_info(game_id, game.info, info, publish=True):
            raise ConflictingWrite
        return Invitation(game_id, seat, _code(installation, game_id, seat, info))

    return retry_conflicts(attempt)


def _invite_player(installation: Installation, game_id: str, seat: int, player: str, *, renew: bool) -> Invitation:
    """Reserve a seat for a player and send a notice; a repeated call sends another notice only with `renew`.

    A player can be invited to one seat of a game. A previous seat then requires a code. Raises UnknownPlayer,
    InvitationDeclined, AlreadySeated, SameOwner, TokenRequired, GameBusy, and what `_with_free` raises.
    """
    profile = players.profiles_of(installation, [player])[player]

    def attempt() -> None:
        game = _with_free(installation, game_id, seat)
        _check_invitable(installation, game, player, profile)
        info, at = _reserved_for(game.info, seat, player, renew=renew), lease_end(installation)
        if info != game.info and not installation.store.replace_info(game_id, game.info, info, due=at, publish=True):
            raise ConflictingWrite

    retry_conflicts(attempt)
    notices.send_now(installation, game_id)
    with follow_up("removal", game_id):
        remove_deleted(installation, game_id, [player])
    return Invitation(game_id, seat, player=player)


def _check_invitable(installation: Installation, game: Game, player: str, profile: Profile) -> None:
    """Raise an error if the creator of a game may not invite a player; see `_invite_player`."""
    if not game.header.creator:
        raise problems.TokenRequired("Omit `player`, or create the game with a player key.")
    consent.check_invited(installation, player, profile, game.header.creator)
    if player in game.players.values():
        raise problems.AlreadySeated(
            "Choose a player without a seat in this game. A player can have one seat in a game."
        )
    if game.header.rated:
        owners.check_unrelated(installation, player, game.players.values())


def _with_free(installation: Installation, game_id: str, seat: int) -> Game:
    """Return a game whose seat is free.

    Raises SeatNotFound, SeatTaken, SeatResigned, GameOver, GameAborted, GameNotFound and RulesNotHosted.
    """
    game = load(installation, game_id)
    if seat not in game.free:
        setup_of(game.seats, seat)
        raise problems.SeatTaken("Choose a free seat. This seat has been claimed.")
    check_can_join(game, seat)
    return game


def _check_open(installation: Installation, game: Game, seat: int, code: str, caller: Caller | None) -> None:
    """Raise an error unless the caller can claim the seat, or has claimed it: retries are found later.

    Raises SeatNotFound, SeatTaken, SeatByInvitation, SeatResigned, GameOver and GameAborted. For a seat reserved for a
    player, other callers get the same problem as for any seat with a code.
    """
    setup = setup_of(game.seats, seat)
    if seat in game.info.levels:
        raise problems.SeatTaken("Choose a free seat. This seat has been claimed.")
    if setup.kind != "open":
        raise problems.SeatTaken("Choose an `open` seat. This seat was assigned when the game was created.")
    if seat in game.free:
        check_can_join(game, seat)
    reserved = game.info.invited.get(seat)
    if not setup.invited or (reserved and caller and reserved.player == caller.player):
        return
    if not code:
        raise problems.SeatByInvitation("Send the invitation code from the game's creator as `code`.")
    signer, signed = (
        tokens.signer(installation.settings.secrets, PURPOSE),
        _invitation(game.header.game_id, seat, game.info),
    )
    if reserved or not signer.verify_signature(signed.encode(), code):
        raise problems.SeatByInvitation("Ask the creator for the current code of this seat.")


def _new_holder(installation: Installation, name: str, caller: Caller | None) -> Holder:
    """Return the new holder of a seat; a caller without a player gets a token. Raises InsufficientScope."""
    if caller is None:
        return Holder(name=name or None)
    callers.require_scope(caller, "play")
    known = players.me(installation, caller)
    return Holder(name=name or known.name or None, player=caller.player, bot=known.bot)


def _claim(
    installation: Installation, game: Game, seat: int, holder: Holder, info: GameInfo, idempotency: Idempotency | None
) -> ClaimResult:
    """Try to claim a seat, and start the game with the last one; `info` is the new info of the game.

    Raises the errors of `claim_seat`.
    """
    game_id, seen = game.header.game_id, installation.store.seats.holder(game.header.game_id, seat)
    last = 0 if game.has_started or info.awaited else sum(setup.kind != "ai" for setup in game.seats)
    started = starts.started(installation, game, info)
    if last and not seen.is_taken and last == len(game.claims) + 1:
        check_ai_queue(installation, next_job(started))
    if not seen.is_taken:
        installation.store.lists.add_holder(game.header, holder)
    token = tokens.make_token(installation.settings.secrets, game_id, seat, seen.rotation)
    new = holder._replace(rotation=seen.rotation, digest="" if holder.player else tokens.digest(token))
    claimed = installation.store.seats.claim(
        game_id,
        seat,
        seen,
        new,
        idempotency,
        installation.settings.idempotency_seconds,
        info=game.info,
        claimed=info,
        started=started.info,
        last=last,
        apart=owners.relatives(installation, holder.player) if game.header.rated and holder.player else (),
        due=lease_end(installation) if holder.player or last else None,
        clocks=clock_entries(installation, started) if last else NO_CLOCKS,
    )
    if claimed.outcome == "deleted":
        installation.store.lists.remove_holder(game_id, holder)
    if claimed.outcome == "related":
        raise owners.same_owner(holder.player)
    _check_claimed(claimed)
    if claimed.outcome == "started":
        starts.announce(installation, started)
    elif claimed.outcome == "claimed" and holder.player:
        notices.send_now(installation, game_id)
    return claimed


def _check_claimed(claimed: ClaimResult) -> None:
    """Raise GameNotFound, IdempotencyKeyReused, SeatTaken or AlreadySeated for a failed claim."""
    if claimed.outcome == "deleted":
        raise problems.GameNotFound("There is no game with this id.")
    if claimed.outcome == "reused":
        raise problems.IdempotencyKeyReused(
            "Send a new `Idempotency-Key`. Another request claimed the seat with this key."
        )
    if claimed.outcome == "taken":
        raise problems.SeatTaken("Choose a free seat. This seat has been claimed.")
    if claimed.outcome == "seated":
        raise problems.AlreadySeated(
            "Choose a player without a seat in this game. A player can have one seat in a game."
        )


def _delete_sent(installation: Installation, game_id: str, holder: Holder) -> None:
    """Remove the record of notices for a player who left a seat: a new claim sends them again."""
    if holder.player:
        with follow_up("notices", f"{game_id} for {holder.player}"):
            installation.store.feeds.delete_sent(holder.player, game_id)


def _invited(info: GameInfo, seat: int, renewed: int) -> GameInfo:
    """Return the game info with a seat that requires a code and is reserved for no player."""
    invited = {each: reserved for each, reserved in info.invited.items() if each != seat}
    return msgspec.structs.replace(info, invitations={**info.invitations, seat: renewed}, invited=invited)


def _reserved_for(info: GameInfo, seat: int, player: str, *, renew: bool) -> GameInfo:
    """Return the game info with a seat reserved for a player; all codes of the seat become void."""
    known = info.invited.get(seat)
    if known and known.player == player and not renew:
        return info
    invitations = {**info.invitations, seat: info.invitations.get(seat, 0) + 1}
    invited = without_player(info.invited, player) | {seat: InvitedPlayer(player, sum(invitations.values()))}
    return msgspec.structs.replace(info, invitations=invitations, invited=invited)


def _code(installation: Installation, game_id: str, seat: int, info: GameInfo) -> str:
    """Derive the code of a seat with the newest secret."""
    return (
        tokens.signer(installation.settings.secrets, PURPOSE).get_signature(_invitation(game_id, seat, info)).decode()
    )


def _invitation(game_id: str, seat: int, info: GameInfo) -> str:
    return f"{game_id}.{seat}.{info.invitations.get(seat, 0)}"
