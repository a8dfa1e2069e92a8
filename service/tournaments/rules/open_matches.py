"""Hold which matches of a tournament have something left to do, so that no step looks at all the others."""

from service.tournaments.rules.events import AnyEvent, Cancelled, Opened, Paired, TakenBack
from service.tournaments.rules.match_events import RulingWithdrawn
from service.tournaments.rules.state import Tournament, open_tables, open_tables_of


def apply_to_open_matches(tournament: Tournament, event: AnyEvent) -> None:
    """Update the open matches, and the rounds whose games may not all exist, in place, after the event was applied."""
    _note_uncreated(tournament, event)
    match event:
        case Cancelled():
            tournament.open_tables = open_tables_of(tournament.rounds)
        case Paired():
            tournament.open_tables[event.round] = open_tables(tournament.round(event.round))
        case TakenBack():
            tournament.open_tables.pop(event.round, None)
        case _:
            _look_again(tournament, getattr(event, "round", 0), getattr(event, "table", 0))


def _look_again(tournament: Tournament, number: int, table: int) -> None:
    """Look again at a round or match that an event may have changed; it may be of a round that was taken back."""
    if not 1 <= number <= len(tournament.rounds) or tournament.status == "cancelled":
        return
    played, tables = tournament.round(number), tournament.open_tables.setdefault(number, set())
    for each in played.tables[table - 1 : table] if table else ():
        (tables.discard if each.is_settled else tables.add)(table)
    if played.opened and not tables:
        del tournament.open_tables[number]


def _note_uncreated(tournament: Tournament, event: AnyEvent) -> None:
    if isinstance(event, Paired) or (isinstance(event, RulingWithdrawn) and event.replays):
        tournament.uncreated.setdefault(event.round, event.number - 1)
    elif isinstance(event, Opened | TakenBack):
        tournament.uncreated.pop(event.round, None)
