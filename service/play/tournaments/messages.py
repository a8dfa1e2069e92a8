"""What players are told of a tournament: in their feeds, and by webhooks.

What is owed follows from the log, and how much of it has been told is kept: so whoever drives a tournament tells the
rest, however the last one came to stop.
"""

import logging
from collections.abc import Mapping, Sequence

from service.play import webhooks
from service.play.bottega import Bottega
from service.play.tournaments.log import Running
from service.play.webhooks import Message
from service.runtime.sparse_log import warn_sparsely
from service.store import OUTAGES, Notice
from service.store.feeds import Happened
from service.store.tournament_people import is_player
from service.tournament.events import (
    AnyEvent,
    Cancelled,
    Changed,
    Disqualified,
    Ended,
    Entered,
    Opened,
    Paused,
    Penalised,
    Postponed,
    Reentered,
    Resumed,
    Ruled,
    RulingWithdrawn,
    Started,
    TakenBack,
    Withdrew,
)
from service.tournament.state import Tournament

logger = logging.getLogger(__name__)

_HAPPENED: Mapping[type[AnyEvent], Happened] = {
    Entered: "entered",
    Withdrew: "withdrew",
    Reentered: "reentered",
    Disqualified: "disqualified",
    Penalised: "penalised",
    Changed: "changed",
    Postponed: "postponed",
    Ruled: "ruled",
    RulingWithdrawn: "ruling_withdrawn",
    TakenBack: "taken_back",
    Started: "started",
    Opened: "opened",
    Paused: "paused",
    Resumed: "resumed",
    Cancelled: "cancelled",
    Ended: "ended",
}


def tell_owed(bottega: Bottega, running: Running) -> None:
    """Tell all that has not been told yet, as durably as is promised. Raises one of OUTAGES."""
    told = bottega.store.tournaments.told(running.name)
    if told >= len(running.log):
        return
    owed = [event for event in running.log[told:] if type(event) in _HAPPENED]
    now = bottega.sources.now().timestamp()
    for player, notices in _by_player(running, owed).items():
        bottega.store.feeds.tell_durably({player: notices}, now)
    for event in owed:
        _publish(bottega, running, event)
    bottega.store.tournaments.note_told(running.name, len(running.log))


def tell_soon(bottega: Bottega, running: Running) -> None:
    """Do the same; if Redis cannot take it, whoever drives the tournament next will."""
    try:
        tell_owed(bottega, running)
    except OUTAGES as error:
        warn_sparsely(logger, "players of tournament %s are told later: %s", running.name, error)


def _by_player(running: Running, owed: Sequence[AnyEvent]) -> Mapping[str, Sequence[Notice]]:
    """Put together what each player is told, in order."""
    told: dict[str, list[Notice]] = {}
    for event in owed:
        for player in _concerned(running, event):
            told.setdefault(player, []).append(_notice(running, event))
    return told


def _notice(running: Running, event: AnyEvent) -> Notice:
    """Write what a player is told of an entry of the log."""
    played = event.round if isinstance(event, Opened | Ruled | RulingWithdrawn | TakenBack) else None
    return Notice(
        "tournament",
        event.at,
        "",
        running.tournament.plan.ruleset,
        event.number,
        0,
        tournament=running.name,
        happened=_HAPPENED[type(event)],
        round=played,
    )


def _concerned(running: Running, event: AnyEvent) -> Sequence[str]:
    """List the players whom an entry concerns: the one who enters or withdraws, or all, and the organiser."""
    entrants = running.tournament.entrants
    if isinstance(event, Entered | Withdrew | Reentered | Disqualified | Penalised):
        return [*filter(is_player, [entrants[event.entrant].entered.player])]
    if isinstance(event, Ruled | RulingWithdrawn):
        return _at_table(running.tournament, event)
    players = [each.entered.player for each in entrants if not each.withdrawn]
    return [*dict.fromkeys(filter(is_player, [*players, running.founded.organiser]))]


def _at_table(tournament: Tournament, event: Ruled | RulingWithdrawn) -> Sequence[str]:
    """List the players of a match."""
    seated = tournament.round(event.round).tables[event.table - 1].entrants
    return [*filter(is_player, [tournament.entrants[each].entered.player for each in seated])]


def _publish(bottega: Bottega, running: Running, event: AnyEvent) -> None:
    """Have an entry sent to the webhooks of the tournament, of those whom it concerns, and of its organiser."""
    organiser = running.founded.organiser
    owners = sorted({running.name, *filter(is_player, [organiser]), *_concerned(running, event)})
    for owner, kept in zip(owners, bottega.store.webhooks.of_each(owners), strict=True):
        wanting = [each for each in kept if each.of == "seats" or owner == organiser]
        if wanting:
            webhooks.publish(bottega, owner, wanting, _message(running, event))


def _message(running: Running, event: AnyEvent) -> Message:
    """Write an entry as it is sent; its id is the same whenever it is told."""
    shown = {name: value for name, value in _notice(running, event).shown.items() if name not in ("type", "at")}
    return Message(f"{running.name} {event.number}", "tournament", event.at, shown)
