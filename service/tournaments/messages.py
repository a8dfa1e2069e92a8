"""Notify players of tournament events, in their feeds and by webhooks.

The notifications follow from the log, and the store counts those already sent. Any process can therefore continue after
a crash.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from service.installation.after_commit import follow_up
from service.installation.installation import Installation
from service.resources.base import shown
from service.store import StoredNotice, TargetTerms
from service.tournaments.log import LoadedTournament
from service.tournaments.reports import OF_A_GAME, OF_A_MATCH, OF_ONE, Reports, match_of, report
from service.tournaments.resources.messages import TournamentMessage
from service.tournaments.resources.messages import TournamentNotice as TournamentData
from service.tournaments.rules import entrant_events, events, match_events
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.hidden_results import concealed, hidden_games
from service.tournaments.rules.limits import MOST_TABLE
from service.tournaments.rules.lineup_events import LineupClosesSoon, LineupSet
from service.tournaments.rules.lineups import reminded
from service.tournaments.rules.staff_events import StaffChanged
from service.tournaments.rules.standings import standings
from service.tournaments.rules.state import Entrant, Tournament
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.vacation_events import VacationSet
from service.tournaments.store.notices import TournamentNotice
from service.tournaments.store.tournament_players import is_player
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.time_slices import TimeSlice, time_slice
from service.webhooks import webhooks
from service.webhooks.notification_texts import Notification, text
from service.webhooks.webhooks import Message

OF_A_ROUND = events.Opened | events.RoundEndsSoon | events.TakenBack
OF_LINEUPS = LineupSet | LineupClosesSoon
SILENT = (
    entrant_events.CheckedIn
    | events.StageBegan
    | events.Paired
    | match_events.Stopped
    | match_events.GameOpened
    | match_events.SeatChosen
)
"""Events without messages. Every other event is named in `TournamentEventType`."""
OF_FEW = OF_ONE | OF_A_MATCH | OF_LINEUPS | StaffChanged | events.RoundEndsSoon
"""Events about a few entrants; the organiser gets them by webhook only."""
_TEXTS: Mapping[type[events.AnyEvent], tuple[str, str]] = {
    events.RoundEndsSoon: ("round_ends_soon", "tournament_ends_soon"),
    LineupClosesSoon: ("lineup", "tournament_lineup"),
}
"""The texts of notifications without and with the name of the tournament, if the event is not the start of a round."""
AT_ONCE = 100
"""Recipients whose feeds are written in one batch."""


class _Pending(NamedTuple):
    """A log entry to send to one recipient."""

    event: events.AnyEvent
    number: int
    """Position of the recipient among all recipients of this entry, from 1."""
    owner: str
    """Owner of webhooks: the tournament or a player."""
    in_feed: bool
    """Whether the entry is also added to the player's feed."""


def send_pending(installation: Installation, running: LoadedTournament, allowed: TimeSlice) -> bool:
    """Send pending notifications durably until the time slice ends; return whether all are sent.

    Raises one of OUTAGES.
    """
    store, (entries, recipients) = (
        tournaments_in(installation.store),
        tournaments_in(installation.store).sent(running.name),
    )
    if entries >= len(running.log):
        return True
    missing = [*_pending(running, entries, recipients)]
    reports = Reports(running, installation.settings.public_url)
    for first in range(0, len(missing), AT_ONCE):
        sent = _send(installation, reports, missing[first : first + AT_ONCE], allowed)
        last = missing[first + sent - 1]
        if allowed.is_over and last is not missing[-1]:
            store.note_sent(running.name, last.event.number - 1, last.number)
            return False
    store.note_sent(running.name, len(running.log))
    return True


def send_soon(installation: Installation, running: LoadedTournament) -> None:
    """Send pending notifications for one time slice; the sweeper sends the rest, also after an error."""
    with follow_up("notices", running.name):
        if not send_pending(installation, running, time_slice(installation.sources.elapsed)):
            tournaments_in(installation.store).due.bring_forward(running.name, installation.sources.now().timestamp())


def _pending(running: LoadedTournament, entries: int, recipients: int) -> Iterator[_Pending]:
    """List pending notifications in order.

    The first `entries` log entries have been sent to all recipients, and the next one to the first `recipients`.
    """
    for event in running.log[entries:]:
        had = recipients if event.number == entries + 1 else 0
        if not _is_silent(event):
            for number, (owner, in_feed) in enumerate(_recipients(running, event), 1):
                if owner and number > had:
                    yield _Pending(event, number, owner, in_feed)


def _is_silent(event: events.AnyEvent) -> bool:
    """Whether an entry has no messages, such as a line-up by a captain: the opponents must not learn of it."""
    return isinstance(event, SILENT) or (isinstance(event, LineupSet) and event.by != "")


