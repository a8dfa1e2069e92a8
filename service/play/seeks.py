"""Manage seeks, which match players who want the same game. Players stay anonymous until they are matched.

A seek waits for some time after its player created or renewed it. Reading it changes nothing. A player has one waiting
seek of each kind, so no player is matched twice in one game. `matchmaking` creates the games.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import msgspec

from domain.ruleset import AnyRuleset
from service.play import creation, matchmaking, owners, rating
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.creation import CASUAL, Terms
from service.play.game import encoded
from service.play.games import MOST_ATTEMPTS
from service.play.player_deletion import delete_again
from service.play.presenters import Wire
from service.problems import GameBusy, IdempotencyKeyReused, InvalidToken, SeekMatched, SeekNotFound, TooManySeeks
from service.rating.pools import pool_of
from service.store import Idempotency, SeatSetup, Seek, SeekCount
from service.store.seeks import ANY_RATING, RatingRange

PREFIX = "sk_"
ID_LENGTH = 20
DEFAULT_SECONDS = 600
MOST_WAITING = 16
"""Most waiting seeks of one player."""
MOST_PAST = 64
"""Most stored seeks of one player that do not wait any more."""
KEPT_SECONDS = 24 * 60 * 60
"""How long these are stored."""
MOST_REQUESTS = 16
"""Most idempotency keys stored with a seek."""
MOST_KINDS = 100
"""Most kinds in the list of waiting seeks."""
FRESH_SHARE = 0.9
"""A seek with more than this share of its time left need not be renewed."""
SHOWN_TERMS = ("rated", "hints", "visibility", "spectators", "clock", "absence", "undo")
"""Terms that a seek may set, as `NewGame` does."""


@dataclass(frozen=True)
class SeekRequest:
    """A request for a seek."""

    ruleset: AnyRuleset
    options: Any
    seats: Sequence[int]
    """The accepted numbers of seats."""
    terms: Terms = CASUAL
    rules_version: int | None = None
    seconds: int = DEFAULT_SECONDS
    """How long the seek waits without being renewed."""
    rating_range: RatingRange = ANY_RATING
    """The accepted ratings of the other players."""


def create_seek(
    bottega: Bottega, player: str, wanted: SeekRequest, *, idempotency: Idempotency | None = None
) -> tuple[Wire, bool]:
    """Match a player with others who want the same game, or store a waiting seek.

    Returns the seek, and whether it existed. Raises IllegalAction when the rules reject the set-up,
    RulesVersionNotHosted, HintsDisabled, UndoNotAllowed, UndoModeUnavailable, UnknownLevel, TooManySeeks,
    IdempotencyKeyReused and GameBusy. Raises InvalidToken for a player who is deleted at this moment.
    """
    creation.check_version(wanted.ruleset, wanted.rules_version)
    creation.check_terms(wanted.ruleset, wanted.terms)
    for size in wanted.seats:
        creation.check_setup(wanted.ruleset, wanted.options, [SeatSetup("human")] * size)
    for _ in range(MOST_ATTEMPTS):
        seen, new_seek = bottega.store.seeks.of(player), _new_seek(bottega, player, wanted)
        repeated = _find_repeated(seen, idempotency)
        seek = repeated or _store(bottega, player, seen, new_seek, idempotency)
        followed = None if seek is None else seek if repeated else _enter(bottega, seek)
        if delete_again(bottega, player):
            raise InvalidToken("Create a new player. This player has been deleted.")
        if followed is not None:
            return _shown(bottega, followed), followed.seek != new_seek.seek
    raise _busy()


def show(bottega: Bottega, player: str, seek_id: str) -> Wire:
    """Return a seek without changing it. Raises SeekNotFound."""
    return _shown(bottega, _own(bottega, player, seek_id))


def renew(bottega: Bottega, player: str, seek_id: str) -> Wire:
    """Restart the waiting time of a seek. Raises SeekNotFound and GameBusy.

    A matched or expired seek stays as it is.
    """
    followed = _follow(bottega, _own(bottega, player, seek_id))
    if followed is None:
        raise _unknown()
    return _shown(bottega, followed)


def show_all(bottega: Bottega, player: str) -> list[Wire]:
    """Return all stored seeks of a player, oldest first."""
    return [_shown(bottega, each) for each in bottega.store.seeks.of(player)]


def cancel(bottega: Bottega, player: str, seek_id: str) -> None:
    """Delete an unmatched seek. Raises SeekNotFound, SeekMatched and GameBusy."""
    seek = _own(bottega, player, seek_id)
    if not seek.game_id:
        bottega.store.seeks.give_up(seek, _now(bottega))
        seek = _seated(bottega, seek) or seek
    if seek.game_id:
        raise SeekMatched(
            "Play the game {game}. The player has a seat in it.", {"game": seek.game_id}, game_id=seek.game_id
        )
    _forget(bottega, seek)


def demand(bottega: Bottega) -> list[Wire]:
    """Return the number of waiting seeks of each kind, without their players."""
    return [_demanded(each) for each in bottega.store.seeks.count_waiting(_now(bottega), MOST_KINDS)]


def _new_seek(bottega: Bottega, player: str, wanted: SeekRequest) -> Seek:
    """Return a new seek. Its kind is a hash of all that matched seeks have in common."""
    terms = replace(wanted.terms, hints=creation.hints_of(wanted.terms), creator="", host="")
    options, written_terms = encoded(wanted.options), encoded(terms)
    named = (wanted.ruleset.name, wanted.ruleset.version, options, written_terms)
    now = bottega.sources.now()
    return Seek(
        PREFIX + bottega.sources.letters(ID_LENGTH),
        player,
        sha256(msgspec.json.encode(named)).hexdigest()[:32],
        wanted.ruleset.name,
        wanted.ruleset.version,
        options,
        written_terms,
        tuple(sorted({*wanted.seats}, reverse=True)),
        written(now),
        wanted.seconds,
        now.timestamp() + wanted.seconds,
        ratings={size: _rating(bottega, player, wanted, size) for size in {*wanted.seats}},
        rating_range=wanted.rating_range,
        side=owners.owner_alias(bottega, player) if wanted.terms.rated else "",
    )


def _rating(bottega: Bottega, player: str, wanted: SeekRequest, size: int) -> int:
    """Return the rating of a player in the pool of the requested games with this number of seats."""
    return rating.rating_in(bottega, player, pool_of(wanted.ruleset, wanted.options, size))


def _find_repeated(seen: Sequence[Seek], idempotency: Idempotency | None) -> Seek | None:
    """Return the seek that the same request created before. Raises IdempotencyKeyReused."""
    if idempotency is None:
        return None
    found = next((seek for seek in seen if idempotency.digest in seek.requests), None)
    if found is not None and found.requests[idempotency.digest] != idempotency.request:
        raise IdempotencyKeyReused("Send a new `Idempotency-Key`. The key was used for another request.")
    return found


def _store(
    bottega: Bottega, player: str, seen: Sequence[Seek], new_seek: Seek, idempotency: Idempotency | None
) -> Seek | None:
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
        seek = msgspec.structs.replace(seek, requests={**dict(kept), idempotency.digest: idempotency.request})
    past = [each for each in seen if not _waits(each, now) and each.until > now - KEPT_SECONDS][-MOST_PAST:]
    others = [*past, *(each for each in waiting if each.seek != seek.seek)]
    new = sorted([*others, seek], key=lambda each: (each.created_at, each.seek))
    return seek if [*seen] == new or bottega.store.seeks.note(player, seen, new) else None


def _repeated(current: Seek, new_seek: Seek) -> Seek:
    """Return the renewed seek; an equal seek is renewed only when it is not fresh."""
    is_same = (current.seats, current.seconds, current.rating_range) == (
        new_seek.seats,
        new_seek.seconds,
        new_seek.rating_range,
    )
    if is_same and _is_fresh(current, new_seek.until - new_seek.seconds):
        return current
    kept = {"seek": current.seek, "created_at": current.created_at, "requests": current.requests}
    return msgspec.structs.replace(new_seek, **kept)


def _follow(bottega: Bottega, seek: Seek) -> Seek | None:
    """Return the current state of a seek; renew a waiting seek, and create a missing game. None if it was deleted."""
    if seek.game_id:
        return seek
    now = _now(bottega)
    waits, party = bottega.store.seeks.find(seek)
    if party is not None or seek.until <= now:
        return _seated(bottega, seek) or seek
    if waits and _is_fresh(seek, now):
        return seek
    renewed = _renewed(bottega, seek, now)
    return None if renewed is None else _enter(bottega, renewed)


def _enter(bottega: Bottega, seek: Seek) -> Seek | None:
    """Let a seek wait, or match it with a full set of seeks; None if it was deleted."""
    now, game_id = _now(bottega), bottega.sources.game_id()
    if seek.game_id or bottega.store.seeks.add_or_match(seek, game_id, now, now + bottega.settings.lease_seconds):
        return seek
    seated = _seated(bottega, seek)
    if seated is None:
        _forget(bottega, seek)
    return seated


def _seated(bottega: Bottega, seek: Seek) -> Seek | None:
    """Return a matched seek, and create its game if missing; None if unmatched."""
    party = bottega.store.seeks.find(seek)[1]
    if party is not None:
        matchmaking.seat(bottega, party)
    kept = _find(bottega.store.seeks.of(seek.player), seek.seek)
    return kept if kept is not None and kept.game_id else None


def _renewed(bottega: Bottega, seek: Seek, now: float) -> Seek | None:
    """Renew a stored seek; None if it was deleted. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        kept = _find(seen, seek.seek)
        if kept is None or kept.game_id:
            return kept
        renewed = msgspec.structs.replace(kept, until=now + kept.seconds)
        if bottega.store.seeks.note(seek.player, seen, [renewed if each == kept else each for each in seen]):
            return renewed
    raise _busy()


