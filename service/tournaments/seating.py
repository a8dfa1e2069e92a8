"""Create the games of tournament rounds; each is created once by its id, even with concurrent calls."""

import time
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from domain.time_control import Clock
from service import problems
from service.game.deals import SharedDeal
from service.installation import shares
from service.installation.installation import Installation
from service.lobby import creation
from service.lobby.game_terms import CASUAL
from service.playing import missed_decisions
from service.resources.base import changed
from service.resources.game_places import TournamentGame
from service.store import GameInfo, SeatSetup
from service.tournaments.log import LoadedTournament
from service.tournaments.plans import options_of, terms_of
from service.tournaments.rules.deals import deal_secret, secret_at
from service.tournaments.rules.match_table import MatchTable as Match
from service.tournaments.rules.missing_games import entry_of, to_create
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.state import Entrant, Round, Tournament
from service.tournaments.store.tournament_players import is_player
from service.tournaments.store.tournaments import tournaments_in
from service.tournaments.time_slices import TimeSlice

NOTE_SECONDS = 0.5
"""Seconds between updates of the stored progress; this much work is repeated after a crash."""


class GameSlot(NamedTuple):
    """A game of a match."""

    round: Round
    match: Match
    game: int
    """The number of the game in the match, from 0."""

    @property
    def game_id(self) -> str:
        """Return the id of the game."""
        return self.match.seating.games[self.game]

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the entrants in seat order."""
        return self.match.seats(self.game)


def slots(played: Round) -> Iterator[GameSlot]:
    """List all games of a round that exist."""
    for match in played.tables:
        for game in match.existing:
            yield GameSlot(played, match, game)


def open_slots(tournament: Tournament, played: Round) -> Iterator[GameSlot]:
    """List the games of the open matches of a round that exist."""
    for match in tournament.open_matches(played):
        for game in match.existing:
            yield GameSlot(played, match, game)


def create_games(installation: Installation, running: LoadedTournament, played: Round, portion: TimeSlice) -> bool:
    """Create as many games of a round as the time slice allows, but at least one; return whether all exist.

    Creation continues where the last time slice ended. After a crash, some games are created again without effect.
    """
    slots, entry = [GameSlot(played, *each) for each in to_create(played)], entry_of(played)
    noted = time.monotonic()
    created = tournaments_in(installation.store).created_games(running.name, entry)
    while created < len(slots):
        _create_surely(installation, running, slots[created])
        created += 1
        is_last = portion.is_over
        if is_last or time.monotonic() >= noted + NOTE_SECONDS:
            created = tournaments_in(installation.store).note_created_games(running.name, entry, created)
            noted = time.monotonic()
        if is_last:
            break
    return created >= len(slots)


def create_next_game(installation: Installation, running: LoadedTournament, slot: GameSlot) -> None:
    """Create a game that follows another one, and resign the seats of players who have left; idempotent."""
    _create_surely(installation, running, slot)
    for seat, each in enumerate(slot.seats):
        entrant = running.tournament.entrants[each]
        if entrant.withdrawn and entrant.entered.kind == "player":
            missed_decisions.resign_if_running(installation, slot.game_id, seat)


def _create_surely(installation: Installation, running: LoadedTournament, slot: GameSlot) -> None:
    """Create a game, though its players may be deleted at this moment."""
    for _ in slot.seats:
        with suppress(problems.UnknownPlayer):
            return _create(installation, running, slot)
    return _create(installation, running, slot)


def _create(installation: Installation, running: LoadedTournament, slot: GameSlot) -> None:
    """Create a game under the rules version of the tournament.

    The seat of a deleted player has no owner, and resigns immediately.
    """
    plan, name, organiser = running.tournament.plan, running.name, running.header.organiser
    ruleset = installation.rulesets[plan.ruleset]
    entrants = [running.tournament.entrants[each] for each in slot.seats]
    known = installation.store.players.profile
    players = {seat: each.entered.player for seat, each in enumerate(entrants) if is_player(each.entered.player)}
    called = f"{plan.name}: {slot.round.number}.{slot.match.number}"
    terms = changed(
        CASUAL,
        terms_of(plan),
        client=shares.account_of(installation, organiser) if is_player(organiser) else name,
        creator=organiser if is_player(organiser) else "",
        players={seat: player for seat, player in players.items() if known(player) is not None},
        info=GameInfo(name=called[:64], metadata={"tournament": name}),
        game_id=slot.game_id,
        deal=_deal(running, slot),
        tournament=TournamentGame(name, slot.round.number, slot.match.number, slot.game),
        rules_version=plan.rules_version,
        clock=_clock(plan, slot.match, slot.game),
    )
    seats = [_seat(each, terms.players.get(seat, "")) for seat, each in enumerate(entrants)]
    creation.create_game(installation, ruleset, options_of(ruleset, plan), seats, terms=terms)
    for seat, each in enumerate(entrants):
        if each.entered.kind == "player" and seat not in terms.players:
            missed_decisions.resign_if_running(installation, slot.game_id, seat)


def _clock(plan: Plan, match: Match, game: int) -> Clock | UnsetType:
    """Return the time control of a game; a tie-break game can have its own."""
    own = match.series.tie_break_clock
    return own if own is not UNSET and match.is_tie_break(game) else terms_of(plan).clock


def _seat(entrant: Entrant, player: str) -> SeatSetup:
    """Return the set-up of a seat; a deleted player's seat has no name."""
    entered = entrant.entered
    if entered.kind == "level":
        return SeatSetup("ai", level=entered.level, name=entrant.name)
    return SeatSetup("human", name=entrant.name) if player else SeatSetup("human")


def _deal(running: LoadedTournament, slot: GameSlot) -> SharedDeal:
    plan, match = running.tournament.plan, slot.match
    paired = match.seated_by(slot.game)
    source = secret_at(bytes.fromhex(running.header.deal_secret), running.tournament.later_deal_secrets, paired)
    secret = deal_secret(source, plan, paired, match.number, slot.game)
    games: tuple[str, ...] = ()
    if slot.game in match.replays:
        return SharedDeal("", secret, ())
    if plan.deal == "match":
        games = slot.match.seating.games
    elif plan.deal == "round":
        games = tuple(each.seating.games[slot.game] for each in slot.round.tables)
    if len(games) <= 1:
        return SharedDeal("", secret, ())
    return SharedDeal(f"dl_{sha256(' '.join(games).encode()).hexdigest()[:20]}", secret, games)
