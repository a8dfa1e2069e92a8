"""How a tournament is created."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count

from service.play import owners
from service.play.bottega import Bottega
from service.play.callers import Caller, need
from service.play.game import timestamp
from service.play.levels import find_level
from service.play.presenters import Wire
from service.play.tournaments import log, presenters
from service.play.tournaments.log import PREFIX, LoadedTournament
from service.play.tournaments.plans import check_plan, terms_of
from service.problems import AlreadyEntered, IdempotencyKeyReused, TournamentFull, UnknownPlayer
from service.store import Idempotency
from service.store.tournaments import TournamentHeader
from service.tournament.events import AnyEvent, Entered
from service.tournament.plan import MOST_ENTERED, SIXTIETHS, Plan
from service.tournament.state import Tournament, apply

CODE_LENGTH = 12


@dataclass(frozen=True)
class EntrantRequest:
    """Whoever is to take part: a player, or an AI level."""

    name: str = ""
    """What the entrant is called; if empty, a player as he calls himself, a level by its name and a number."""
    player: str = ""
    level: str = ""
    rating: int = 0
    """By which entrants are seeded."""
    points: int | None = None
    """What a late entrant begins with; as the plan says if None."""


def create(
    bottega: Bottega,
    caller: Caller,
    plan: Plan,
    *,
    entrants: Sequence[EntrantRequest] = (),
    idempotency: Idempotency | None = None,
) -> tuple[Wire, bool]:
    """Found a tournament; return it as its organiser sees it, and whether an earlier request had founded it.

    Raises InsufficientScope, InvalidPlan, RulesVersionNotHosted, IllegalAction, UnknownLevel, UnknownPlayer,
    AlreadyEntered, SameOwner, TournamentFull and IdempotencyKeyReused.
    """
    need(caller, "organise")
    check_plan(bottega, plan)
    name = _reserve(bottega, idempotency)
    founded = TournamentHeader(
        name,
        plan,
        caller.player,
        bottega.sources.seed().hex(),
        bottega.sources.seed().hex(),
        timestamp(bottega),
        bottega.sources.letters(CODE_LENGTH) if plan.registration == "code" else "",
    )
    entered: list[AnyEvent] = []
    tournament = Tournament(plan, bytes.fromhex(founded.seed))
    running = LoadedTournament(founded, entered, tournament)
    for wanted in entrants:
        entry = entry_of(bottega, running, wanted, caller.player)
        entered.extend(log.numbered([entry], len(entered)))
        apply(tournament, entered[-1])
    there = not bottega.store.tournaments.create(founded, entered, log.briefly(running), _look(bottega))
    return presenters.shown(log.load_seen(bottega, name) if there else running, caller), there


def entry_of(bottega: Bottega, running: LoadedTournament, wanted: EntrantRequest, by: str, reason: str = "") -> Entered:
    """Write the entry of whoever is to take part.

    A rated tournament takes no two related players, present or withdrawn, so its rounds never pair them. Raises
    UnknownPlayer, UnknownLevel, AlreadyEntered, SameOwner and TournamentFull.
    """
    tournament = running.tournament
    present = tournament.present(range(len(tournament.entrants)))
    if len(present) >= tournament.plan.max_entrants or len(tournament.entrants) >= MOST_ENTERED:
        raise TournamentFull("It takes {most} entrants.", {"most": tournament.plan.max_entrants})
    if wanted.player and wanted.player in {each.entered.player for each in tournament.entrants}:
        raise AlreadyEntered("The player takes part already.")
    if wanted.player and terms_of(tournament.plan).rated:
        owners.check_apart(bottega, wanted.player, {each.entered.player for each in tournament.entrants})
    late = tournament.has_started
    points = wanted.points if wanted.points is not None else tournament.plan.late_points * missed(tournament)
    return log.note(
        bottega,
        Entered,
        by=by,
        reason=reason,
        entrant=len(tournament.entrants),
        name=_level_name(tournament, wanted) if wanted.level else _player_name(bottega, wanted),
        kind="level" if wanted.level else "player",
        player=wanted.player,
        bot=owners.is_bot(bottega, wanted.player),
        level=wanted.level,
        rating=wanted.rating,
        points=points * SIXTIETHS if late else 0,
    )


def missed(tournament: Tournament) -> int:
    """Return how many games whoever enters now has missed: those of the rounds that have been seated."""
    return len(tournament.rounds) * tournament.plan.games


def _level_name(tournament: Tournament, wanted: EntrantRequest) -> str:
    """Return what a level is called as an entrant: no two alike, so one that is sent twice by its name enters once.

    Raises UnknownLevel and AlreadyEntered.
    """
    find_level(wanted.level)
    taken = {each.name for each in tournament.entrants if each.entered.level}
    if wanted.name in taken:
        raise AlreadyEntered("A level of this name takes part already.")
    numbered = (f"{wanted.level} {number}" for number in count(2))
    return wanted.name or next(name for name in chain([wanted.level], numbered) if name not in taken)


def _player_name(bottega: Bottega, wanted: EntrantRequest) -> str:
    """Return what a player is called as an entrant; raises UnknownPlayer."""
    profile = bottega.store.players.profile(wanted.player)
    if profile is None:
        raise UnknownPlayer("Nobody here has the id {player}.", {"player": wanted.player}, player=wanted.player)
    return wanted.name or profile.name or wanted.player


def _reserve(bottega: Bottega, idempotency: Idempotency | None) -> str:
    """Choose the id of a new tournament; a repeated request gets that of the first. Raises IdempotencyKeyReused."""
    name = PREFIX + bottega.sources.letters(log.ID_LENGTH)
    if idempotency is None:
        return name
    request, reserved = bottega.store.reserve(idempotency, name, bottega.settings.idempotency_seconds)
    if request != idempotency.request:
        raise IdempotencyKeyReused("Another tournament was created with this key.")
    return reserved


def _look(bottega: Bottega) -> float:
    """Return when to look at a tournament for the first time: Unix time."""
    return bottega.sources.now().timestamp() + bottega.settings.lease_seconds
