"""Manage seeks, which match players who want the same game. Players stay anonymous until they are matched.

A seek waits for some time after its player created or renewed it. Reading it changes nothing. A player has one waiting
seek of each kind, so no player is matched twice in one game. `matchmaking` creates the games.
"""

from collections.abc import Callable, Sequence
from functools import partial
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from service import problems
from service.game.game import encoded
from service.installation.after_commit import follow_up
from service.installation.clock_and_ids import written
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby import game_terms
from service.matchmaking import matchmaking
from service.matchmaking.presenters import present_demand, present_seek
from service.matchmaking.problems import SeekMatched, SeekNotFound, TooManySeeks
from service.matchmaking.store import SEEKS_SOURCE, StoredSeek, seeks_in
from service.players import contacts, owners
from service.players.callers import Caller
from service.players.credentials import Credential, check
from service.players.deletion import check_not_deleted
from service.rating import BEGINNER, Pool
from service.rating.pools import pool_of
from service.rating.scale import rating_of
from service.resources.seeks import MOST_KINDS, Seek, SeekList, SeekRequest, WaitingSeek
from service.store import ConflictingWrite, Idempotency, SeatSetup
from service.streams.streams import wait_for

PREFIX = "sk_"
ID_LENGTH = 20
MOST_WAITING = 16
"""The maximum number of waiting seeks of one player."""
MOST_PAST = 64
"""The maximum number of stored seeks of one player that do not wait any more."""
STORED_SECONDS = 24 * 60 * 60
"""How long seeks that do not wait any more are stored."""
MOST_REQUESTS = 16
"""Most idempotency keys stored with a seek."""
FRESH_SHARE = 0.9
"""A seek with more than this share of its time left need not be renewed."""


def create_seek(
    installation: Installation, player: str, requested: SeekRequest, *, idempotency: Idempotency | None
) -> tuple[Seek, bool]:
    """Match a player with others who want the same game, or store a waiting seek.

    Returns the seek, and whether it existed. Raises IllegalAction when the rules reject the set-up,
    RulesVersionNotHosted, RulesVersionSunset, HintsDisabled, UndoNotAllowed, UndoModeUnavailable, CooperativeUnrated,
    UnknownLevel, TooManySeeks, IdempotencyKeyReused and GameBusy. Raises InvalidToken for a player who is deleted at
    this moment.
    """
    ruleset = game_terms.rules_for(installation, requested.ruleset, requested.rules_version)
    game_terms.check_terms(ruleset, game_terms.requested_terms(requested))
    options = ruleset.options_type() if requested.options is UNSET else requested.options
    requested = replace(requested, ruleset=ruleset.name, options=options)
    for size in requested.seats:
        game_terms.check_setup(ruleset, requested.options, [SeatSetup("human")] * size)
    return retry_conflicts(partial(_create, installation, player, requested, idempotency))


def _create(
    installation: Installation, player: str, requested: SeekRequest, idempotency: Idempotency | None
) -> tuple[Seek, bool]:
    """Do what `create_seek` does, once. Raises ConflictingWrite also if the seek is deleted at this moment."""
    seen, new_seek = seeks_in(installation.store).of(player), _new_seek(installation, player, requested)
    repeated = _find_repeated(seen, idempotency)
    if repeated is None:
        followed = _enter(installation, _store(installation, player, seen, new_seek, idempotency))
    else:
        followed = _resume(installation, repeated)
    check_not_deleted(installation, player)
    if followed is None:
        raise ConflictingWrite
    return present_seek(followed, _now(installation)), followed.seek != new_seek.seek


def show(installation: Installation, player: str, seek_id: str) -> Seek:
    """Return a seek without changing it. Raises SeekNotFound."""
    return present_seek(_own(installation, player, seek_id), _now(installation))


def renew(installation: Installation, player: str, seek_id: str) -> Seek:
    """Restart the waiting time of a seek. Raises SeekNotFound and GameBusy.

    A matched or expired seek stays as it is.
    """
    followed = _follow(installation, _own(installation, player, seek_id))
    if followed is None:
        raise _unknown()
    return present_seek(followed, _now(installation))


def show_all(installation: Installation, player: str | None) -> SeekList:
    """Return the number of waiting seeks of each kind, and all stored seeks of a player, oldest first."""
    waiting = installation.hub.reads.read(("seeks",), lambda: _waiting(installation))
    if player is None:
        return SeekList(waiting_seeks=waiting)
    return SeekList(seeks=own(installation, player), waiting_seeks=waiting)


def _waiting(installation: Installation) -> tuple[WaitingSeek, ...]:
    counted = seeks_in(installation.store).count_waiting(_now(installation), MOST_KINDS)
    return tuple(map(present_demand, counted))


