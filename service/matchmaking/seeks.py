"""Manage seeks, which match players who want the same game. Players stay anonymous until they are matched.

A seek waits for some time after its player created or renewed it. Reading it changes nothing. A player has one waiting
seek of each kind, so no player is matched twice in one game. `matchmaking` creates the games.
"""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from service.game import presenters
from service.game.game import MOST_ATTEMPTS, encoded
from service.installation.after_commit import follow_up
from service.installation.bottega import Bottega
from service.installation.clock_and_ids import written
from service.leaderboards import rating
from service.lobby import game_terms
from service.lobby.game_terms import DEFAULT_ABSENCE, Terms
from service.lobby.player_deletion import check_not_deleted
from service.matchmaking import matchmaking
from service.players import owners
from service.problems import (
    IdempotencyKeyReused,
    SeekMatched,
    SeekNotFound,
    TooManySeeks,
    outpaced,
)
from service.rating.pools import pool_of
from service.resources.base import shown
from service.resources.seeks import ANY_RATING, MOST_KINDS, NewSeek, Seek, SeekList, SeekTerms, TableSize, WaitingSeek
from service.store import Idempotency, SeatSetup, SeekCount, StoredSeek

PREFIX = "sk_"
ID_LENGTH = 20
MOST_WAITING = 16
"""The maximum number of waiting seeks of one player."""
MOST_PAST = 64
"""The maximum number of stored seeks of one player that do not wait any more."""
KEPT_SECONDS = 24 * 60 * 60
"""How long seeks that do not wait any more are stored."""
MOST_REQUESTS = 16
"""Most idempotency keys stored with a seek."""
FRESH_SHARE = 0.9
"""A seek with more than this share of its time left need not be renewed."""


def create_seek(
    bottega: Bottega, player: str, wanted: NewSeek, *, idempotency: Idempotency | None
) -> tuple[Seek, bool]:
    """Match a player with others who want the same game, or store a waiting seek.

    Returns the seek, and whether it existed. Raises IllegalAction when the rules reject the set-up,
    RulesVersionNotHosted, RulesVersionSunset, HintsDisabled, UndoNotAllowed, UndoModeUnavailable, UnknownLevel,
    TooManySeeks, IdempotencyKeyReused and GameBusy. Raises InvalidToken for a player who is deleted at this moment.
    """
    ruleset = game_terms.rules_for(bottega, wanted.ruleset, wanted.rules_version or None)
    game_terms.check_terms(ruleset, game_terms.requested_terms(wanted))
    options = ruleset.options_type() if wanted.options is UNSET else wanted.options
    wanted = replace(wanted, ruleset=ruleset.name, options=options)
    for size in wanted.seats:
        game_terms.check_setup(ruleset, wanted.options, [SeatSetup("human")] * size)
    for _ in range(MOST_ATTEMPTS):
        seen, new_seek = bottega.store.seeks.of(player), _new_seek(bottega, player, wanted)
        repeated = _find_repeated(seen, idempotency)
        seek = repeated or _store(bottega, player, seen, new_seek, idempotency)
        followed = None if seek is None else _resume(bottega, seek) if repeated else _enter(bottega, seek)
        check_not_deleted(bottega, player)
        if followed is not None:
            return _shown(bottega, followed), followed.seek != new_seek.seek
    raise outpaced(MOST_ATTEMPTS)


def show(bottega: Bottega, player: str, seek_id: str) -> Seek:
    """Return a seek without changing it. Raises SeekNotFound."""
    return _shown(bottega, _own(bottega, player, seek_id))


def renew(bottega: Bottega, player: str, seek_id: str) -> Seek:
    """Restart the waiting time of a seek. Raises SeekNotFound and GameBusy.

    A matched or expired seek stays as it is.
    """
    followed = _follow(bottega, _own(bottega, player, seek_id))
    if followed is None:
        raise _unknown()
    return _shown(bottega, followed)


def show_all(bottega: Bottega, player: str | None) -> SeekList:
    """Return the number of waiting seeks of each kind, and all stored seeks of a player, oldest first."""
    waiting = (_demanded(each) for each in bottega.store.seeks.count_waiting(_now(bottega), MOST_KINDS))
    if player is None:
        return SeekList(waiting_seeks=tuple(waiting))
    return SeekList(seeks=own(bottega, player), waiting_seeks=tuple(waiting))


def own(bottega: Bottega, player: str) -> tuple[Seek, ...]:
    """Return all stored seeks of a player, oldest first."""
    return tuple(_shown(bottega, each) for each in bottega.store.seeks.of(player))


def cancel(bottega: Bottega, player: str, seek_id: str) -> None:
    """Delete an unmatched seek. Raises SeekNotFound, SeekMatched and GameBusy."""
    seek = _own(bottega, player, seek_id)
    if not seek.game_id:
        bottega.store.seeks.withdraw(seek, _now(bottega))
        seek = _seated(bottega, seek) or seek
    if seek.game_id:
        raise SeekMatched(
            "Play the game {game}. The player has a seat in it.", {"game": seek.game_id}, game_id=seek.game_id
        )
    _remove(bottega, seek)


