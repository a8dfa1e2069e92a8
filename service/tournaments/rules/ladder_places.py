"""Hold the places of a ladder while its events are applied, so that a result moves them without all earlier results."""

from service.tournaments.rules import entrant_events, events, plan_events
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats import ladder, ladder_ratings
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.state import Places, Tournament

_CHANGES_ALL = plan_events.Changed | events.TakenBack | events.Cancelled


def has_closed_match(tournament: Tournament, event: events.AnyEvent) -> bool:
    """Whether an event is about a match of a ladder that has a result."""
    table = None if tournament.places is None else match_of(tournament, event)
    return table is not None and table.is_closed


def apply_to_places(tournament: Tournament, event: events.AnyEvent, *, was_closed: bool) -> None:
    """Update the places of a ladder in place, after the event was applied.

    `was_closed`: whether the event is about a match that had a result before. A changed result, and a newcomer after a
    return, can move all: the places are then computed from the results when they are next needed.
    """
    if isinstance(event, events.StageBegan) and traits_of(tournament.stage).by_challenge:
        tournament.places = ladder.computed_places(tournament)
    if tournament.places is None:
        return
    if was_closed or isinstance(event, _CHANGES_ALL):
        tournament.places = None
    elif isinstance(event, entrant_events.Entered | entrant_events.Reentered):
        tournament.places = _joined(tournament, tournament.places, event)
    else:
        tournament.places = _after_result(tournament, tournament.places, event)


def _joined(
    tournament: Tournament, places: Places, event: entrant_events.Entered | entrant_events.Reentered
) -> Places | None:
    if places.ratings:
        return None
    if isinstance(event, entrant_events.Reentered) and event.entrant in places.now:
        return ladder.moved(places, event.entrant, None)
    if any(each.returned for each in tournament.entrants):
        return None
    return Places([*places.before, event.entrant], [*places.now, event.entrant])


def _after_result(tournament: Tournament, places: Places, event: events.AnyEvent) -> Places | None:
    """Return the places after an event about a match without a result, which the event may have decided."""
    table = match_of(tournament, event)
    if table is None or not table.is_closed:
        return places
    if ladder.decided_by(table).number != event.number:
        return None
    if places.ratings:
        return ladder_ratings.rated(tournament, places, table)
    step = ladder.step_of(tournament, tournament.round(getattr(event, "round", 0)), table)
    return places if step is None else ladder.moved(places, *step)


def match_of(tournament: Tournament, event: events.AnyEvent) -> MatchTable | None:
    """Return the match of an event; None if there is none."""
    number, table = getattr(event, "round", 0), getattr(event, "table", 0)
    if not 1 <= number <= len(tournament.rounds):
        return None
    tables = tournament.rounds[number - 1].tables
    return tables[table - 1] if 1 <= table <= len(tables) else None
