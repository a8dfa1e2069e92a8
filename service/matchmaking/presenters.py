"""Present seeks, and how many players wait for which games."""

from datetime import UTC, datetime

from msgspec import UNSET, UnsetType

from service.game import presenters
from service.installation.clock_and_ids import written
from service.lobby import game_terms
from service.lobby.game_terms import DEFAULT_ABSENCE
from service.matchmaking.store import AcceptedRatings, SeekCount, StoredSeek
from service.resources.base import shown
from service.resources.seeks import ANY_RATING, Seek, SeekTerms, SoughtRatings, TableSize, WaitingSeek

ROUNDED = 100
"""The points to which the list of waiting seeks rounds ratings."""


def present_seek(seek: StoredSeek, now: float) -> Seek:
    """Return a seek as its player sees it at a Unix time."""
    is_matched = bool(seek.game_id)
    return shown(
        _terms(seek),
        Seek,
        seek=seek.seek,
        status="matched" if is_matched else "waiting" if seek.until > now else "expired",
        seats=tuple(sorted(seek.seats)),
        created_at=seek.created_at,
        rating_range=UNSET if seek.rating_range == ANY_RATING else seek.rating_range,
        expires_at=UNSET if is_matched else written(datetime.fromtimestamp(seek.until, UTC)),
        game_id=seek.game_id or UNSET,
        seat=seek.seat if is_matched else UNSET,
    )


def present_demand(demand: SeekCount) -> WaitingSeek:
    """Return how many seeks of a kind wait, and which ratings they accept."""
    sizes = tuple(TableSize(size, count, _sought(demand.ratings[size])) for size, count in demand.by_size.items())
    return shown(_terms(demand.example), WaitingSeek, table_sizes=sizes)


def _sought(ratings: AcceptedRatings) -> SoughtRatings | UnsetType:
    """Return accepted ratings, rounded so that they identify no player; UNSET for any rating."""
    lowest = UNSET if ratings.lowest is None else ratings.lowest // ROUNDED * ROUNDED
    highest = UNSET if ratings.highest is None else -(-ratings.highest // ROUNDED) * ROUNDED
    return UNSET if lowest is UNSET and highest is UNSET else SoughtRatings(lowest, highest)


def _terms(seek: StoredSeek) -> SeekTerms:
    """Return the terms that all seeks of a kind share."""
    terms = game_terms.read_terms(seek.terms)
    return shown(
        terms,
        SeekTerms,
        ruleset=seek.ruleset,
        rules_version=seek.rules_version,
        options=seek.options,
        spectators=presenters.spectators(terms.spectators),
        absence=UNSET if terms.absence == DEFAULT_ABSENCE else terms.absence,
        undo=presenters.undo_mode(terms),
    )
