"""Create tournaments."""

from itertools import chain, count

from msgspec import UNSET, UnsetType

from service import problems
from service.game.game import timestamp
from service.game.levels import find_level
from service.installation.clock_and_ids import GAME_ID_LENGTH
from service.installation.installation import Installation
from service.players import owners, players
from service.players.callers import Caller
from service.playing.pending_jobs import lease_end
from service.resources.players import Scope
from service.store import Idempotency
from service.texts import compared, with_number
from service.tournaments import founding, log, presenters
from service.tournaments import problems as tournament_problems
from service.tournaments.log import PREFIX, LoadedTournament
from service.tournaments.plans import check_new_times, check_plan, plan_of, terms_of
from service.tournaments.resources import tournaments as resources
from service.tournaments.resources.entrants import EntrantRequest
from service.tournaments.resources.tournaments import TournamentRequest
from service.tournaments.rules.entrant_events import Entered
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.folding import apply
from service.tournaments.rules.limits import MOST_ENTERED
from service.tournaments.rules.plan import SIXTIETHS, Plan
from service.tournaments.rules.points import missed_games
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.summary import summarise
from service.tournaments.rules.types import LONGEST_NAME
from service.tournaments.store.headers import TournamentHeader
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.visible import load_visible

CODE_LENGTH = 12


def create(
    installation: Installation,
    caller: Caller,
    body: TournamentRequest,
    idempotency: Idempotency | None = None,
) -> tuple[resources.Tournament, bool]:
    """Create a tournament; return it as the organiser sees it, and whether an earlier request had created it.

    Raises InsufficientScope, InvalidPlan, RulesVersionNotHosted, RulesVersionSunset, IllegalAction, UnknownLevel,
    UnknownPlayer, AlreadyEntered, InvitationDeclined, SameOwner, TournamentFull, TooManyTournaments and
    IdempotencyKeyReused.
    """
    scope = founding.scope_of_organiser(installation, caller)
    plan = plan_of(installation, body)
    check_plan(installation, plan)
    if not _is_retry(installation, idempotency):  # the times of the first request may have passed since
        check_new_times(installation, plan)
    name = _reserve(installation, idempotency)
    header = new_header(installation, name, plan, caller.player, scope=scope)
    entered: list[AnyEvent] = []
    tournament = Tournament(plan, bytes.fromhex(header.seed))
    running = LoadedTournament(header, entered, tournament)
    for requested in body.entrants:
        founding.check_may_enter(installation, caller, requested.player or "")
        entry = entry_of(installation, running, requested, caller.player)
        entered.extend(log.numbered([entry], len(entered)))
        apply(tournament, entered[-1])
    if scope != "organise":
        founding.take_place(installation, caller.player, name)
    is_retry = not tournaments_in(installation.store).create(
        header, entered, summarise(running.tournament), lease_end(installation)
    )
    return presenters.shown(load_visible(installation, name) if is_retry else running, caller), is_retry


def new_header(
    installation: Installation, name: str, plan: Plan, organiser: str, *, scope: Scope, previous: str = ""
) -> TournamentHeader:
    """Return the header of a new tournament, with new secrets. `previous`: the tournament of which it is a copy."""
    return TournamentHeader(
        name,
        plan,
        organiser,
        installation.sources.seed().hex(),
        installation.sources.seed().hex(),
        timestamp(installation),
        installation.sources.letters(CODE_LENGTH) if plan.registration == "code" else "",
        scope,
        previous,
    )


