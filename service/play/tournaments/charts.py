"""Present crosstables and brackets in wire form."""

from service.play.presenters import Wire
from service.play.tournaments.log import LoadedTournament
from service.play.tournaments.presenters import points
from service.tournament.bracket import Bracket, BracketMatch, Slot
from service.tournament.crosstable import Cell, Crosstable, Row


def crosstable(running: LoadedTournament, table: Crosstable) -> Wire:
    """Return a crosstable."""
    order = [row.standing.entrant for row in table.rows]
    return {
        **({"stage": table.stage} if table.stage >= 0 else {}),
        "rounds": [*table.rounds],
        "rows": [_row(running, row, order) for row in table.rows],
    }


def bracket(running: LoadedTournament, laid: Bracket) -> Wire:
    """Return a bracket by rounds."""
    rounds = [{"matches": [_match(running, each) for each in matches]} for matches in laid.rounds]
    return {"stage": laid.stage, "rounds": rounds}


def _row(running: LoadedTournament, row: Row, order: list[int]) -> Wire:
    met = [
        {"entrant": other, "points": points(won)} for other, won in zip(order, row.met, strict=False) if won is not None
    ]
    return {
        "place": row.standing.place,
        "entrant": row.standing.entrant,
        "name": _name(running, row.standing.entrant),
        "points": points(row.standing.points),
        "cells": [_cell(each) for each in row.cells],
        "met": met,
    }


def _cell(cell: Cell) -> Wire:
    return {
        "round": cell.round,
        **({"table": cell.table} if cell.table else {}),
        "opponents": [*cell.opponents],
        **({} if cell.points is None else {"points": points(cell.points)}),
    }


def _match(running: LoadedTournament, match: BracketMatch) -> Wire:
    return {
        "round": match.round,
        **({"table": match.table} if match.table else {}),
        **({"bracket": match.part} if match.part else {}),
        "slots": [_slot(running, each) for each in match.slots],
    }


def _slot(running: LoadedTournament, slot: Slot) -> Wire:
    optional = {"from_round": slot.from_round, "from_table": slot.from_table, "place": slot.place}
    return {
        "entrant": slot.entrant,
        "name": _name(running, slot.entrant),
        **{name: number for name, number in optional.items() if number},
        "points": points(slot.points),
        "advances": slot.advances,
    }


def _name(running: LoadedTournament, entrant: int) -> str:
    return running.tournament.entrants[entrant].name
