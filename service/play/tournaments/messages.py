"""What players are told of a tournament: in their feeds, and by webhooks.

What is owed follows from the log, and how much of it has been told is kept: so whoever drives a tournament tells the
rest, however the last one came to stop.
"""

import logging
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from service.play import webhooks
from service.play.bottega import Bottega
from service.play.tournaments.log import LoadedTournament
from service.play.tournaments.time_slices import TimeSlice, portion
from service.play.webhooks import Message
from service.runtime.throttled_log import warn_sparsely
from service.store import OUTAGES, Notice
from service.store.feeds import TournamentEventKind
from service.store.tournament_players import is_player
from service.tournament.events import (
    AnyEvent,
    Cancelled,
    Changed,
    Disqualified,
    Ended,
    Entered,
    Finished,
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
from service.tournament.standings import standings
from service.tournament.state import Tournament

OF_ONE = (Entered, Withdrew, Reentered, Disqualified, Penalised)
"""Entries that concern one entrant."""
OF_FEW = (*OF_ONE, Ruled, RulingWithdrawn, Finished)
"""Entries that concern few entrants, and the organiser only as the owner of webhooks."""
AT_ONCE = 100
"""Recipients whose feeds are written together."""

logger = logging.getLogger(__name__)

_HAPPENED: Mapping[type[AnyEvent], TournamentEventKind] = {
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
    Finished: "game_ended",
}
TOLD = ("entrant", "round", "table", "game", "ranks")
"""The fields of an entry that are sent with it, as far as it has them."""


class _Owed(NamedTuple):
    """An entry of the log that is to be sent to somebody."""

    event: AnyEvent
    number: int
    """Of the recipient among all of this entry, from 1."""
    owner: str
    """Of webhooks: the tournament or a player."""
    in_feed: bool
    """Whether it is put into the player's feed as well."""


def tell_owed(bottega: Bottega, running: LoadedTournament, allowed: TimeSlice) -> bool:
    """Send what has not been sent yet, as durably as is promised, until the portion is over; whether all is sent.

    Raises one of OUTAGES.
    """
    store, (entries, recipients) = bottega.store.tournaments, bottega.store.tournaments.sent(running.name)
    if entries >= len(running.log):
        return True
    owed = [*_owed(running, entries, recipients)]
    for first in range(0, len(owed), AT_ONCE):
        sent = _send(bottega, running, owed[first : first + AT_ONCE], allowed)
        last = owed[first + sent - 1]
        if allowed.is_over and last is not owed[-1]:
            store.note_sent(running.name, last.event.number - 1, last.number)
            return False
    store.note_sent(running.name, len(running.log))
    return True


def tell_soon(bottega: Bottega, running: LoadedTournament) -> None:
    """Send a portion of the same; the sweeper sends the rest, also when Redis cannot take it now."""
    try:
        if not tell_owed(bottega, running, portion()):
            bottega.store.tournaments.due.bring_forward(running.name, bottega.sources.now().timestamp())
    except OUTAGES as error:
        warn_sparsely(logger, "players of tournament %s are told later: %s", running.name, error)


def _owed(running: LoadedTournament, entries: int, recipients: int) -> Iterator[_Owed]:
    """List in order which entry is still to be sent to whom.

    So many `entries` have been sent to all, and the next one to so many `recipients`.
    """
    for event in running.log[entries:]:
        had = recipients if event.number == entries + 1 else 0
        if type(event) in _HAPPENED:
            for number, (owner, in_feed) in enumerate(_recipients(running, event), 1):
                if owner and number > had:
                    yield _Owed(event, number, owner, in_feed)


def _recipients(running: LoadedTournament, event: AnyEvent) -> Iterator[tuple[str, bool]]:
    """List the owners of webhooks whom an entry concerns, and whether it is put into their feeds, too.

    Their order never changes: only new entrants are added, at the end. An empty string stands for somebody to whom
    nothing is sent.
    """
    entrants, organiser = running.tournament.entrants, running.founded.organiser
    yield running.name, False
    yield _player(organiser), not isinstance(event, OF_FEW)
    if isinstance(event, OF_ONE):
        yield _player(entrants[event.entrant].entered.player), True
    elif isinstance(event, Finished):
        return  # its players have notices of the game
    elif isinstance(event, Ruled | RulingWithdrawn):
        yield from ((player, True) for player in _at_table(running.tournament, event))
    else:
        yield from (("" if each.withdrawn else _player(each.entered.player), True) for each in entrants)


def _player(named: str) -> str:
    """Return the id of a player who exists; an empty string for AI levels and deleted players."""
    return named if is_player(named) else ""


def _send(bottega: Bottega, running: LoadedTournament, batch: Sequence[_Owed], allowed: TimeSlice) -> int:
    """Send entries to a few recipients: feeds all at once, then webhooks until the portion is over.

    Returns how many recipients have all of it; one at least.
    """
    told: dict[str, list[Notice]] = {}
    for each in batch:
        if each.in_feed:
            told.setdefault(each.owner, []).append(_notice(running, each.event))
    bottega.store.feeds.append_durably(told, bottega.sources.now().timestamp())
    owners = [*dict.fromkeys(each.owner for each in batch)]
    hooks = dict(zip(owners, bottega.store.webhooks.of_owners(owners), strict=True))
    for number, each in enumerate(batch, 1):
        wanting = [
            hook for hook in hooks[each.owner] if hook.scope == "seats" or each.owner == running.founded.organiser
        ]
        if wanting:
            webhooks.publish(bottega, each.owner, wanting, _message(running, each.event))
            if allowed.is_over:
                return number
    return len(batch)


def _notice(running: LoadedTournament, event: AnyEvent) -> Notice:
    """Write what a player is told of an entry of the log."""
    return Notice(
        "tournament",
        event.at,
        "",
        running.tournament.plan.ruleset,
        event.number,
        0,
        tournament=running.name,
        tournament_event=_HAPPENED[type(event)],
        entrants=_entrants(running.tournament, event),
        **{name: getattr(event, name) for name in TOLD if getattr(event, name, None) not in (None, ())},
    )


def _entrants(tournament: Tournament, event: AnyEvent) -> tuple[int, ...] | None:
    """List the entrants of the match that an entry is about, or the winner of the tournament; None for others."""
    if isinstance(event, Ended):
        return tuple(each.entrant for each in standings(tournament)[:1])
    if isinstance(event, Finished | Ruled | RulingWithdrawn) and event.round <= len(tournament.rounds):
        return tournament.round(event.round).tables[event.table - 1].entrants
    return None


def _at_table(tournament: Tournament, event: Ruled | RulingWithdrawn) -> Iterator[str]:
    """List the players of a match, unless its round has been taken back since."""
    if event.round <= len(tournament.rounds):
        for each in tournament.round(event.round).tables[event.table - 1].entrants:
            yield _player(tournament.entrants[each].entered.player)


def _message(running: LoadedTournament, event: AnyEvent) -> Message:
    """Write an entry as it is sent; its id is the same whenever it is told."""
    shown = {name: value for name, value in _notice(running, event).shown.items() if name not in ("type", "at")}
    return Message(f"{running.name} {event.number}", "tournament", event.at, shown)
