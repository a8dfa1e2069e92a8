"""Seeks: a player says what to play, and is seated with others who want the same. Nobody is told who they are before.

A seek waits for a while after its player has asked for it or renewed it; looking at it changes nothing. For each
kind a player has one that waits: so nobody is ever seated with himself. `parties` creates the games.
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
from service.play.player_deletion import forget_again
from service.play.presenters import Wire
from service.problems import GameBusy, IdempotencyKeyReused, InvalidToken, SeekMatched, SeekNotFound, TooManySeeks
from service.rating.pools import pool_of
from service.store import Idempotency, SeatSetup, Seek, SeekCount
from service.store.seeks import ANY_RATING, RatingRange

PREFIX = "sk_"
ID_LENGTH = 20
USUAL_SECONDS = 600
MOST_WAITING = 16
"""Seeks of one player that wait."""
MOST_PAST = 64
"""Seeks of one player that wait no more, and are still known."""
KEPT_SECONDS = 24 * 60 * 60
"""How long those are."""
MOST_REQUESTS = 16
"""Keys of requests that a seek answers."""
MOST_KINDS = 100
"""Of which it is told how many wait."""
FRESH = 0.9
"""While as much of its time is left, a seek need not be renewed."""
TOLD = ("rated", "hints", "visibility", "spectators", "clock", "absence", "undo")
"""Terms that a seek may name, as `NewGame` does."""


@dataclass(frozen=True)
class SeekRequest:
    """What a player asks for."""

    ruleset: AnyRuleset
    options: Any
    seats: Sequence[int]
    """The sizes of table that will do."""
    terms: Terms = CASUAL
    rules_version: int | None = None
    seconds: int = USUAL_SECONDS
    """How long to wait for the next sign of life."""
    rating_range: RatingRange = ANY_RATING
    """Who is admitted at the same table."""


def ask(
    bottega: Bottega, player: str, wish: SeekRequest, *, idempotency: Idempotency | None = None
) -> tuple[Wire, bool]:
    """Seat a player with others who want the same, or let him wait; return the seek, and whether it was there before.

    Raises IllegalAction when the rules reject the set-up, RulesVersionNotHosted, HintsDisabled, UndoOff,
    UndoModeUnavailable, UnknownLevel, TooManySeeks, IdempotencyKeyReused and GameBusy; InvalidToken for a player who is
    deleted at this moment.
    """
    creation.check_version(wish.ruleset, wish.rules_version)
    creation.check_terms(wish.ruleset, wish.terms)
    for size in wish.seats:
        creation.check_setup(wish.ruleset, wish.options, [SeatSetup("human")] * size)
    for _ in range(MOST_ATTEMPTS):
        seen, asked = bottega.store.seeks.of(player), _asked(bottega, player, wish)
        answered = _answered(seen, idempotency)
        seek = answered or _noted(bottega, player, seen, asked, idempotency)
        followed = None if seek is None else seek if answered else _enter(bottega, seek)
        if forget_again(bottega, player):
            raise InvalidToken("The player has been deleted.")
        if followed is not None:
            return _shown(bottega, followed), followed.seek != asked.seek
    raise _busy()


def show(bottega: Bottega, player: str, seek_id: str) -> Wire:
    """Tell what has become of a seek, and change nothing; raises SeekNotFound."""
    return _shown(bottega, _own(bottega, player, seek_id))


def renew(bottega: Bottega, player: str, seek_id: str) -> Wire:
    """Let a seek wait as long as at first from now on; raises SeekNotFound and GameBusy.

    One that has led to a game, or has expired, stays as it is.
    """
    followed = _follow(bottega, _own(bottega, player, seek_id))
    if followed is None:
        raise _unknown()
    return _shown(bottega, followed)


def show_all(bottega: Bottega, player: str) -> list[Wire]:
    """Show all seeks of a player that are known, oldest first."""
    return [_shown(bottega, each) for each in bottega.store.seeks.of(player)]


def give_up(bottega: Bottega, player: str, seek_id: str) -> None:
    """Forget a seek that has led to nothing; raises SeekNotFound, SeekMatched and GameBusy."""
    seek = _own(bottega, player, seek_id)
    if not seek.game_id:
        bottega.store.seeks.give_up(seek, _now(bottega))
        seek = _seated(bottega, seek) or seek
    if seek.game_id:
        raise SeekMatched("The player has a seat in the game {game}.", {"game": seek.game_id}, game_id=seek.game_id)
    _forget(bottega, seek)


def demand(bottega: Bottega) -> list[Wire]:
    """Tell how many wait, kind by kind; who they are is told to nobody."""
    return [_demanded(each) for each in bottega.store.seeks.count_waiting(_now(bottega), MOST_KINDS)]


def _asked(bottega: Bottega, player: str, wish: SeekRequest) -> Seek:
    """Write down what a player asks for; what is the same in all that fits together names the kind."""
    terms = replace(wish.terms, hints=creation.hints_of(wish.terms), creator="", host="")
    options, written_terms = encoded(wish.options), encoded(terms)
    named = (wish.ruleset.name, wish.ruleset.version, options, written_terms)
    now = bottega.sources.now()
    return Seek(
        PREFIX + bottega.sources.letters(ID_LENGTH),
        player,
        sha256(msgspec.json.encode(named)).hexdigest()[:32],
        wish.ruleset.name,
        wish.ruleset.version,
        options,
        written_terms,
        tuple(sorted({*wish.seats}, reverse=True)),
        written(now),
        wish.seconds,
        now.timestamp() + wish.seconds,
        ratings={size: _rating(bottega, player, wish, size) for size in {*wish.seats}},
        rating_range=wish.rating_range,
        side=owners.side(bottega, player) if wish.terms.rated else "",
    )


def _rating(bottega: Bottega, player: str, wish: SeekRequest, size: int) -> int:
    """Return how a player is rated among those who play such games at a table of this size."""
    return rating.rating_in(bottega, player, pool_of(wish.ruleset, wish.options, size))


def _answered(seen: Sequence[Seek], idempotency: Idempotency | None) -> Seek | None:
    """Find the seek that this very request has made before; raises IdempotencyKeyReused."""
    if idempotency is None:
        return None
    found = next((seek for seek in seen if idempotency.digest in seek.requests), None)
    if found is not None and found.requests[idempotency.digest] != idempotency.request:
        raise IdempotencyKeyReused("Something else was asked for with this key.")
    return found


def _noted(
    bottega: Bottega, player: str, seen: Sequence[Seek], asked: Seek, idempotency: Idempotency | None
) -> Seek | None:
    """Note with its player what is asked for: a new seek, or the one of this kind that waits already, renewed.

    None if what the player seeks has changed since it was seen. Raises TooManySeeks.
    """
    now = _now(bottega)
    waiting = [seek for seek in seen if _waits(seek, now)]
    same = next((seek for seek in waiting if seek.kind == asked.kind), None)
    if same is None and len(waiting) >= MOST_WAITING:
        raise TooManySeeks("A player has at most {most} seeks that wait.", {"most": MOST_WAITING})
    seek = asked if same is None else _repeated(same, asked)
    if idempotency is not None:
        kept = [*seek.requests.items()][1 - MOST_REQUESTS :]
        seek = msgspec.structs.replace(seek, requests={**dict(kept), idempotency.digest: idempotency.request})
    past = [each for each in seen if not _waits(each, now) and each.until > now - KEPT_SECONDS][-MOST_PAST:]
    others = [*past, *(each for each in waiting if each.seek != seek.seek)]
    new = sorted([*others, seek], key=lambda each: (each.created_at, each.seek))
    return seek if [*seen] == new or bottega.store.seeks.note(player, seen, new) else None


def _repeated(same: Seek, asked: Seek) -> Seek:
    """Return a seek that waits as it is asked for once more; the very same is renewed only when it is time to."""
    is_same = (same.seats, same.seconds, same.rating_range) == (asked.seats, asked.seconds, asked.rating_range)
    if is_same and _is_fresh(same, asked.until - asked.seconds):
        return same
    kept = {"seek": same.seek, "created_at": same.created_at, "requests": same.requests}
    return msgspec.structs.replace(asked, **kept)


def _follow(bottega: Bottega, seek: Seek) -> Seek | None:
    """Return what has become of a seek by now; one that waits is renewed, and a game that is missing is created.

    None if it has been given up.
    """
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
    """Let a seek wait, or seat it with those whom it fills a table with; None if it has been given up."""
    now, game_id = _now(bottega), bottega.sources.game_id()
    if seek.game_id or bottega.store.seeks.add_or_match(seek, game_id, now, now + bottega.settings.lease_seconds):
        return seek
    seated = _seated(bottega, seek)
    if seated is None:
        _forget(bottega, seek)
    return seated


def _seated(bottega: Bottega, seek: Seek) -> Seek | None:
    """Return a seek that has led to a game, which is created if it is missing; None if it has not."""
    party = bottega.store.seeks.find(seek)[1]
    if party is not None:
        matchmaking.seat(bottega, party)
    kept = _find(bottega.store.seeks.of(seek.player), seek.seek)
    return kept if kept is not None and kept.game_id else None


def _renewed(bottega: Bottega, seek: Seek, now: float) -> Seek | None:
    """Let a seek wait longer, as its player keeps it; None if it has been given up. Raises GameBusy."""
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
    """Forget a seek that has been given up; raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        new = [each for each in seen if each.seek != seek.seek]
        if len(new) == len(seen) or bottega.store.seeks.note(seek.player, seen, new):
            return
    raise _busy()


