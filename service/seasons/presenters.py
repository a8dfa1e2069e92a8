"""Present seasons as resources."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

from msgspec import UNSET, UnsetType

from service.resources.base import shown
from service.seasons import resources
from service.seasons.results import LoadedDivision, LoadedSeason
from service.seasons.rules.risers import latest_of, outcomes
from service.seasons.rules.season import Outcome, SeasonEntrant
from service.seasons.rules.tables import Member, Row, SeasonPlayer
from service.seasons.store import StoredSeason
from service.texts import compared, with_number
from service.tournaments.decimals import DECIMALS
from service.tournaments.presenters import listed
from service.tournaments.resources.tournaments import TournamentSummary
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.summary import summarise
from service.tournaments.rules.types import GOING_ON, LONGEST_NAME
from service.tournaments.store.tournament_players import is_player


def season(loaded: LoadedSeason) -> resources.Season:
    """Return a season with its tables."""
    stored, confirmation = loaded.season, loaded.season.confirmation
    is_confirmed = loaded.is_over and loaded.is_complete and bool(confirmation.at)
    return shown(
        stored,
        resources.Season,
        status="confirmed" if is_confirmed else "over" if loaded.is_over else "running",
        confirmed_at=confirmation.at if is_confirmed else UNSET,
        confirmation_reason=confirmation.reason if is_confirmed else "",
        divisions=tuple(_divisions(loaded, is_confirmed=is_confirmed)),
    )


def summary(stored: StoredSeason) -> resources.SeasonSummary:
    """Return a season as shown in lists."""
    return shown(stored, resources.SeasonSummary)


def name_of(loaded: LoadedSeason, row: Row) -> str:
    """Return the name of a player or team in its latest tournament."""
    entrant = loaded.entrant(latest_of(row))
    return entrant.team if row.player.kind == "team" else entrant.name


def _divisions(loaded: LoadedSeason, *, is_confirmed: bool) -> Iterator[resources.SeasonDivision]:
    moves = outcomes(loaded.tables, loaded.season.risers)
    has_moves = loaded.is_over and bool(loaded.season.risers)
    following = loaded.season.confirmation.divisions
    for number, division in enumerate(loaded.divisions):
        entrants = tuple(_next_entrants(loaded, following[number])) if is_confirmed else UNSET
        yield _division(loaded, division, moves[number] if has_moves else (), entrants)


def _division(
    loaded: LoadedSeason,
    division: LoadedDivision,
    moves: Sequence[Outcome],
    next_entrants: tuple[resources.NextEntrant, ...] | UnsetType,
) -> resources.SeasonDivision:
    """Return a division. `moves`: the outcome of each row, or none."""
    return shown(
        division.division,
        resources.SeasonDivision,
        tournaments=tuple(_tournaments(division)),
        provisional=any(each.tournament.status in GOING_ON for each in division.tournaments),
        standings=tuple(
            _standing(loaded, row, moves[number] if moves else UNSET) for number, row in enumerate(division.rows)
        ),
        next_entrants=next_entrants,
    )


def _tournaments(division: LoadedDivision) -> Iterator[TournamentSummary]:
    for running in division.tournaments:
        yield listed(running.header, summarise(running.tournament))


def _standing(loaded: LoadedSeason, row: Row, outcome: Outcome | UnsetType) -> resources.SeasonStanding:
    return resources.SeasonStanding(
        place=row.place,
        place_to=row.place_to if row.place_to > row.place else UNSET,
        name=name_of(loaded, row),
        player=_player(loaded.entrant(latest_of(row))) if row.player.kind == "player" else UNSET,
        points=_points(row.points),
        board_points=_points(row.board_points) if row.player.kind == "team" else UNSET,
        outcome=outcome,
        results=tuple(
            shown(each.result, resources.SeasonResult, points=_points(each.points), counted=each.is_counted)
            for each in row.results
        ),
    )


def _points(points: Fraction) -> float:
    return round(float(points), DECIMALS)


def _player(entrant: Entrant) -> str | UnsetType:
    """Return the player of an entrant, unless it was deleted."""
    return entrant.entered.player if is_player(entrant.entered.player) else UNSET


def _next_entrants(loaded: LoadedSeason, following: Sequence[SeasonEntrant]) -> Iterator[resources.NextEntrant]:
    """Return the entrants of a division of the next season with unique names, without deleted players.

    A team has all its members of its latest tournament.
    """
    taken: set[str] = set()
    for entrant, player in _following(loaded, following):
        if player.kind == "player" and not _player(entrant):
            continue
        names = (with_number(entrant.name, number, LONGEST_NAME) if number > 1 else entrant.name for number in count(1))
        name = next(each for each in names if compared(each) not in taken)
        taken.add(compared(name))
        known = _player(entrant) if player.kind == "player" else UNSET
        yield shown(entrant, resources.NextEntrant, name=name, player=known, level=entrant.entered.level)


def _following(loaded: LoadedSeason, following: Sequence[SeasonEntrant]) -> Iterator[tuple[Entrant, SeasonPlayer]]:
    """List the entrants of a division of the next season, and whom they stand for. Each team is listed once."""
    for result in dict.fromkeys(loaded.results[each] for each in following if each in loaded.results):
        for each in result.members or (Member(result.entrant, result.player),):
            yield loaded.entrant(SeasonEntrant(result.tournament, each.entrant)), each.player