def wait_for_change(
    installation: Installation, caller: Caller | None, is_known: Callable[[SeekList], bool], seconds: float
) -> SeekList:
    """Return the list of `show_all`; wait up to `seconds` while it is a list that the caller knows.

    Raises TooManySpectators, and InvalidToken if the caller's key ends during the wait.
    """
    player = caller.player if caller else None
    listed = show_all(installation, player)
    if not seconds or not is_known(listed):
        return listed
    sources = (SEEKS_SOURCE,) if player is None else (SEEKS_SOURCE, player)  # the feed of a player announces a match
    listed = wait_for(
        installation, sources, lambda: show_all(installation, player), lambda found: not is_known(found), seconds
    )
    check(installation, Credential(caller))
    return listed


def own(installation: Installation, player: str) -> tuple[Seek, ...]:
    """Return all stored seeks of a player, oldest first."""
    return tuple(present_seek(each, _now(installation)) for each in seeks_in(installation.store).of(player))


def cancel(installation: Installation, player: str, seek_id: str) -> None:
    """Delete an unmatched seek. Raises SeekNotFound, SeekMatched and GameBusy."""
    seek = _own(installation, player, seek_id)
    if not seek.game_id:
        seeks_in(installation.store).withdraw(seek, _now(installation))
        seek = _seated(installation, seek) or seek
    if seek.game_id:
        raise SeekMatched(
            "Play the game {game}. The player has a seat in it.", {"game": seek.game_id}, game_id=seek.game_id
        )
    _remove(installation, seek)


def avoid(installation: Installation, player: str) -> None:
    """Apply to waiting seeks whom a player avoids now. A matched seek stays matched. Raises GameBusy."""
    blocked, now = tuple(sorted(contacts.avoided(installation, player))), _now(installation)
    for seek in seeks_in(installation.store).of(player):
        if _waits(seek, now) and seek.blocked != blocked:
            changed = _changed(installation, seek, blocked=blocked)
            if changed is not None and seeks_in(installation.store).find(seek)[0]:
                _enter(installation, changed)


def _new_seek(installation: Installation, player: str, requested: SeekRequest) -> StoredSeek:
    """Return a new seek. Its kind is a hash of all that matched seeks have in common."""
    ruleset, terms = installation.rulesets[requested.ruleset], game_terms.requested_terms(requested)
    options, written_terms = encoded(requested.options), encoded(replace(terms, hints=game_terms.hints_of(terms)))
    named = (ruleset.name, ruleset.version, options, written_terms)
    now = installation.sources.now()
    return StoredSeek(
        PREFIX + installation.sources.letters(ID_LENGTH),
        player,
        sha256(msgspec.json.encode(named)).hexdigest()[:32],
        ruleset.name,
        ruleset.version,
        options,
        written_terms,
        tuple(sorted({*requested.seats}, reverse=True)),
        written(now),
        requested.expires_in,
        now.timestamp() + requested.expires_in,
        ratings={
            size: _rating_in(installation, player, pool_of(ruleset, requested.options, size))
            for size in {*requested.seats}
        },
        rating_range=requested.rating_range,
        side=owners.owner_alias(installation, player) if requested.rated else "",
        blocked=tuple(sorted(contacts.avoided(installation, player))),
    )


def _rating_in(installation: Installation, player: str, pool: Pool) -> int:
    """Return a player's current rating in a pool, or that of a beginner."""
    profile = installation.store.players.profile(player)
    skill = installation.store.ratings.skill(pool.pool, profile.alias) if profile else None
    return rating_of((skill or BEGINNER).mu)


