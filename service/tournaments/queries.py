"""Read tournaments in wire form, as far as they are visible to the caller."""

from collections.abc import Callable, Iterator
from itertools import islice

from msgspec import UNSET, UnsetType

from domain import record as records
from service import problems
from service.game.game import game_of
from service.installation.installation import Installation
from service.players.callers import Caller
from service.reading import game_index
from service.tournaments import challenges, charts, lineups, presenters, round_presenters, staff, team_presenters
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_visible, may
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import tag_of_plan, terms_of
from service.tournaments.resources.entrants import EntrantList
from service.tournaments.resources.rounds import Round, RoundList
from service.tournaments.resources.standings import Bracket, BracketQuery, Crosstable, Standings, StandingsQuery
from service.tournaments.resources.tournament_events import TournamentEventPage
from service.tournaments.resources.tournaments import (
    TOURNAMENTS,
    Tournament,
    TournamentPage,
    TournamentQuery,
    TournamentSummary,
)
from service.tournaments.rules import bracket as brackets
from service.tournaments.rules import bracket_ahead_image, bracket_image, crosstable_image, exports, report_file, state
from service.tournaments.rules import crosstable as crosstables
from service.tournaments.rules import record as written
from service.tournaments.rules.standings import places_before
from service.tournaments.rules.standings import standings as order
from service.tournaments.rules.summary import TournamentProgress
from service.tournaments.rules.team_matches import has_team_matches
from service.tournaments.rules.team_pairing import ranked_teams
from service.tournaments.rules.team_standings import team_standings
from service.tournaments.rules.types import CLOSED
from service.tournaments.seating import slots
from service.tournaments.store.guests import guests_in
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.visible import load_visible

MOST_EXAMINED = 200
"""The maximum number of tournaments that one request reads, whether they match or not."""
AT_ONCE = 20
"""List entries read in one round trip."""


def tagged(installation: Installation, name: str, caller: Caller | None) -> tuple[Tournament, str]:
    """Return a tournament and the entity tag of its plan.

    Raises TournamentNotFound, like all functions here, also for a private tournament of other players.
    """
    running = _load(installation, name, caller)
    opponents = challenges.possible(installation, running, caller)
    shown = presenters.shown(staff.with_names(installation, running), caller, opponents)
    return shown, tag_of_plan(running.tournament)


def check_seen(installation: Installation, name: str, caller: Caller) -> None:
    """Raise TournamentNotFound for a tournament that the caller cannot see."""
    _load(installation, name, caller)


def page(installation: Installation, query: TournamentQuery, caller: Caller | None) -> TournamentPage:
    """Return a page of public tournaments, or of those that the caller organises as organiser or staff, newest first.

    A page ends after reading MOST_EXAMINED tournaments. Raises TokenRequired.
    """
    if query.mine and caller is None:
        raise problems.TokenRequired("Send a player key to list your own tournaments.")
    is_own = _own(installation, caller if query.mine else None)
    found: list[TournamentSummary] = []
    reached = game_index.position(query.cursor) if query.cursor else None
    looked_at = 0
    for number, read in islice(_newest(installation, reached), MOST_EXAMINED):
        looked_at, reached = looked_at + 1, number
        if read is not None and _is_listed(*read, query) and (not query.mine or is_own(read[0])):
            found.append(presenters.listed(*read))
        if len(found) == query.limit:
            break
    more = looked_at and tournaments_in(installation.store).page(reached, 1)
    return TournamentPage(tuple(found), game_index.cursor(TOURNAMENTS, reached or 0) if more else UNSET)


def entrants(installation: Installation, name: str, caller: Caller | None) -> EntrantList:
    """Return all entrants, withdrawn ones included; with the PINs of guests for a caller who may add them."""
    running = _load(installation, name, caller)
    found = running.tournament.entrants
    pins = guests_in(installation.store).of(name) if may(running, caller, "addEntrants") else {}
    listed = tuple(presenters.entrant(each, pins) for each in found)
    return EntrantList(name, running.tournament.version, listed, lineups.open_to(running, caller))


def rounds(installation: Installation, name: str, caller: Caller | None) -> RoundList:
    """Return all rounds."""
    running = _load(installation, name, caller)
    found = running.tournament.rounds
    return RoundList(
        name, running.tournament.version, tuple(round_presenters.played_round(running, each) for each in found)
    )