def _recipients(running: LoadedTournament, event: events.AnyEvent) -> Iterator[tuple[str, bool]]:
    """List the recipients of an entry, as owners of webhooks, and whether it is added to their feeds.

    The order never changes: new entrants are added at the end. An empty string stands for a recipient without messages.
    """
    entrants, organiser = running.tournament.entrants, running.header.organiser
    yield running.name, False
    if isinstance(event, ClaimStepAdded):
        yield from ((player, True) for player in _concerned(running, event))
        return
    at_table = _challenged(running.tournament, event)
    yield _player(organiser), not (isinstance(event, OF_FEW) or at_table)
    if isinstance(event, OF_ONE):
        entrant = entrants[event.entrant]
        yield from ((_player(each), True) for each in (entrant.entered.player, *_replaced(entrant, event)))
        opponents = _opponents(running.tournament, event) if isinstance(event, VacationSet) else set()
        if isinstance(event, VacationSet):
            yield from ((_player(each.entered.player) if each.number in opponents else "", True) for each in entrants)
    elif isinstance(event, StaffChanged):
        yield _player(event.player), True
    elif isinstance(event, match_events.Finished):
        return  # players get a notice of the game itself
    elif isinstance(event, OF_A_MATCH):
        yield from ((player, True) for player in _at_table(running.tournament, event))
    elif at_table:
        yield from ((_player(entrants[each].entered.player), True) for each in at_table)
    else:
        reached = _reached(running.tournament, event)
        for each in entrants:
            is_reached = not each.withdrawn and (reached is None or each.number in reached)
            yield _player(each.entered.player) if is_reached else "", True


def _reached(tournament: Tournament, event: events.AnyEvent) -> set[int] | None:
    """Return the entrants with a notice of an entry about some of them; None if it is about all."""
    if isinstance(event, OF_LINEUPS):
        return reminded(tournament, event)
    return _in_open_matches(tournament, event) if isinstance(event, events.RoundEndsSoon) else None


def _in_open_matches(tournament: Tournament, event: events.RoundEndsSoon) -> set[int]:
    """Return the entrants whose matches in a round are open; none if the round was taken back since."""
    tables = (table for each in tournament.rounds[event.round - 1 : event.round] for table in each.tables)
    return {entrant for table in tables if not table.is_closed for entrant in table.entrants}


def _opponents(tournament: Tournament, event: VacationSet) -> set[int]:
    """Return the entrants who meet the one of a vacation in open matches."""
    tables = (table for each in tournament.rounds for table in each.tables if not table.is_closed)
    found = {other for table in tables if event.entrant in table.entrants for other in table.entrants}
    return found - {event.entrant}


def _challenged(tournament: Tournament, event: events.AnyEvent) -> tuple[int, ...]:
    """Return the entrants of the challenge that an entry opens or takes back; empty for other entries."""
    if not isinstance(event, OF_A_ROUND):
        return ()
    played = tournament.round_at(event.round, event.number)
    return () if played.challenger is UNSET else played.tables[0].entrants


def _replaced(entrant: Entrant, event: events.AnyEvent) -> tuple[str, ...]:
    """Return the player whom a substitute replaces, of an event of this; none of another one."""
    return entrant.former[-1:] if isinstance(event, entrant_events.Substituted) else ()


def _concerned(running: LoadedTournament, step: ClaimStepAdded) -> Iterator[str]:
    """List the players with a notice of a step of a claim: the entrants of the match, the organiser and the referees.

    Each player is listed once, and not the one who added the step.
    """
    tournament, had = running.tournament, {step.by}
    entrants = (tournament.entrants[each].entered.player for each in tournament.claims[step.claim - 1].entrants)
    named = (each for each in running.log[: step.number] if isinstance(each, StaffChanged))
    referees = {each.player: each.right in ("organise", "referee") for each in named}
    for player in (*entrants, running.header.organiser, *(each for each, decides in referees.items() if decides)):
        yield "" if player in had else _player(player)
        had.add(player)


def _player(named: str) -> str:
    """Return the id of an existing player; an empty string for AI levels and deleted players."""
    return named if is_player(named) else ""


