"""Players: who somebody is, and what is known of them.

A player comes with a key, with a signed identity, or is brought by a platform that acts for its users.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Any, Final, NoReturn

import msgspec

from service.play import keys, tokens, webhooks
from service.play.bottega import Bottega
from service.play.clock_and_ids import GAME_ID_LETTERS, written
from service.play.game import read_header, vacated
from service.play.presenters import Wire
from service.problems import (
    AlreadySeated,
    ForeignToken,
    IdempotencyKeyReused,
    InvalidRequest,
    InvalidToken,
    InvitationRequired,
    KeyNotFound,
    PlayersClosed,
    ScopeMissing,
    TooManyKeys,
    UnknownPlayer,
)
from service.store import Claims, Holder, Idempotency, KeptKey, Profile

_IDENTITY = re.compile(r"[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*")
_SEAT_TOKEN = re.compile(r"[a-z0-9]{20}\..*")
_NAMED_ELSEWHERE = re.compile(r"[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?")
ACTING: Final = frozenset(keys.USUAL_SCOPES)
"""What others may do for a player, and what a signed identity may do."""


@dataclass(frozen=True)
class Caller:
    """The player who sends a request."""

    player: str
    scopes: frozenset[str]
    key: str = ""
    """The id of the key; empty with a signed identity."""


def is_player(bottega: Bottega, bearer: str) -> bool:
    """Whether a bearer has the form of what players show, right or wrong; else it is a token of a game."""
    if keys.is_key(bearer):
        return True
    return bottega.issuer is not None and bool(_IDENTITY.fullmatch(bearer)) and not _SEAT_TOKEN.fullmatch(bearer)


def identify(bottega: Bottega, bearer: str, acting_for: str | None = None) -> Caller:
    """Say who shows a key or a signed identity, or for whom of its users a platform acts.

    Raises InvalidToken, ScopeMissing, InvalidRequest and IssuerUnavailable.
    """
    caller = _with_key(bottega, bearer) if keys.is_key(bearer) else _with_identity(bottega, bearer)
    return caller if acting_for is None else _acting(bottega, caller, acting_for)


def known_by(bottega: Bottega, player: str, key_id: str) -> Caller | None:
    """Say again who was let in by a key, or by a signed identity if it is named by none.

    None if the key has been revoked or has expired, or the player has left.
    """
    if not key_id:
        return Caller(player, ACTING) if bottega.store.players.profile(player) else None
    owner = keys.player_of(key_id)
    kept = bottega.store.players.key(owner, key_id)
    if kept is None or _is_over(bottega, kept):
        return None
    scopes = frozenset(kept.scopes)
    return Caller(player, scopes if player == owner else scopes & ACTING, key_id)


def check_foreign(bottega: Bottega, bearer: str) -> NoReturn:
    """Say what is wrong with a bearer that is none of a player's. Raises ForeignToken and InvalidToken."""
    tokens.read_token(bottega.settings.secrets, bearer)
    raise ForeignToken("The token opens a seat or a game, and stands for no player.")


def check_named_elsewhere(user: str) -> None:
    """Raise InvalidRequest unless a platform may call one of its users so."""
    if not _NAMED_ELSEWHERE.fullmatch(user):
        fault = {"path": "Bottega-Player", "message": "Must be 1 to 128 printable ASCII characters."}
        raise InvalidRequest("The request does not fit its schema.", errors=[fault])


def need(caller: Caller, scope: str) -> None:
    """Raise ScopeMissing unless the caller may do what the scope stands for."""
    if scope not in caller.scopes:
        raise ScopeMissing("The key lacks the scope `{scope}`.", {"scope": scope}, scope=scope)


def seat_of(bottega: Bottega, game_id: str, caller: Caller) -> int | None:
    """Return which seat of a game is the caller's; None if none is. Raises GameNotFound and ScopeMissing."""
    read_header(bottega, game_id)
    return seat_among(bottega, game_id, caller, bottega.store.seats.all(game_id))


def seat_among(bottega: Bottega, game_id: str, caller: Caller, held: Claims) -> int | None:
    """Return which of the seats of a game is the caller's, by who has them; None if none is. Raises ScopeMissing."""
    seat = next((seat for seat, holder in held.items() if holder.player == caller.player), None)
    if seat is not None:
        need(caller, "play")
        bottega.presence.saw((game_id, tokens.holder(seat, held[seat].rotation)))
    return seat


def names_of(bottega: Bottega, players: Sequence[str]) -> Mapping[str, str | None]:
    """Return what players are called who are to have seats. Raises UnknownPlayer and AlreadySeated."""
    if len(set(players)) < len(players):
        raise AlreadySeated("A player has one seat in a game.")
    names = {}
    for player in players:
        profile = bottega.store.players.profile(player)
        if profile is None:
            raise UnknownPlayer("Nobody here has the id {player}.", {"player": player}, player=player)
        names[player] = profile.name or None
    return names