def _find_repeated(seen: Sequence[StoredSeek], idempotency: Idempotency | None) -> StoredSeek | None:
    """Return the seek that the same request created before. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return None
    found = next((seek for seek in seen if idempotency.digest in seek.requests), None)
    if found is not None and found.requests[idempotency.digest] != idempotency.request:
        raise problems.IdempotencyKeyReused("Send a new `Idempotency-Key`. The key was used for another request.")
    return found


def _store(
    installation: Installation,
    player: str,
    seen: Sequence[StoredSeek],
    new_seek: StoredSeek,
    idempotency: Idempotency | None,
) -> StoredSeek:
    """Store a new seek, or renew the player's waiting seek of this kind.

    Raises TooManySeeks, and ConflictingWrite if the player's seeks have changed since they were read.
    """
    now = _now(installation)
    waiting = [seek for seek in seen if _waits(seek, now)]
    current = next((seek for seek in waiting if seek.kind == new_seek.kind), None)
    if current is None and len(waiting) >= MOST_WAITING:
        raise TooManySeeks("Delete a waiting seek first. A player can have at most {most}.", {"most": MOST_WAITING})
    seek = new_seek if current is None else _repeated(current, new_seek)
    if idempotency is not None:
        newest = [*seek.requests.items()][1 - MOST_REQUESTS :]
        seek = replace(seek, requests={**dict(newest), idempotency.digest: idempotency.request})
    past = [each for each in seen if not _waits(each, now) and each.until > now - STORED_SECONDS][-MOST_PAST:]
    others = [*past, *(each for each in waiting if each.seek != seek.seek)]
    new = sorted([*others, seek], key=lambda each: (each.created_at, each.seek))
    if [*seen] != new and not seeks_in(installation.store).note(player, seen, new):
        raise ConflictingWrite
    return seek


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


def _follow(installation: Installation, seek: StoredSeek) -> StoredSeek | None:
    """Return the current state of a seek; renew a waiting seek, and create a missing game. None if it was deleted."""
    if seek.game_id:
        return seek
    now = _now(installation)
    waits, match = seeks_in(installation.store).find(seek)
    if match is not None or seek.until <= now:
        return _seated_soon(installation, seek) or seek
    if waits and _is_fresh(seek, now):
        return seek
    renewed = _renewed(installation, seek, now)
    return None if renewed is None else _enter(installation, renewed)


def _resume(installation: Installation, seek: StoredSeek) -> StoredSeek | None:
    """Do what a process that ended within the request left undone; None if the seek was deleted."""
    if seek.game_id or not _waits(seek, _now(installation)):
        return seek
    return seek if seeks_in(installation.store).find(seek)[0] else _enter(installation, seek)


def _enter(installation: Installation, seek: StoredSeek) -> StoredSeek | None:
    """Add a waiting seek, or match it with a full set of seeks; None if it was deleted."""
    now, game_id = _now(installation), installation.sources.game_id()
    if seek.game_id or seeks_in(installation.store).add_or_match(
        seek, game_id, now, now + installation.settings.lease_seconds
    ):
        return seek
    seated = _seated_soon(installation, seek)
    if seated is None:
        _remove(installation, seek)
    return seated


def _seated(installation: Installation, seek: StoredSeek) -> StoredSeek | None:
    """Return a matched seek, and create its game if missing; None if unmatched."""
    match = seeks_in(installation.store).find(seek)[1]
    if match is not None:
        matchmaking.seat(installation, match)
    return _matched(installation, seek)


def _seated_soon(installation: Installation, seek: StoredSeek) -> StoredSeek | None:
    """Return a matched seek as `_seated` does; the seek itself if its game cannot be created now."""
    match = seeks_in(installation.store).find(seek)[1]
    if match is None:
        return _matched(installation, seek)
    with follow_up("match", match.game_id):
        matchmaking.seat(installation, match)
    return _matched(installation, seek) or seek


def _matched(installation: Installation, seek: StoredSeek) -> StoredSeek | None:
    """Return a stored seek with its game; None if it has no game."""
    stored = _find(seeks_in(installation.store).of(seek.player), seek.seek)
    return stored if stored is not None and stored.game_id else None


def _renewed(installation: Installation, seek: StoredSeek, now: float) -> StoredSeek | None:
    """Renew a stored seek; None if it was deleted. Raises GameBusy."""
    return _changed(installation, seek, until=now + seek.seconds)


def _changed(installation: Installation, seek: StoredSeek, **changes: Any) -> StoredSeek | None:
    """Change a stored seek unless it has a game; None if it was deleted. Raises GameBusy."""

    def attempt() -> StoredSeek | None:
        seen = seeks_in(installation.store).of(seek.player)
        stored = _find(seen, seek.seek)
        if stored is None or stored.game_id:
            return stored
        new = replace(stored, **changes)
        if not seeks_in(installation.store).note(seek.player, seen, [new if each == stored else each for each in seen]):
            raise ConflictingWrite
        return new

    return retry_conflicts(attempt)


def _remove(installation: Installation, seek: StoredSeek) -> None:
    """Remove a deleted seek. Raises GameBusy."""

    def attempt() -> None:
        seen = seeks_in(installation.store).of(seek.player)
        new = [each for each in seen if each.seek != seek.seek]
        if len(new) != len(seen) and not seeks_in(installation.store).note(seek.player, seen, new):
            raise ConflictingWrite

    retry_conflicts(attempt)


def _own(installation: Installation, player: str, seek_id: str) -> StoredSeek:
    """Return a seek of a player. Raises SeekNotFound."""
    found = _find(seeks_in(installation.store).of(player), seek_id)
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


def _now(installation: Installation) -> float:
    return installation.sources.now().timestamp()


def _unknown() -> SeekNotFound:
    return SeekNotFound("Create a new seek. The player has no seek with this id.")