def _send(installation: Installation, reports: Reports, batch: Sequence[_Pending], allowed: TimeSlice) -> int:
    """Send entries to a batch of recipients: all feeds at once, then webhooks until the time slice ends.

    Returns the number of recipients served completely; at least 1.
    """
    running = reports.running
    notices: dict[str, list[StoredNotice]] = {}
    for each in batch:
        if each.in_feed:
            notices.setdefault(each.owner, []).append(_notice(running, each.event))
    installation.store.feeds.append_durably(notices, installation.sources.now().timestamp())
    owners = [*dict.fromkeys(each.owner for each in batch)]
    hooks = dict(zip(owners, installation.store.webhooks.of_owners(owners), strict=True))
    for number, each in enumerate(batch, 1):
        is_organiser = each.owner == running.header.organiser  # only then does the scope `created` cover it
        wanting = [hook for hook in hooks[each.owner] if hook.scope == "seats" or is_organiser]
        if wanting:
            webhooks.publish(installation, each.owner, wanting, _message(reports, each.event, each.owner))
            if allowed.is_over:
                return number
    return len(batch)


def _notice(running: LoadedTournament, event: events.AnyEvent) -> TournamentNotice:
    return TournamentNotice(
        "tournament",
        event.at,
        "",
        running.tournament.plan.ruleset,
        event.number,
        0,
        tournament=running.name,
        tournament_event=_name(event),
        entrant=event.entrant if isinstance(event, OF_ONE) else UNSET,
        round=event.round if isinstance(event, OF_A_MATCH | OF_A_ROUND | OF_LINEUPS | ClaimStepAdded) else UNSET,
        table=event.table if isinstance(event, OF_A_MATCH | ClaimStepAdded) else UNSET,
        game=event.game if isinstance(event, OF_A_GAME) else UNSET,
        entrants=_entrants(running.tournament, event),
        ranks=_ranks(running.tournament, event),
        organiser_reason=event.reason if event.by and event.reason else UNSET,
    )


def _name(event: events.AnyEvent) -> str:
    """Return the `tournament_event` of an entry."""
    if isinstance(event, ClaimStepAdded):
        return f"claim_{event.step}"
    if isinstance(event, VacationSet):
        return "vacation" if event.until else "vacation_ended"
    return "game_ended" if isinstance(event, match_events.Finished) else str(event.__struct_config__.tag)


def _entrants(tournament: Tournament, event: events.AnyEvent) -> tuple[int, ...] | UnsetType:
    """Return the entrants of the match of an entry, or the winners of the tournament; UNSET for other entries."""
    if isinstance(event, ClaimStepAdded):
        return tournament.claims[event.claim - 1].entrants
    if isinstance(event, events.Ended):
        return _winners(tournament)
    match = match_of(event, tournament, tournament) if isinstance(event, OF_A_MATCH) else None
    return match.entrants if match else UNSET


def _winners(tournament: Tournament) -> tuple[int, ...]:
    """Return the entrants who share the first place; where teams meet, the first members of the winning teams."""
    if not has_team_matches(tournament.plan):
        return tuple(each.entrant for each in standings(tournament) if each.place == 1)
    best = [each.members for each in team_standings(tournament) if each.place == 1]
    return tuple(member for members in best for member in members)[:MOST_TABLE]


def _ranks(tournament: Tournament, event: events.AnyEvent) -> tuple[int, ...] | UnsetType:
    """Return the result of a game or a ruling; UNSET while the result is hidden, and for other entries."""
    if isinstance(event, match_events.Finished):
        return concealed(event, hidden_games(tournament)).ranks or UNSET
    return event.ranks if isinstance(event, match_events.Ruled) else UNSET


def _at_table(tournament: Tournament, event: OF_A_MATCH) -> Iterator[str]:
    """List the players of the match of an entry."""
    match = match_of(event, tournament, tournament)
    for each in match.entrants if match else ():
        yield _player(tournament.entrants[each].entered.player)


def _message(reports: Reports, event: events.AnyEvent, owner: str) -> Message:
    """Return the webhook message of an entry to an owner; its id is the same on every retry."""
    running = reports.running
    notice, added = _notice(running, event), report(reports, event, owner)
    data = shown(
        notice,
        TournamentData,
        table=added.own.number if added.own else notice.table,
        entrants=added.own.entrants if added.own else notice.entrants,
        name=added.name,
        standings=added.standings,
        team_match=added.team_match,
        teams=added.teams,
        game_ids=added.game_ids,
        link=added.link,
    )
    return Message(f"{running.name} {event.number}", TournamentMessage(event.at, data), partial(_text, running, event))


def _text(running: LoadedTournament, event: events.AnyEvent, terms: TargetTerms) -> Notification:
    """Return the notification of a round or of line-ups. The subject of a mail names no tournament."""
    number = event.round if isinstance(event, OF_A_ROUND | LineupClosesSoon) else 0
    short, long = _TEXTS.get(type(event), ("round", "tournament"))
    name = running.tournament.plan.name
    if terms.kind == "email":
        title, body = text(terms.language, short, round=number), name
    else:
        title, body = text(terms.language, long, round=number, tournament=name), ""
    return Notification(title, body, f"/#/tournament/{running.name}", running.name)
