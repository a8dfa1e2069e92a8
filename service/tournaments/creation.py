"""Create tournaments."""

from itertools import chain, count

from service.game.game import timestamp
from service.game.levels import find_level
from service.installation.bottega import Bottega
from service.match_places import MOST_ENTERED
from service.players import owners, players
from service.players.callers import Caller, require_scope
from service.playing.pending_jobs import lease_end
from service.problems import IdempotencyKeyReused, SameOwner
from service.store import Idempotency
from service.texts import compared, with_number
from service.tournaments import log, presenters
from service.tournaments.log import PREFIX, LoadedTournament
from service.tournaments.plans import check_new_times, check_plan, plan_of, terms_of
from service.tournaments.problems import AlreadyEntered, TournamentFull
from service.tournaments.resources import tournaments as resources
from service.tournaments.resources.entrants import NewEntrant
from service.tournaments.resources.tournaments import NewTournament
from service.tournaments.rules.events import AnyEvent, Entered
from service.tournaments.rules.plan import SIXTIETHS
from service.tournaments.rules.state import Tournament, apply
from service.tournaments.rules.types import LONGEST_NAME
from service.tournaments.store.tournaments import TournamentHeader, tournaments_in
from service.tournaments.visible import load_visible

CODE_LENGTH = 12


def create(
    bottega: Bottega,
    caller: Caller,
    body: NewTournament,
    idempotency: Idempotency | None = None,
) -> tuple[resources.Tournament, bool]:
    """Create a tournament; return it as the organiser sees it, and whether an earlier request had created it.

    Raises InsufficientScope, InvalidPlan, RulesVersionNotHosted, RulesVersionSunset, IllegalAction, UnknownLevel,
    UnknownPlayer, AlreadyEntered, SameOwner, TournamentFull and IdempotencyKeyReused.
    """
    require_scope(caller, "organise")
    plan = plan_of(bottega, body)
    check_plan(bottega, plan)
    if not _is_retry(bottega, idempotency):  # the times of the first request may have passed since
        check_new_times(bottega, plan)
    name = _reserve(bottega, idempotency)
    header = TournamentHeader(
        name,
        plan,
        caller.player,
        bottega.sources.seed().hex(),
        bottega.sources.seed().hex(),
        timestamp(bottega),
        bottega.sources.letters(CODE_LENGTH) if plan.registration == "code" else "",
    )
    entered: list[AnyEvent] = []
    tournament = Tournament(plan, bytes.fromhex(header.seed))
    running = LoadedTournament(header, entered, tournament)
    for wanted in body.entrants:
        entry = entry_of(bottega, running, wanted, caller.player)
        entered.extend(log.numbered([entry], len(entered)))
        apply(tournament, entered[-1])
    is_retry = not tournaments_in(bottega.store).create(
        header, entered, log.visible_summary(running), lease_end(bottega)
    )
    return presenters.shown(load_visible(bottega, name) if is_retry else running, caller), is_retry


def entry_of(
    bottega: Bottega,
    running: LoadedTournament,
    wanted: NewEntrant,
    by: str,
    *,
    reason: str = "",
    points: int | None = None,
) -> Entered:
    """Return the log entry of a new entrant; the `points` of a late one are those of the plan by default.

    A rated tournament accepts no two related players, present or withdrawn, so its rounds never pair them. A tournament
    with shared deals does not accept them either: they could show each other hidden information. Raises UnknownPlayer,
    UnknownLevel, AlreadyEntered, SameOwner and TournamentFull.
    """
    tournament = running.tournament
    present = tournament.all_present
    if len(present) >= tournament.plan.max_entrants or len(tournament.entrants) >= MOST_ENTERED:
        raise TournamentFull("The tournament accepts at most {most} entrants.", {"most": tournament.plan.max_entrants})
    if wanted.player and wanted.player in {each.entered.player for each in tournament.entrants}:
        raise AlreadyEntered("The player is already registered.")
    if wanted.player:
        _check_apart(bottega, tournament, wanted.player)
    late = tournament.has_started
    late_points = tournament.plan.late_points * missed(tournament) if points is None else points
    return log.new_entry(
        bottega,
        Entered,
        by=by,
        reason=reason,
        entrant=len(tournament.entrants),
        name=_name(bottega, tournament, wanted),
        kind="level" if wanted.level else "player",
        player=wanted.player,
        bot=owners.is_bot(bottega, wanted.player),
        level=wanted.level,
        rating=wanted.rating,
        points=late_points * SIXTIETHS if late else 0,
    )


def _check_apart(bottega: Bottega, tournament: Tournament, player: str) -> None:
    """Raise SameOwner for a player who is related to an entrant of a rated tournament, or of one that shares deals."""
    is_rated, shares = terms_of(tournament.plan).rated, tournament.plan.deal != "game"
    entered = {each.entered.player for each in tournament.entrants}
    if not (is_rated or shares) or owners.relatives(bottega, player).isdisjoint(entered):
        return
    if is_rated:
        raise owners.same_owner(player)
    raise SameOwner(
        "Enter another player, or create the tournament with `deal` as `game`. {player} would play the same deal as "
        "its owner or a bot of the same owner.",
        {"player": player},
        player=player,
    )


def missed(tournament: Tournament) -> int:
    """Return how many games an entrant who joins now has missed: those of all paired rounds."""
    return len(tournament.rounds) * tournament.plan.games


def _name(bottega: Bottega, tournament: Tournament, wanted: NewEntrant) -> str:
    """Return the unique name of an entrant; the same name sent twice is entered once.

    A name that the request omits is that of the player or level, with a number if it is in use. Raises UnknownPlayer,
    UnknownLevel and AlreadyEntered.
    """
    usual = _usual_name(bottega, wanted)
    taken = {compared(each.name) for each in tournament.entrants}
    if compared(wanted.name) in taken:
        raise AlreadyEntered("An entrant with this name is already registered. Choose another `name`.")
    numbered = (with_number(usual, number, LONGEST_NAME) for number in count(2))
    return wanted.name or next(name for name in chain([usual], numbered) if compared(name) not in taken)


def _usual_name(bottega: Bottega, wanted: NewEntrant) -> str:
    """Return the name of a player or level; raises UnknownPlayer and UnknownLevel."""
    if wanted.level:
        find_level(wanted.level)
        return wanted.level
    return players.profiles_of(bottega, [wanted.player])[wanted.player].name or wanted.player


def _is_retry(bottega: Bottega, idempotency: Idempotency | None) -> bool:
    return idempotency is not None and bottega.store.is_reserved(idempotency)


def _reserve(bottega: Bottega, idempotency: Idempotency | None) -> str:
    """Reserve a tournament id; a retry returns that of the first request. Raises IdempotencyKeyReused."""
    name = PREFIX + bottega.sources.letters(log.ID_LENGTH)
    if idempotency is None:
        return name
    request, reserved = bottega.store.reserve(idempotency, name, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Another tournament was created with this key.")
    return reserved