def apply_blocks(bottega: Bottega, player: str) -> None:
    """Apply the block list of a player to the waiting seeks. A matched seek stays matched. Raises GameBusy."""
    blocked, now = tuple(sorted(bottega.store.blocks.of(player))), _now(bottega)
    for seek in bottega.store.seeks.of(player):
        if _waits(seek, now) and seek.blocked != blocked:
            changed = _changed(bottega, seek, blocked=blocked)
            if changed is not None and bottega.store.seeks.find(seek)[0]:
                _enter(bottega, changed)


def _new_seek(bottega: Bottega, player: str, wanted: NewSeek) -> StoredSeek:
    """Return a new seek. Its kind is a hash of all that matched seeks have in common."""
    ruleset, terms = bottega.rulesets[wanted.ruleset], game_terms.requested_terms(wanted)
    options, written_terms = encoded(wanted.options), encoded(replace(terms, hints=game_terms.hints_of(terms)))
    named = (ruleset.name, ruleset.version, options, written_terms)
    now = bottega.sources.now()
    return StoredSeek(
        PREFIX + bottega.sources.letters(ID_LENGTH),
        player,
        sha256(msgspec.json.encode(named)).hexdigest()[:32],
        ruleset.name,
        ruleset.version,
        options,
        written_terms,
        tuple(sorted({*wanted.seats}, reverse=True)),
        written(now),
        wanted.expires_in,
        now.timestamp() + wanted.expires_in,
        ratings={
            size: rating.rating_in(bottega, player, pool_of(ruleset, wanted.options, size)) for size in {*wanted.seats}
        },
        rating_range=wanted.rating_range,
        side=owners.owner_alias(bottega, player) if wanted.rated else "",
        blocked=tuple(sorted(bottega.store.blocks.of(player))),
    )


def _find_repeated(seen: Sequence[StoredSeek], idempotency: Idempotency | None) -> StoredSeek | None:
    """Return the seek that the same request created before. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return None
    found = next((seek for seek in seen if idempotency.digest in seek.requests), None)
    if found is not None and found.requests[idempotency.digest] != idempotency.request:
        raise IdempotencyKeyReused("Send a new `Idempotency-Key`. The key was used for another request.")
    return found


def _store(
    bottega: Bottega, player: str, seen: Sequence[StoredSeek], new_seek: StoredSeek, idempotency: Idempotency | None
) -> StoredSeek | None:
    """Store a new seek, or renew the player's waiting seek of this kind.

    Returns None if the player's seeks have changed since they were read. Raises TooManySeeks.
    """
    now = _now(bottega)
    waiting = [seek for seek in seen if _waits(seek, now)]
    current = next((seek for seek in waiting if seek.kind == new_seek.kind), None)
    if current is None and len(waiting) >= MOST_WAITING:
        raise TooManySeeks("Delete a waiting seek first. A player can have at most {most}.", {"most": MOST_WAITING})
    seek = new_seek if current is None else _repeated(current, new_seek)
    if idempotency is not None:
        kept = [*seek.requests.items()][1 - MOST_REQUESTS :]
        seek = replace(seek, requests={**dict(kept), idempotency.digest: idempotency.request})
    past = [each for each in seen if not _waits(each, now) and each.until > now - KEPT_SECONDS][-MOST_PAST:]
    others = [*past, *(each for each in waiting if each.seek != seek.seek)]
    new = sorted([*others, seek], key=lambda each: (each.created_at, each.seek))
    return seek if [*seen] == new or bottega.store.seeks.note(player, seen, new) else None


def _repeated(current: StoredSeek, new_seek: StoredSeek) -> StoredSeek:
    """Return the renewed seek; an equal seek is renewed only when it is not fresh."""
    is_same = (current.seats, current.seconds, current.rating_range, current.blocked) == (
        new_seek.seats,
        new_seek.seconds,
        new_seek.rating_range,
        new_seek.blocked,
    )
    if is_same and _is_fresh(current, new_seek.until - new_seek.seconds):
        return current
    return replace(new_seek, seek=current.seek, created_at=current.created_at, requests=current.requests)


def _follow(bottega: Bottega, seek: StoredSeek) -> StoredSeek | None:
    """Return the current state of a seek; renew a waiting seek, and create a missing game. None if it was deleted."""
    if seek.game_id:
        return seek
    now = _now(bottega)
    waits, match = bottega.store.seeks.find(seek)
    if match is not None or seek.until <= now:
        return _seated_soon(bottega, seek) or seek
    if waits and _is_fresh(seek, now):
        return seek
    renewed = _renewed(bottega, seek, now)
    return None if renewed is None else _enter(bottega, renewed)


def _resume(bottega: Bottega, seek: StoredSeek) -> StoredSeek | None:
    """Do what a process that ended within the request left undone; None if the seek was deleted."""
    if seek.game_id or not _waits(seek, _now(bottega)):
        return seek
    return seek if bottega.store.seeks.find(seek)[0] else _enter(bottega, seek)


def _enter(bottega: Bottega, seek: StoredSeek) -> StoredSeek | None:
    """Add a waiting seek, or match it with a full set of seeks; None if it was deleted."""
    now, game_id = _now(bottega), bottega.sources.game_id()
    if seek.game_id or bottega.store.seeks.add_or_match(seek, game_id, now, now + bottega.settings.lease_seconds):
        return seek
    seated = _seated_soon(bottega, seek)
    if seated is None:
        _remove(bottega, seek)
    return seated


def _seated(bottega: Bottega, seek: StoredSeek) -> StoredSeek | None:
    """Return a matched seek, and create its game if missing; None if unmatched."""
    match = bottega.store.seeks.find(seek)[1]
    if match is not None:
        matchmaking.seat(bottega, match)
    return _matched(bottega, seek)


def _seated_soon(bottega: Bottega, seek: StoredSeek) -> StoredSeek | None:
    """Return a matched seek as `_seated` does; the seek itself if its game cannot be created now."""
    match = bottega.store.seeks.find(seek)[1]
    if match is None:
        return _matched(bottega, seek)
    with follow_up("match", match.game_id):
        matchmaking.seat(bottega, match)
    return _matched(bottega, seek) or seek


def _matched(bottega: Bottega, seek: StoredSeek) -> StoredSeek | None:
    """Return a stored seek with its game; None if it has no game."""
    kept = _find(bottega.store.seeks.of(seek.player), seek.seek)
    return kept if kept is not None and kept.game_id else None


def _renewed(bottega: Bottega, seek: StoredSeek, now: float) -> StoredSeek | None:
    """Renew a stored seek; None if it was deleted. Raises GameBusy."""
    return _changed(bottega, seek, until=now + seek.seconds)


def _changed(bottega: Bottega, seek: StoredSeek, **changes: Any) -> StoredSeek | None:
    """Change a stored seek unless it has a game; None if it was deleted. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        kept = _find(seen, seek.seek)
        if kept is None or kept.game_id:
            return kept
        new = replace(kept, **changes)
        if bottega.store.seeks.note(seek.player, seen, [new if each == kept else each for each in seen]):
            return new
    raise outpaced(MOST_ATTEMPTS)