def create(
    bottega: Bottega,
    name: str | None,
    invitation: str | None,
    caller: Caller | None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Take a new player in; return it with its first key, and whether an earlier request had made it.

    Raises PlayersClosed, InvitationRequired and IdempotencyKeyReused.
    """
    admission = bottega.settings.players
    if admission == "closed":
        raise PlayersClosed("The host of this service gives keys to players itself.")
    key_id, repeated = _reserve(bottega, bottega.sources.letters(keys.ID_LENGTH + keys.OWN_LENGTH), idempotency)
    if admission == "invitation" and not (caller and "admin" in caller.scopes):
        _redeem(bottega, invitation, key_id)
    key = keys.derived(bottega.settings.secrets, key_id)
    kept = _kept(bottega, key, keys.USUAL_SCOPES, None)
    player = keys.player_of(key_id)
    bottega.store.players.create(player, Profile(kept.created_at, name or ""), key_id, kept)
    told = {"player": player, "name": name} if name else {"player": player}
    return {**told, "key": _shown(bottega, key_id), "key_id": key_id, "scopes": keys.USUAL_SCOPES}, repeated


def me(bottega: Bottega, caller: Caller) -> Wire:
    """Tell a player who it is."""
    profile = bottega.store.players.profile(caller.player)
    name = {"name": profile.name} if profile and profile.name else {}
    return {"player": caller.player, **name, "scopes": ordered(caller.scopes)}


def rename(bottega: Bottega, caller: Caller, name: str) -> Wire:
    """Call a player something else from now on; seats keep the name that they were taken under."""
    profile = bottega.store.players.profile(caller.player)
    if profile is not None:
        bottega.store.players.rename(caller.player, msgspec.structs.replace(profile, name=name))
    return me(bottega, caller)


def add_key(
    bottega: Bottega,
    caller: Caller,
    scopes: Sequence[str] | None,
    expires_in: int | None,
    *,
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Give a player a further key, which may do no more than the caller; return it, and whether it was made before.

    Raises ScopeMissing, TooManyKeys and IdempotencyKeyReused.
    """
    chosen = ordered(caller.scopes & ACTING if scopes is None else scopes)
    for scope in chosen:
        need(caller, scope)
    own = bottega.sources.letters(keys.OWN_LENGTH)
    key_id, repeated = _reserve(bottega, caller.player.removeprefix(keys.PLAYER) + own, idempotency)
    kept = _kept(bottega, keys.derived(bottega.settings.secrets, key_id), chosen, expires_in)
    expired = [each for each, kept in bottega.store.players.keys(caller.player).items() if _is_over(bottega, kept)]
    if not bottega.store.players.add_key(caller.player, key_id, kept, expired):
        raise TooManyKeys("Revoke a key that is not used any more.")
    told = bottega.store.players.key(caller.player, key_id) or kept
    return {"key": _shown(bottega, key_id), **_listed(key_id, told)}, repeated


def list_keys(bottega: Bottega, player: str) -> list[Wire]:
    """List the keys of a player that open anything, oldest first; nothing by which one could be used."""
    found = bottega.store.players.keys(player)
    live = {key_id: kept for key_id, kept in found.items() if not _is_over(bottega, kept)}
    return [_listed(key_id, live[key_id]) for key_id in sorted(live, key=lambda each: (live[each].created_at, each))]


def revoke(bottega: Bottega, caller: Caller, key_id: str) -> None:
    """Take a key away, at once and everywhere. Raises KeyNotFound, and ScopeMissing for one that may do more."""
    kept = bottega.store.players.key(caller.player, key_id)
    if kept is None or _is_over(bottega, kept):
        raise KeyNotFound("The player has no key with this id.")
    for scope in kept.scopes:
        need(caller, scope)
    bottega.store.players.revoke(caller.player, key_id, bottega.settings.idempotency_seconds)


def leave(bottega: Bottega, caller: Caller) -> None:
    """Forget a player: its keys, its name, its seeks, and which seats it has; games go on. Raises ScopeMissing.

    Seeks and seats come first: should anything fail, the player can still ask again.
    """
    for kept in bottega.store.players.keys(caller.player).values():
        for scope in kept.scopes if not _is_over(bottega, kept) else ():
            need(caller, scope)
    for seek in bottega.store.seeks.of(caller.player):
        bottega.store.seeks.give_up(seek, bottega.sources.now().timestamp())
    _leave_seats(bottega, caller.player)
    bottega.store.players.remove(caller.player, bottega.settings.idempotency_seconds)
    bottega.store.feeds.remove(caller.player)
    bottega.store.seeks.forget(caller.player)
    bottega.store.ratings.forget(caller.player)
    bottega.store.presence.remove(caller.player)
    webhooks.remove_all(bottega, caller.player)
    _leave_seats(bottega, caller.player)  # what another request took meanwhile


def derived_id(*origin: str) -> str:
    """Derive the id of a player from what is known of them elsewhere: always the same one."""
    number = int.from_bytes(sha256(msgspec.json.encode(origin)).digest())
    letters = []
    for _ in range(keys.ID_LENGTH):
        number, letter = divmod(number, len(GAME_ID_LETTERS))
        letters.append(GAME_ID_LETTERS[letter])
    return keys.PLAYER + "".join(letters)


def ordered(scopes: Any) -> tuple[str, ...]:
    """Write scopes in their usual order."""
    return tuple(scope for scope in keys.SCOPES if scope in scopes)


def _with_key(bottega: Bottega, key: str) -> Caller:
    """Say whose key it is; each request asks the store, so that a revoked one opens nothing from then on."""
    key_id = keys.key_id_of(key)
    kept = None if key_id is None else bottega.store.players.key(keys.player_of(key_id), key_id)
    if key_id is None or kept is None or not tokens.is_same(tokens.digest(key), kept.digest) or _is_over(bottega, kept):
        raise InvalidToken("The key is not one of this service, or has been revoked.")
    return Caller(keys.player_of(key_id), frozenset(kept.scopes), key_id)


def _with_identity(bottega: Bottega, token: str) -> Caller:
    """Say who was signed for, and know them from now on."""
    if bottega.issuer is None:
        raise InvalidToken("The token was not handed out by this service.")
    subject = bottega.issuer.subject(token, bottega.sources.now())
    player = derived_id("identity", bottega.issuer.issuer, subject)
    bottega.store.players.meet(player, Profile(written(bottega.sources.now())))
    return Caller(player, ACTING)


def _acting(bottega: Bottega, caller: Caller, user: str) -> Caller:
    """Say which player a platform's user is, and know them from now on."""
    need(caller, "organise")
    check_named_elsewhere(user)
    player = derived_id("user", caller.player, user)
    bottega.store.players.meet(player, Profile(written(bottega.sources.now())))
    return Caller(player, caller.scopes & ACTING, caller.key)


def _leave_seats(bottega: Bottega, player: str) -> None:
    """Make all seats of a player nobody's."""
    while entries := bottega.store.lists.seated(player, None, None, 100):
        for entry in entries:
            _leave_game(bottega, entry.game_id, player)


def _leave_game(bottega: Bottega, game_id: str, player: str) -> None:
    """Make a player's seat in a game nobody's, and take the game out of the player's lists."""
    for seat, holder in bottega.store.seats.all(game_id).items():
        if holder.player == player:
            if not _leave_seat(bottega, game_id, seat, holder):
                return  # it has changed at this very moment, and is looked at again
            bottega.store.lists.remove_holder(game_id, holder)
            bottega.store.feeds.forget(player, game_id)
    bottega.store.lists.remove_holder(game_id, Holder(player=player))


def _leave_seat(bottega: Bottega, game_id: str, seat: int, holder: Holder) -> bool:
    """Make a seat nobody's; in a game that waits for its players somebody else may claim it. False if it has changed.

    A game that begins meanwhile has another table.
    """
    header, table = bottega.store.header(game_id), bottega.store.table(game_id)
    if header is None or table.began or not header.waits:
        return bottega.store.seats.hold(game_id, seat, holder, holder.left())
    return bottega.store.seats.leave(game_id, seat, holder, table, vacated(header, table, seat, holder.player))


def _redeem(bottega: Bottega, invitation: str | None, key_id: str) -> None:
    """Use an invitation up; raises InvitationRequired without one that can be used."""
    if invitation is None:
        raise InvitationRequired("Send the invitation that the host of this service gave you.")
    if not bottega.store.players.redeem(tokens.digest(invitation), key_id):
        raise InvitationRequired("The invitation has been used, or has expired, or there never was one.")


def _reserve(bottega: Bottega, key_id: str, idempotency: Idempotency | None) -> tuple[str, bool]:
    """Choose the id of a new key; a repeated request gets the id of the first. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return key_id, False
    request, reserved = bottega.store.reserve(idempotency, key_id, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Something else was asked for with this key.")
    return reserved, reserved != key_id


def _kept(bottega: Bottega, key: str, scopes: Sequence[str], expires_in: int | None) -> KeptKey:
    """Return what is kept of a new key."""
    now = bottega.sources.now()
    expires = None if expires_in is None else written(now + timedelta(seconds=expires_in))
    return KeptKey(tokens.digest(key), tuple(scopes), written(now), expires)


def _shown(bottega: Bottega, key_id: str) -> str:
    """Return the key that was handed out under an id."""
    kept = bottega.store.players.key(keys.player_of(key_id), key_id)
    return keys.derived(bottega.settings.secrets, key_id, kept.digest if kept else "")


def _is_over(bottega: Bottega, kept: KeptKey) -> bool:
    """Whether a key has expired."""
    return kept.expires_at is not None and kept.expires_at <= written(bottega.sources.now())


def _listed(key_id: str, kept: KeptKey) -> Wire:
    """Tell of a key what everybody may know who has one of the same player."""
    expires = {} if kept.expires_at is None else {"expires_at": kept.expires_at}
    return {"key_id": key_id, "scopes": kept.scopes, "created_at": kept.created_at, **expires}