def one_round(installation: Installation, name: str, caller: Caller | None, number: int) -> Round:
    """Return a round; raises RoundNotFound."""
    running = _load(installation, name, caller)
    found = running.tournament.rounds
    if not 1 <= number <= len(found):
        raise tournament_problems.RoundNotFound("The tournament has not reached round {round}.", {"round": number})
    return round_presenters.played_round(running, found[number - 1])


def standings(installation: Installation, name: str, caller: Caller | None, requested: StandingsQuery) -> Standings:
    """Return the standings of a group, a stage, or the whole tournament; raises StageNotFound."""
    running, stage = _load_stage(installation, name, caller, requested)
    tournament, before = running.tournament, places_before(running.tournament)
    is_whole = requested.group is UNSET or has_team_matches(tournament.plan)
    listed = order(tournament, stage, requested.group)
    teams = team_standings(tournament, stage, requested.group) if is_whole else ()
    return Standings(
        tournament=name,
        version=running.tournament.version,
        status=running.tournament.status,
        stage=stage,
        group=requested.group,
        standings=tuple(presenters.standing(running, each, before.get(each.entrant)) for each in listed),
        teams=tuple(map(team_presenters.team_standing, teams)),
    )


def standings_csv(installation: Installation, name: str, caller: Caller | None, requested: StandingsQuery) -> str:
    """Return the standings as CSV; raises StageNotFound."""
    running, stage = _load_stage(installation, name, caller, requested)
    return exports.to_csv(running.tournament, order(running.tournament, stage, requested.group))


def standings_trf(installation: Installation, name: str, caller: Caller | None, requested: StandingsQuery) -> str:
    """Return a group of a Swiss of pairs (default: the first) as TRF; raises StageNotFound and NotSwissPairs."""
    running, stage = _load_stage(installation, name, caller, requested)
    try:
        return report_file.to_trf(running.tournament, stage or 0, requested.group or 0)
    except report_file.NotSwissPairs:
        raise tournament_problems.NotSwissPairs(
            "Choose a stage that has started and is played as a Swiss with `table_size` 2."
        ) from None


def crosstable(installation: Installation, name: str, caller: Caller | None, requested: StandingsQuery) -> Crosstable:
    """Return the crosstable of a stage (default: the latest); raises StageNotFound."""
    running, stage = _load_stage(installation, name, caller, requested)
    return charts.crosstable(running, crosstables.crosstable(running.tournament, stage, requested.group))


def crosstable_svg(installation: Installation, name: str, caller: Caller | None, requested: StandingsQuery) -> str:
    """Return the crosstable of a stage as SVG; raises StageNotFound."""
    running, stage = _load_stage(installation, name, caller, requested)
    return crosstable_image.draw(running.tournament, crosstables.crosstable(running.tournament, stage, requested.group))


def bracket(installation: Installation, name: str, caller: Caller | None, requested: BracketQuery) -> Bracket:
    """Return the bracket of a stage (default: the current or next knock-out); raises StageNotFound and NoBracket."""
    running, drawn, laid = _laid_out(installation, name, caller, requested)
    return team_presenters.bracket(running.tournament, charts.bracket(running, drawn, laid))


def bracket_svg(installation: Installation, name: str, caller: Caller | None, requested: BracketQuery) -> str:
    """Return the bracket of a stage as SVG; raises StageNotFound and NoBracket."""
    _, drawn, laid = _laid_out(installation, name, caller, requested)
    draw = bracket_image.draw if laid.rounds else bracket_ahead_image.draw
    return draw(drawn, laid)


def log(installation: Installation, name: str, caller: Caller | None, after: int, limit: int) -> TournamentEventPage:
    """Return up to `limit` log entries with numbers above `after`."""
    running = _load(installation, name, caller)
    events = running.log[after : after + limit]
    return presenters.page(running, events, staff.named(installation, running, events))