def _remove(bottega: Bottega, seek: StoredSeek) -> None:
    """Remove a deleted seek. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        new = [each for each in seen if each.seek != seek.seek]
        if len(new) == len(seen) or bottega.store.seeks.note(seek.player, seen, new):
            return
    raise outpaced(MOST_ATTEMPTS)


def _own(bottega: Bottega, player: str, seek_id: str) -> StoredSeek:
    """Return a seek of a player. Raises SeekNotFound."""
    found = _find(bottega.store.seeks.of(player), seek_id)
    if found is None:
        raise _unknown()
    return found


def _find(seeks: Sequence[StoredSeek], seek_id: str) -> StoredSeek | None:
    return next((seek for seek in seeks if seek.seek == seek_id), None)


def _waits(seek: StoredSeek, now: float) -> bool:
    """Whether a seek waits, as far as the player's list shows."""
    return not seek.game_id and seek.until > now


def _is_fresh(seek: StoredSeek, now: float) -> bool:
    return seek.until - now > FRESH_SHARE * seek.seconds


def _now(bottega: Bottega) -> float:
    return bottega.sources.now().timestamp()


def _shown(bottega: Bottega, seek: StoredSeek) -> Seek:
    is_matched = bool(seek.game_id)
    return shown(
        _terms(seek),
        Seek,
        seek=seek.seek,
        status="matched" if is_matched else "waiting" if seek.until > _now(bottega) else "expired",
        seats=tuple(sorted(seek.seats)),
        created_at=seek.created_at,
        rating_range=UNSET if seek.rating_range == ANY_RATING else seek.rating_range,
        expires_at="" if is_matched else written(datetime.fromtimestamp(seek.until, UTC)),
        game_id=seek.game_id,
        seat=seek.seat if is_matched else UNSET,
    )


def _demanded(demand: SeekCount) -> WaitingSeek:
    sizes = tuple(TableSize(size, count) for size, count in demand.by_size.items())
    return shown(_terms(demand.example), WaitingSeek, table_sizes=sizes)


def _terms(seek: StoredSeek) -> SeekTerms:
    """Return the terms that all seeks of a kind share."""
    terms = msgspec.json.decode(seek.terms, type=Terms)
    return shown(
        seek,
        SeekTerms,
        rated=terms.rated,
        hints=game_terms.hints_of(terms),
        visibility=terms.visibility,
        spectators=presenters.spectators(terms.spectators),
        clock=terms.clock or UNSET,
        absence=UNSET if terms.absence == DEFAULT_ABSENCE else terms.absence,
        undo=UNSET if terms.undo == "none" else terms.undo,
    )


def _unknown() -> SeekNotFound:
    return SeekNotFound("Create a new seek. The player has no seek with this id.")
