"""Present rounds, matches and their games as resources; a round is visible once all its games exist."""

from collections.abc import Iterable

from msgspec import UNSET, UnsetType

from service.installation.clock_and_ids import written
from service.resources.base import shown as resource_of
from service.tournaments.decimals import points
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import terms_of
from service.tournaments.resources import rounds
from service.tournaments.rules.conflicts import conflicts_of
from service.tournaments.rules.match_events import Ruled
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.points import match_points, round_points
from service.tournaments.rules.round_ends import open_until
from service.tournaments.rules.round_pairings import RoundPairing
from service.tournaments.rules.seat_choice import chooser
from service.tournaments.rules.series import is_sequential
from service.tournaments.rules.standings import Change
from service.tournaments.rules.state import Conflict, Round, Tournament
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import GameSlot
from service.tournaments.team_presenters import team_matches


def played_round(running: LoadedTournament, played: Round) -> rounds.Round:
    """Return a round."""
    won, is_closed = round_points(running.tournament.plan, played), _is_round_closed(running, played)
    return resource_of(
        played,
        rounds.Round,
        round=played.number,
        open_until=UNSET if is_closed else _open_until(running, played),
        status="closed" if is_closed else "running",
        tables=tuple(_table(running, played, table) for table in played.tables),
        byes=tuple(rounds.RoundPoints(each, points(won[each])) for each in played.byes),
        conflicts=_conflicts(played.conflicts),
        team_matches=team_matches(running.tournament, played),
    )


def _is_round_closed(running: LoadedTournament, played: Round) -> bool:
    return all(_is_closed(running, table) for table in played.tables)


def _open_until(running: LoadedTournament, played: Round) -> str | UnsetType:
    end = None if running.tournament.status in CLOSED else open_until(running.tournament, played.number)
    return UNSET if end is None else written(end)


def _conflicts(found: Iterable[Conflict]) -> tuple[rounds.PairConflict, ...]:
    return tuple(rounds.PairConflict(*each) for each in found)


def _table(running: LoadedTournament, played: Round, table: MatchTable) -> rounds.MatchTable:
    seating = table.seating
    won = match_points(running.tournament.plan, table)
    return resource_of(
        seating,
        rounds.MatchTable,
        status="closed" if _is_closed(running, table) else "running",
        entrants=tuple(
            rounds.RoundPoints(each, points(share)) for each, share in zip(table.entrants, won, strict=True)
        ),
        games=tuple(_game(running, GameSlot(played, table, game)) for game in table.existing),
        series=_series(running.tournament, played, table) if is_sequential(table.series) else UNSET,
        ruled=_ruling(table.ruled),
    )


def _series(tournament: Tournament, played: Round, table: MatchTable) -> rounds.MatchSeries:
    score, loser = tuple(points(each) for each in table.score), chooser(tournament, played.stage, table)
    chosen = (table.seats(each) for each in table.pending if table.seating.games[each] in table.chosen)
    return rounds.MatchSeries(
        score,
        next((table.announced[each].starts_at for each in table.pending), "") or UNSET,
        UNSET if loser is None else loser,
        next(chosen, UNSET),
    )


def match_table(running: LoadedTournament, number: int, table: int) -> rounds.MatchTable:
    """Return a table of a round."""
    played = running.tournament.round(number)
    return _table(running, played, played.tables[table - 1])


def _is_closed(running: LoadedTournament, table: MatchTable) -> bool:
    """Whether a match has a result, or its tournament was cancelled and none of its games is running."""
    is_cancelled = running.tournament.status == "cancelled"
    return table.is_closed or (is_cancelled and not has_running_game(running, table))


def has_running_game(running: LoadedTournament, table: MatchTable) -> bool:
    """Whether a game of a match is running."""
    return any(_status(running, table, game) == "running" for game in table.existing)


def _ruling(ruled: Ruled | None) -> rounds.Ruling | UnsetType:
    return UNSET if ruled is None else resource_of(ruled, rounds.Ruling)


def _game(running: LoadedTournament, place: GameSlot) -> rounds.MatchGame:
    """Return a game of a match; ranks and scores are in seat order."""
    match, game = place.match, place.game
    finished, status = match.finished.get(game), _status(running, match, game)
    shown = None if game in match.hidden else finished
    is_irreproducible = finished is not None and finished.irreproducible
    at = [match.entrants.index(each) for each in place.seats]
    return rounds.MatchGame(
        game=game,
        game_id=place.game_id,
        status=status,
        rated=status in ("running", "over") and not is_irreproducible and terms_of(running.tournament.plan).rated,
        ruled=_ruling(match.ruled_games.get(game)),
        seats=place.seats,
        ranks=tuple(shown.ranks[each] for each in at) if shown else (),
        totals=tuple(shown.totals[each] for each in at) if shown else (),
        irreproducible=is_irreproducible,
        tie_break=match.is_tie_break(game),
    )


def _status(running: LoadedTournament, match: MatchTable, game: int) -> rounds.GameStatus:
    finished = match.finished.get(game)
    if finished is not None:
        return "aborted" if finished.aborted else "over"
    return "stopped" if game in match.stopped else running.left.get(match.seating.games[game], "running")


def drawn(running: LoadedTournament, draw: RoundPairing) -> rounds.Pairings:
    """Return a pairing that is only a preview."""
    tables = (rounds.Pairing(each.entrants, each.group, each.bracket) for each in draw.tables)
    conflicts = _conflicts(conflicts_of(running.tournament, [each.entrants for each in draw.tables]))
    return rounds.Pairings(len(running.tournament.rounds) + 1, tuple(tables), draw.byes, conflicts)


def ruled(running: LoadedTournament, round_number: int, table: int, changed: Iterable[Change]) -> rounds.MatchRuling:
    """Return a table after a ruling, with the changes in the standings."""
    played = running.tournament.round(round_number)
    changes = (
        rounds.StandingChange(
            entrant=each.entrant,
            name=running.tournament.entrants[each.entrant].name,
            place_before=each.place_before,
            place=each.place_after,
            points_before=points(each.points_before),
            points=points(each.points_after),
        )
        for each in changed
    )
    return rounds.MatchRuling(_table(running, played, played.tables[table - 1]), tuple(changes))