def _own(bottega: Bottega, player: str, seek_id: str) -> Seek:
    """Read a player's own seek; raises SeekNotFound."""
    found = _find(bottega.store.seeks.of(player), seek_id)
    if found is None:
        raise _unknown()
    return found


def _find(seeks: Sequence[Seek], seek_id: str) -> Seek | None:
    """Return the seek of this id; None if there is none."""
    return next((seek for seek in seeks if seek.seek == seek_id), None)


def _waits(seek: Seek, now: float) -> bool:
    """Whether a seek waits, as far as its player knows."""
    return not seek.game_id and seek.until > now


def _is_fresh(seek: Seek, now: float) -> bool:
    """Whether a seek need not be renewed yet."""
    return seek.until - now > FRESH * seek.seconds


def _now(bottega: Bottega) -> float:
    """Return the time, Unix."""
    return bottega.sources.now().timestamp()


def _shown(bottega: Bottega, seek: Seek) -> Wire:
    """Show a seek to its player."""
    status = "matched" if seek.game_id else "waiting" if seek.until > _now(bottega) else "expired"
    led = {"game_id": seek.game_id, "seat": seek.seat} if seek.game_id else {}
    until = {} if seek.game_id else {"expires_at": written(datetime.fromtimestamp(seek.until, UTC))}
    own = {"seek": seek.seek, "status": status, "seats": sorted(seek.seats), "created_at": seek.created_at}
    admitted = {} if seek.rating_range == ANY_RATING else {"rating_range": seek.rating_range}
    return {**_kind(seek), **own, **admitted, **until, **led}


def _demanded(demand: SeekCount) -> Wire:
    """Show how many seeks of a kind wait."""
    tables = [{"seats": size, "waiting": count} for size, count in demand.by_size.items()]
    return {**_kind(demand.example), "table_sizes": tables}


def _kind(seek: Seek) -> Wire:
    """Show what is the same in all seeks of a kind."""
    terms = msgspec.json.decode(seek.terms, type=Terms)
    told = {name: getattr(terms, name) for name in TOLD if getattr(terms, name) != getattr(CASUAL, name)}
    return {"ruleset": seek.ruleset, "rules_version": seek.rules_version, "options": seek.options, **told}


def _unknown() -> SeekNotFound:
    """Say that there is no such seek."""
    return SeekNotFound("The player has no seek with this id, or not any more.")


def _busy() -> GameBusy:
    """Say that others were faster all the time."""
    return GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})
