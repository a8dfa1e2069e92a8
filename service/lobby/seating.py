"""Claim, invite to and leave seats, and start games.

The first request gets a seat. A seat of a waiting game can be left and claimed again, with another token. `seat_tokens`
handles tokens for the creator.
"""

from dataclasses import replace

import msgspec

from service.game import game_info
from service.game.game import MOST_ATTEMPTS, Game, load, moment_in, setup_of, vacated, without_player
from service.game.levels import find_level
from service.installation.after_commit import follow_up
from service.installation.bottega import Bottega
from service.lobby.player_deletion import check_not_deleted
from service.lobby.seat_colours import with_colour
from service.lobby.seat_removal import remove_deleted
from service.players import callers, consent, owners, players, tokens
from service.players.callers import Caller
from service.playing import notices
from service.playing.pending_jobs import check_ai_queue, clock_entries, due, enqueue_safely, lease_end, next_job
from service.playing.seat_checks import check_can_join
from service.problems import (
    AlreadySeated,
    GameNotFound,
    GameStarted,
    IdempotencyKeyReused,
    InvalidToken,
    SeatByInvitation,
    SeatTaken,
    TokenRequired,
    outpaced,
)
from service.resources.seats import Claim, ClaimedSeat, Invitation, NewInvitation
from service.store import NO_CLOCKS, ClaimResult, GameInfo, Holder, Idempotency, InvitedPlayer

PURPOSE = b"bottega invitation"
NO_CLAIM = Claim()


