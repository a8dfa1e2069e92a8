"""Present crosstables and brackets as resources."""

from msgspec import UNSET

from service.resources.base import shown
from service.tournaments.decimals import points
from service.tournaments.log import LoadedTournament
from service.tournaments.resources import standings
from service.tournaments.resources.rounds import RoundPoints
from service.tournaments.rules.bracket import Bracket, BracketMatch, Slot
from service.tournaments.rules.bracket_ahead import Source
from service.tournaments.rules.crosstable import Cell, Crosstable, Row
from service.tournaments.rules.state import Tournament


def crosstable(running: LoadedTournament, table: Crosstable) -> standings.Crosstable:
    """Return a crosstable."""
    order = [row.standing.entrant for row in table.rows]
    return standings.Crosstable(
        tournament=running.name,
        version=running.tournament.version,
        stage=table.stage if table.stage >= 0 else UNSET,
        rounds=table.rounds,
        rows=tuple(_row(running, row, order) for row in table.rows),
    )


def bracket(running: LoadedTournament, drawn: Tournament, laid: Bracket) -> standings.Bracket:
    """Return a bracket by rounds. `drawn`: the tournament with its entrants, who may be teams."""
    rounds = (standings.BracketRound(tuple(_match(drawn, each) for each in matches)) for matches in laid.rounds)
    ahead = tuple(tuple(_source(drawn, each) for each in match) for match in laid.ahead)
    return standings.Bracket(running.name, running.tournament.version, laid.stage, tuple(rounds), laid.fixed, ahead)


def _row(running: LoadedTournament, row: Row, order: list[int]) -> standings.CrosstableRow:
    met = (RoundPoints(each, points(won)) for each, won in zip(order, row.met, strict=False) if won is not None)
    return shown(
        row.standing,
        standings.CrosstableRow,
        name=_name(running.tournament, row.standing.entrant),
        points=points(row.standing.points),
        cells=tuple(_cell(each) for each in row.cells),
        met=tuple(met),
    )


def _cell(cell: Cell) -> standings.CrosstableCell:
    return shown(
        cell,
        standings.CrosstableCell,
        table=cell.table or UNSET,
        points=UNSET if cell.points is None else points(cell.points),
    )


def _match(drawn: Tournament, match: BracketMatch) -> standings.BracketMatch:
    return standings.BracketMatch(
        round=match.round,
        table=match.table or UNSET,
        bracket=match.part,
        slots=tuple(_slot(drawn, each) for each in match.slots),
    )


def _slot(drawn: Tournament, slot: Slot) -> standings.BracketSlot:
    return shown(
        slot,
        standings.BracketSlot,
        name=_name(drawn, slot.entrant),
        from_round=slot.from_round or UNSET,
        from_table=slot.from_table or UNSET,
        place=slot.place or UNSET,
        points=points(slot.points),
        score=UNSET if slot.score is UNSET else points(slot.score),
    )


def _source(drawn: Tournament, source: Source) -> standings.BracketSource:
    name = UNSET if source.entrant is UNSET else _name(drawn, source.entrant)
    return shown(source, standings.BracketSource, name=name)


def _name(tournament: Tournament, entrant: int) -> str:
    return tournament.entrants[entrant].name
