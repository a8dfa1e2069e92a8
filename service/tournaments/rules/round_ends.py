"""Say until when the rounds of a tournament are open; pauses move these times."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import UNSET

from service.tournaments.rules import events, plan_events
from service.tournaments.rules.state import Round, Tournament

LATEST_REMINDER = timedelta(hours=24)
"""How long before the end of a round its players are reminded; in a short round after three quarters of it."""
SHARES = 4


def open_until(tournament: Tournament, number: int) -> datetime | None:
    """Return until when a round is open, whether it exists or not; None without a time.

    A round that started after this time has none: its games could not be finished.
    """
    ends = tournament.plan.round_ends or ()
    if number > len(ends):
        return None
    end = datetime.fromisoformat(ends[number - 1]) + tournament.ends_moved
    opened = [each.opened_at for each in tournament.rounds[number - 1 : number] if each.opened_at]
    return None if opened and end <= datetime.fromisoformat(opened[0]) else end


def timed_rounds(tournament: Tournament) -> Iterator[tuple[Round, datetime]]:
    """List the rounds of a running tournament that are open until a time, with this time."""
    for played in tournament.open_rounds if tournament.status == "running" else ():
        end = open_until(tournament, played.number)
        if end is not None and played.opened and not played.is_closed:
            yield played, end


def remind_at(played: Round, end: datetime) -> datetime:
    """Return when the players of an open round are reminded of its end."""
    return end - min(LATEST_REMINDER, (end - datetime.fromisoformat(played.opened_at)) / SHARES)


def apply_to_ends(tournament: Tournament, event: events.AnyEvent) -> None:
    """Note a reminder, or move the ends of the rounds by the time of a pause, in place, before the event is applied.

    New times in the plan hold as they are stated, from then on.
    """
    if isinstance(event, events.RoundEndsSoon):
        tournament.round(event.round).reminded = event.until
    elif isinstance(event, plan_events.Changed | events.Resumed | events.Paused | events.TakenBack):
        _move(tournament, event)


def _move(
    tournament: Tournament, event: plan_events.Changed | events.Resumed | events.Paused | events.TakenBack
) -> None:
    at, is_held = datetime.fromisoformat(event.at), tournament.held_since is not None
    if isinstance(event, plan_events.Changed) and event.change.round_ends is not UNSET:
        tournament.ends_moved, tournament.held_since = timedelta(), at if is_held else None
    elif isinstance(event, events.Resumed) and tournament.held_since is not None:
        tournament.ends_moved += max(timedelta(), at - tournament.held_since)
        tournament.held_since = None
    elif tournament.has_started and not is_held and _pauses(event):
        tournament.held_since = at


def _pauses(event: events.AnyEvent) -> bool:
    return isinstance(event, events.Paused) or (isinstance(event, events.TakenBack) and not event.corrected)