def claim_seat(
    bottega: Bottega,
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
    wanted = None
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        _check_open(bottega, game, seat, body.code, caller)
        wanted = wanted or _wanted(bottega, body.name, caller)
        info = with_colour(game, seat, body.colour) if body.colour else game.info
        outcome, rotation = _claim(bottega, game, seat, wanted, info, idempotency)
        if caller is not None:
            check_not_deleted(bottega, caller.player, game_id)
        if outcome != "again":
            token = tokens.issued_token(bottega, game_id, seat, rotation)
            shown = ClaimedSeat(game_id, seat, player=caller.player) if caller else ClaimedSeat(game_id, seat, token)
            return shown, outcome == "repeated"
    raise outpaced(MOST_ATTEMPTS)


def leave(bottega: Bottega, game_id: str, seat: int, own: Holder) -> None:
    """Leave a seat; `own` has the digest or player of its holder.

    Raises GameStarted, GameNotFound, RulesNotHosted, InvalidToken if it has been left, and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if game.has_started:
            raise GameStarted("Resign with `resignSeat` instead. The game has started.")
        seen = bottega.store.seats.holder(game_id, seat)
        if (seen.digest, seen.player) != (own.digest, own.player):
            raise InvalidToken("Send the current token of the seat. This token has been replaced.")
        if bottega.store.seats.leave(game_id, seat, seen, game.info, vacated(game.header, game.info, seat, own.player)):
            return _delete_sent(bottega, game_id, seen)
    raise outpaced(MOST_ATTEMPTS)


def start(bottega: Bottega, game_id: str, level: str) -> None:
    """Start a waiting game; an AI level takes the open seats.

    Raises UnknownLevel, GameStarted, GameNotFound, RulesNotHosted, AiQueueFull and GameBusy.
    """
    find_level(level)
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if game.has_started:
            raise GameStarted("Play the game. All its seats are filled, or its creator has started it.")
        levels = dict.fromkeys(game.free, level)
        started = _started(bottega, game, msgspec.structs.replace(game.info, levels=levels))
        check_ai_queue(bottega, next_job(started))
        if bottega.store.start_game(
            game_id, game.info, started.info, due=due(bottega, started), clocks=clock_entries(bottega, started)
        ):
            return _announce_start(bottega, started)
    raise outpaced(MOST_ATTEMPTS)


def invite(bottega: Bottega, game_id: str, seat: int, body: NewInvitation) -> Invitation:
    """Reserve a seat for a player, or require a code; raises the errors of `_require_code` and `_invite_player`."""
    if body.player:
        return _invite_player(bottega, game_id, seat, body.player, renew=body.renew)
    return _require_code(bottega, game_id, seat, renew=body.renew)


def _require_code(bottega: Bottega, game_id: str, seat: int, *, renew: bool) -> Invitation:
    """Require a code to claim a seat, and return it; `renew` replaces the code.

    Raises what `_with_free` raises, and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = _with_free(bottega, game_id, seat)
        known = game.info.invitations.get(seat, 0)
        info = _invited(game.info, seat, known + 1 if renew else known)
        if info == game.info or bottega.store.replace_info(game_id, game.info, info):
            return Invitation(game_id, seat, _code(bottega, game_id, seat, info))
    raise outpaced(MOST_ATTEMPTS)


def _invite_player(bottega: Bottega, game_id: str, seat: int, player: str, *, renew: bool) -> Invitation:
    """Reserve a seat for a player and send a notice; a repeated call sends another notice only with `renew`.

    A player can be invited to one seat of a game. A previous seat then requires a code. Raises UnknownPlayer,
    InvitationDeclined, AlreadySeated, SameOwner, TokenRequired, GameBusy, and what `_with_free` raises.
    """
    profile = players.profiles_of(bottega, [player])[player]
    for _ in range(MOST_ATTEMPTS):
        game = _with_free(bottega, game_id, seat)
        if not game.header.creator:
            raise TokenRequired("Omit `player`, or create the game with a player key.")
        consent.check_invited(bottega, player, profile, game.header.creator)
        if player in game.players.values():
            raise AlreadySeated("Choose a player without a seat in this game. A player can have one seat in a game.")
        if game.header.rated:
            owners.check_unrelated(bottega, player, game.players.values())
        info = _reserved_for(game.info, seat, player, renew=renew)
        if info == game.info or bottega.store.replace_info(game_id, game.info, info, due=lease_end(bottega)):
            notices.send_now(bottega, game_id)
            with follow_up("removal", game_id):
                remove_deleted(bottega, game_id, [player])
            return Invitation(game_id, seat, player=player)
    raise outpaced(MOST_ATTEMPTS)


def _with_free(bottega: Bottega, game_id: str, seat: int) -> Game:
    """Return a game whose seat is free.

    Raises SeatNotFound, SeatTaken, SeatResigned, GameOver, GameAborted, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    if seat not in game.free:
        setup_of(game.seats, seat)
        raise SeatTaken("Choose a free seat. This seat has been claimed.")
    check_can_join(game, seat)
    return game


def _check_open(bottega: Bottega, game: Game, seat: int, code: str, caller: Caller | None) -> None:
    """Raise an error unless the caller can claim the seat, or has claimed it: retries are found later.

    Raises SeatNotFound, SeatTaken, SeatByInvitation, SeatResigned, GameOver and GameAborted. For a seat reserved for a
    player, other callers get the same problem as for any seat with a code.
    """
    setup = setup_of(game.seats, seat)
    if seat in game.info.levels:
        raise SeatTaken("Choose a free seat. This seat has been claimed.")
    if setup.kind != "open":
        raise SeatTaken("Choose an `open` seat. This seat was assigned when the game was created.")
    if seat in game.free:
        check_can_join(game, seat)
    reserved = game.info.invited.get(seat)
    if not setup.invited or (reserved and caller and reserved.player == caller.player):
        return
    if not code:
        raise SeatByInvitation("Send the invitation code from the game's creator as `code`.")
    signer, signed = tokens.signer(bottega.settings.secrets, PURPOSE), _invitation(game.header.game_id, seat, game.info)
    if reserved or not signer.verify_signature(signed.encode(), code):
        raise SeatByInvitation("Ask the creator for the current code of this seat.")


def _wanted(bottega: Bottega, name: str, caller: Caller | None) -> Holder:
    """Return the new holder of a seat; a caller without a player gets a token. Raises InsufficientScope."""
    if caller is None:
        return Holder(name=name or None)
    callers.require_scope(caller, "play")
    known = players.me(bottega, caller)
    return Holder(name=name or known.name or None, player=caller.player, bot=known.bot)


def _claim(
    bottega: Bottega, game: Game, seat: int, wanted: Holder, info: GameInfo, idempotency: Idempotency | None
) -> ClaimResult:
    """Try to claim a seat, and start the game with the last one; `info` is the new info of the game.

    Raises the errors of `claim_seat`.
    """
    game_id, seen = game.header.game_id, bottega.store.seats.holder(game.header.game_id, seat)
    last = 0 if game.has_started else sum(setup.kind != "ai" for setup in game.seats)
    started = _started(bottega, game, info)
    if last and not seen.is_taken and last == len(game.claims) + 1:
        check_ai_queue(bottega, next_job(started))
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
        info=game.info,
        claimed=info,
        started=started.info,
        last=last,
        apart=owners.relatives(bottega, wanted.player) if game.header.rated and wanted.player else (),
        due=lease_end(bottega) if wanted.player or last else None,
        clocks=clock_entries(bottega, started) if last else NO_CLOCKS,
    )
    if claimed.outcome == "deleted":
        bottega.store.lists.remove_holder(game_id, wanted)
    if claimed.outcome == "related":
        raise owners.same_owner(wanted.player)
    _check_claimed(claimed)
    if claimed.outcome == "started":
        _announce_start(bottega, started)
    elif claimed.outcome == "claimed" and wanted.player:
        notices.send_now(bottega, game_id)
    return claimed


def _check_claimed(claimed: ClaimResult) -> None:
    """Raise GameNotFound, IdempotencyKeyReused, SeatTaken or AlreadySeated for a failed claim."""
    if claimed.outcome == "deleted":
        raise GameNotFound("There is no game with this id.")
    if claimed.outcome == "reused":
        raise IdempotencyKeyReused("Send a new `Idempotency-Key`. Another request claimed the seat with this key.")
    if claimed.outcome == "taken":
        raise SeatTaken("Choose a free seat. This seat has been claimed.")
    if claimed.outcome == "seated":
        raise AlreadySeated("Choose a player without a seat in this game. A player can have one seat in a game.")


def _announce_start(bottega: Bottega, started: Game) -> None:
    """Enqueue the first job of a started game, send notices, and list it as started.

    The due list contains the job and the notices. Until the game leaves the list of open games, readers filter it out.
    """
    enqueue_safely(bottega, next_job(started))
    notices.send_now(bottega, started.header.game_id)
    with follow_up("lists", started.header.game_id):
        bottega.store.lists.mark_started(started.header)


def _delete_sent(bottega: Bottega, game_id: str, holder: Holder) -> None:
    """Remove the record of notices for a player who left a seat: a new claim sends them again."""
    if holder.player:
        with follow_up("notices", f"{game_id} for {holder.player}"):
            bottega.store.feeds.delete_sent(holder.player, game_id)


def _started(bottega: Bottega, game: Game, info: GameInfo) -> Game:
    """Return the game as it would be if it started now with this game info."""
    to_act, at = game.ruleset.to_act(game.position.state), moment_in(bottega, game.header, info)
    return replace(game, info=game_info.start(game.header, info, to_act, at))


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


def _code(bottega: Bottega, game_id: str, seat: int, info: GameInfo) -> str:
    """Derive the code of a seat with the newest secret."""
    return tokens.signer(bottega.settings.secrets, PURPOSE).get_signature(_invitation(game_id, seat, info)).decode()


def _invitation(game_id: str, seat: int, info: GameInfo) -> str:
    return f"{game_id}.{seat}.{info.invitations.get(seat, 0)}"