def _forget(bottega: Bottega, seek: Seek) -> None:
    """Remove a deleted seek. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        new = [each for each in seen if each.seek != seek.seek]
        if len(new) == len(seen) or bottega.store.seeks.note(seek.player, seen, new):
            return
    raise _busy()


def _own(bottega: Bottega, player: str, seek_id: str) -> Seek:
    """Return a seek of a player. Raises SeekNotFound."""
    found = _find(bottega.store.seeks.of(player), seek_id)
    if found is None:
        raise _unknown()
    return found


def _find(seeks: Sequence[Seek], seek_id: str) -> Seek | None:
    return next((seek for seek in seeks if seek.seek == seek_id), None)


def _waits(seek: Seek, now: float) -> bool:
    """Whether a seek waits, as far as the player's list shows."""
    return not seek.game_id and seek.until > now


def _is_fresh(seek: Seek, now: float) -> bool:
    return seek.until - now > FRESH_SHARE * seek.seconds


def _now(bottega: Bottega) -> float:
    """Return the Unix time."""
    return bottega.sources.now().timestamp()


def _shown(bottega: Bottega, seek: Seek) -> Wire:
    status = "matched" if seek.game_id else "waiting" if seek.until > _now(bottega) else "expired"
    led = {"game_id": seek.game_id, "seat": seek.seat} if seek.game_id else {}
    until = {} if seek.game_id else {"expires_at": written(datetime.fromtimestamp(seek.until, UTC))}
    own = {"seek": seek.seek, "status": status, "seats": sorted(seek.seats), "created_at": seek.created_at}
    admitted = {} if seek.rating_range == ANY_RATING else {"rating_range": seek.rating_range}
    return {**_kind(seek), **own, **admitted, **until, **led}


def _demanded(demand: SeekCount) -> Wire:
    tables = [{"seats": size, "waiting": count} for size, count in demand.by_size.items()]
    return {**_kind(demand.example), "table_sizes": tables}


def _kind(seek: Seek) -> Wire:
    """Return the fields that all seeks of a kind share."""
    terms = msgspec.json.decode(seek.terms, type=Terms)
    terms_shown = {name: getattr(terms, name) for name in SHOWN_TERMS if getattr(terms, name) != getattr(CASUAL, name)}
    return {"ruleset": seek.ruleset, "rules_version": seek.rules_version, "options": seek.options, **terms_shown}


def _unknown() -> SeekNotFound:
    return SeekNotFound("Create a new seek. The player has no seek with this id.")


def _busy() -> GameBusy:
    return GameBusy("Retry the request. Other requests were faster {times} times in a row.", {"times": MOST_ATTEMPTS})