def record(installation: Installation, name: str, caller: Caller | None) -> bytes:
    """Return the record of a tournament that has ended or was cancelled, once all its games have ended.

    The record contains the deal secret. Raises TournamentNotOver and RulesNotHosted.
    """
    running = _load(installation, name, caller)
    if running.tournament.status not in CLOSED or _is_played(installation, running):
        raise tournament_problems.TournamentNotOver(
            "The record exists once the tournament and all its games have ended."
        )
    header = running.header
    seed, secret = bytes.fromhex(header.seed), bytes.fromhex(header.deal_secret)
    origin = written.Origin(header.tournament, header.created_at, header.plan, seed, secret)
    return records.write(written.build(origin, running.stored_log))


def _load(installation: Installation, name: str, caller: Caller | None) -> LoadedTournament:
    """Load a tournament; raises TournamentNotFound unless the caller can see it."""
    running = load_visible(installation, name)
    check_visible(running, caller)
    return running


def _load_stage(
    installation: Installation, name: str, caller: Caller | None, requested: BracketQuery
) -> tuple[LoadedTournament, int | UnsetType]:
    """Load a tournament and resolve the stage: the latest if only a group is given. Raises StageNotFound."""
    running = _load(installation, name, caller)
    stages, stage = running.tournament.stages, requested.stage
    group = requested.group if isinstance(requested, StandingsQuery) else UNSET
    if stage is UNSET and group is not UNSET:
        stage = len(stages) - 1
    if stage is not UNSET and not 0 <= stage < len(stages):
        raise tournament_problems.StageNotFound("The tournament has not reached this stage.")
    if group is not UNSET and stage is not UNSET and group >= len(stages[stage]):
        raise tournament_problems.StageNotFound("Stage {stage} has no group {group}.", {"stage": stage, "group": group})
    return running, stage


def _laid_out(
    installation: Installation, name: str, caller: Caller | None, requested: BracketQuery
) -> tuple[LoadedTournament, state.Tournament, brackets.Bracket]:
    """Load a tournament and lay out its bracket; raises StageNotFound and NoBracket.

    The bracket is that of the second tournament: the same one, or the one in which teams are the entrants.
    """
    running = _load(installation, name, caller)
    if requested.stage is not UNSET and requested.stage >= len(running.tournament.plan.stages):
        raise tournament_problems.StageNotFound("The tournament does not have this stage.")
    tournament = running.tournament
    drawn = ranked_teams(tournament) if has_team_matches(tournament.plan) else tournament
    try:
        return running, drawn, brackets.bracket(drawn, requested.stage)
    except brackets.NoBracket:
        raise tournament_problems.NoBracket("Choose a knock-out stage.") from None


def _is_played(installation: Installation, running: LoadedTournament) -> bool:
    """Whether any game of a tournament is still running; deleted and archived games are not."""
    names = [slot.game_id for played in running.tournament.rounds for slot in slots(played)]
    for first in range(0, len(names), AT_ONCE):
        listed = installation.store.listed.read_many(names[first : first + AT_ONCE], live=True)
        if any(not game_of(installation, each).has_ended for each in listed if each is not None):
            return True
    return False


def _newest(
    installation: Installation, before: int | None
) -> Iterator[tuple[int, tuple[TournamentHeader, TournamentProgress] | None]]:
    """Yield tournaments with their list numbers, newest first; None for one that was never written."""
    while entries := tournaments_in(installation.store).page(before, AT_ONCE):
        numbers, names = zip(*entries, strict=True)
        yield from zip(numbers, tournaments_in(installation.store).summaries(names), strict=True)
        before = numbers[-1]


def _is_listed(header: TournamentHeader, stands: TournamentProgress, query: TournamentQuery) -> bool:
    """Whether a tournament matches a query, and everybody may find it, or the query is for own ones."""
    if query.status not in (UNSET, stands.status) or query.label not in ("", stands.label):
        return False
    return query.mine or terms_of(header.plan).visibility == "public"


def _own(installation: Installation, caller: Caller | None) -> Callable[[TournamentHeader], bool]:
    """Return a function that says whether a caller is the organiser of a tournament, or in its staff."""
    if caller is None:
        return lambda _: False
    player, staffed = caller.player, tournaments_in(installation.store).of_staff(caller.player)

    def is_own(header: TournamentHeader) -> bool:
        name = header.tournament
        return header.organiser == player or (name in staffed and staff.is_in_staff(installation, name, player))

    return is_own