def entry_of(
    installation: Installation,
    running: LoadedTournament,
    requested: EntrantRequest,
    by: str,
    *,
    reason: str = "",
    points: int | UnsetType = UNSET,
    guest: bool = False,
) -> Entered:
    """Return the log entry of a new entrant; the `points` of a late one are those of the plan by default.

    The entry of a `guest` has no player yet.

    A rated tournament accepts no two related players, present or withdrawn, so its rounds never pair them. A tournament
    with shared deals does not accept them either: they could show each other hidden information. Raises UnknownPlayer,
    UnknownLevel, AlreadyEntered, SameOwner and TournamentFull.
    """
    tournament = running.tournament
    if tournament.present_count >= tournament.plan.max_entrants or len(tournament.entrants) >= MOST_ENTERED:
        raise tournament_problems.TournamentFull(
            "The tournament accepts at most {most} entrants.", {"most": tournament.plan.max_entrants}
        )
    if requested.player and requested.player in tournament.numbers:
        raise tournament_problems.AlreadyEntered("The player is already registered.")
    if requested.player:
        check_apart(installation, tournament, requested.player)
    late, player = tournament.has_started, requested.player or ""
    late_points = tournament.plan.late_points * missed_games(tournament) if points is UNSET else points
    return log.new_entry(
        installation,
        Entered,
        by=by,
        reason=reason,
        entrant=len(tournament.entrants),
        name=_name(installation, tournament, requested),
        kind="level" if requested.level else "player",
        player=player,
        bot=owners.is_bot(installation, player),
        level=requested.level or "",
        rating=requested.rating,
        guest=guest,
        team=requested.team,
        board=requested.board,
        points=late_points * SIXTIETHS if late else 0,
    )


def check_apart(installation: Installation, tournament: Tournament, player: str) -> None:
    """Raise SameOwner for a player who is related to an entrant of a rated tournament, or of one that shares deals."""
    is_rated, shares = terms_of(tournament.plan).rated, tournament.plan.deal != "game"
    if not (is_rated or shares) or not any(map(tournament.entrants_of, owners.relatives(installation, player))):
        return
    if is_rated:
        raise owners.same_owner(player)
    raise problems.SameOwner(
        "Enter another player, or create the tournament with `deal` as `game`. {player} would play the same deal as "
        "its owner or a bot of the same owner.",
        {"player": player},
        player=player,
    )


def _name(installation: Installation, tournament: Tournament, requested: EntrantRequest) -> str:
    """Return the unique name of an entrant; the same name sent twice is entered once.

    A name that the request omits is that of the player or level, with a number if it is in use. Raises UnknownPlayer,
    UnknownLevel and AlreadyEntered.
    """
    usual = _usual_name(installation, requested)
    if compared(requested.name) in tournament.names:
        raise tournament_problems.AlreadyEntered(
            "An entrant with this name is already registered. Choose another `name`."
        )
    return requested.name or free_name(tournament, usual)


def free_name(tournament: Tournament, usual: str) -> str:
    """Return a name for an entrant, with a number if it is in use."""
    numbered = (with_number(usual, number, LONGEST_NAME) for number in count(2))
    return next(name for name in chain([usual], numbered) if compared(name) not in tournament.names)


def _usual_name(installation: Installation, requested: EntrantRequest) -> str:
    """Return the name of a player or level; raises UnknownPlayer and UnknownLevel."""
    if requested.level:
        find_level(requested.level)
        return requested.level
    player = requested.player or ""
    return name_of_player(installation, player) if player else requested.name


def name_of_player(installation: Installation, player: str) -> str:
    """Return the name of a player, or the id of one without a name; raises UnknownPlayer."""
    return players.profiles_of(installation, [player])[player].name or player


def _is_retry(installation: Installation, idempotency: Idempotency | None) -> bool:
    return idempotency is not None and installation.store.creations.is_reserved(idempotency)


def _reserve(installation: Installation, idempotency: Idempotency | None) -> str:
    """Reserve a tournament id; a retry returns that of the first request. Raises IdempotencyKeyReused."""
    name = PREFIX + installation.sources.letters(GAME_ID_LENGTH)
    if idempotency is None:
        return name
    request, reserved = installation.store.creations.reserve(
        idempotency, name, installation.settings.idempotency_seconds
    )
    if request != idempotency.request:
        raise problems.IdempotencyKeyReused("Another tournament was created with this key.")
    return reserved
