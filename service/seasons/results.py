"""Load the tournaments of a season, and compute its tables as a caller may see them."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from service.installation.installation import Installation
from service.players.callers import Caller
from service.seasons.rules import tables
from service.seasons.rules.risers import entrants_in
from service.seasons.rules.season import Division, SeasonEntrant
from service.seasons.rules.tables import SIXTIETHS, Member, Result, Row, SeasonPlayer
from service.seasons.store import StoredSeason
from service.texts import compared
from service.tournaments import problems as tournament_problems
from service.tournaments.access import is_visible
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.apart import team_of
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import Entrant, Tournament
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.guests import guests_in
from service.tournaments.visible import load_visible


class LoadedDivision(NamedTuple):
    """A division with the tournaments that a caller can see, and its table."""

    division: Division
    tournaments: Sequence[LoadedTournament]
    rows: Sequence[Row]


@dataclass(frozen=True)
class LoadedSeason:
    """A season as a caller can see it."""

    season: StoredSeason
    divisions: Sequence[LoadedDivision]
    is_complete: bool
    """Whether the caller can see all its tournaments."""

    @property
    def tables(self) -> list[Sequence[Row]]:
        """Return the table of each division."""
        return [each.rows for each in self.divisions]

    @property
    def is_over(self) -> bool:
        """Whether all tournaments have ended, and each division has a finished one."""
        statuses = [[each.tournament.status for each in division.tournaments] for division in self.divisions]
        return all("over" in each and {*each} <= {*CLOSED} for each in statuses)

    @cached_property
    def results(self) -> Mapping[SeasonEntrant, Result]:
        """Return the results of all tables by entrant; the one of a team by each of its members."""
        results = (each.result for rows in self.tables for row in rows for each in row.results)
        return {entrant: each for each in results for entrant in entrants_in(each)}

    @cached_property
    def _tournaments(self) -> Mapping[str, Tournament]:
        return {each.name: each.tournament for division in self.divisions for each in division.tournaments}

    def entrant(self, named: SeasonEntrant) -> Entrant:
        """Return an entrant of a tournament of the season."""
        return self._tournaments[named.tournament].entrants[named.entrant]


def load(installation: Installation, season: StoredSeason, caller: Caller | None) -> LoadedSeason:
    """Return a season with the tournaments that the caller can see."""
    loaded = [[*_visible(installation, each, caller)] for each in season.divisions]
    is_complete = all(
        len(found) == len(division.tournaments) for found, division in zip(loaded, season.divisions, strict=True)
    )
    divisions = [
        LoadedDivision(division, found, tables.ranked(division, _results(installation, found)))
        for division, found in zip(season.divisions, loaded, strict=True)
    ]
    return LoadedSeason(season, divisions, is_complete)


def is_entrant(loaded: LoadedSeason, caller: Caller | None) -> bool:
    """Whether a caller is an entrant of a tournament of the season."""
    return caller is not None and any(
        entrant.entered.player == caller.player
        for division in loaded.divisions
        for running in division.tournaments
        for entrant in running.tournament.entrants
    )


def _visible(installation: Installation, division: Division, caller: Caller | None) -> Iterator[LoadedTournament]:
    for name in division.tournaments:
        with suppress(tournament_problems.TournamentNotFound):
            running = load_visible(installation, name)
            if is_visible(running, caller):
                yield running


def _results(installation: Installation, tournaments: Sequence[LoadedTournament]) -> Iterator[Result]:
    """List the results of tournaments; a cancelled one has none."""
    for running in tournaments:
        if running.tournament.status != "cancelled":
            yield from results_of(running, guests_in(installation.store).of(running.name))


def results_of(running: LoadedTournament, guests: Collection[str]) -> Iterator[Result]:
    """List the results of a tournament, best first: of its teams where teams meet, or else of its entrants.

    `guests`: the players without an account.
    """
    if has_team_matches(running.tournament.plan):
        yield from _results_of_teams(running, guests)
        return
    for each in standings(running.tournament):
        yield Result(
            running.name,
            each.entrant,
            _player(running.tournament.entrants[each.entrant], guests),
            each.place,
            each.place_to or each.place,
            each.points,
            counts=each.played > 0 and not each.disqualified,
        )


def _results_of_teams(running: LoadedTournament, guests: Collection[str]) -> Iterator[Result]:
    """List the results of the teams of a tournament, best first. A team without a game gets no points."""
    entrants = running.tournament.entrants
    have_played = {each.entrant for each in standings(running.tournament) if each.played > 0}
    for each in team_standings(running.tournament):
        yield Result(
            running.name,
            min(each.members),
            SeasonPlayer("team", team_of(each.team)),
            each.place,
            each.place_to or each.place,
            (each.match_points or 0) * SIXTIETHS,
            counts=not have_played.isdisjoint(each.members),
            board_points=each.points,
            members=tuple(Member(number, _player(entrants[number], guests)) for number in each.members),
        )


def _player(entrant: Entrant, guests: Collection[str]) -> SeasonPlayer:
    """Return the player of an entrant. A guest or an AI level has the same name in each tournament."""
    entered = entrant.entered
    if entered.kind == "level":
        return SeasonPlayer("level", f"{entered.level} {compared(entrant.name)}")
    if entered.player in guests:
        return SeasonPlayer("guest", compared(entrant.name))
    return SeasonPlayer("player", entered.player)
