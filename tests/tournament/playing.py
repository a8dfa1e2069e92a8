"""Play whole tournaments with random results, as the service does."""

from collections.abc import Iterator
from random import Random

from msgspec import UNSET

from service.tournaments.rules import manual, round_pairings
from service.tournaments.rules.entrant_events import Disqualified, Entered, Penalised, Reentered
from service.tournaments.rules.format_traits import traits_of
from service.tournaments.rules.formats.challenges import challenge_of, challengeable
from service.tournaments.rules.match_events import Forfeited, Ruled, RulingWithdrawn
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.pairing_types import RoundPairing
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.points import late_points
from service.tournaments.rules.record import Origin, build
from service.tournaments.rules.series_legality import is_between_games
from service.tournaments.rules.state import Tournament, can_continue, leavers
from tests.tournament.building import SEED, Log

SECRET = bytes(reversed(range(32)))
MOST_CHALLENGES = 30
MOST_TURNS = 120
"""The maximum number of rounds of a stage: more than any of the tests has."""


def play(
    plan: Plan, entrants: int, rng: Random, seed: bytes = SEED, *, quietly: bool = False, leaving: float = 0.2
) -> Log:
    """Play a tournament to its end; unless `quietly`, some entrants withdraw, come late, or are penalised.

    `leaving` is the probability that an entrant withdraws after a round; above a half all but one or none may be left.
    """
    log = Log(plan, seed).enter(entrants).begin()
    for _ in plan.stages:
        log.stage(*round_pairings.next_groups(log.tournament))
        play_stage(log, rng, quietly=quietly, leaving=leaving)
    return log.end()


def play_stage(log: Log, rng: Random, *, quietly: bool, leaving: float) -> None:
    """Play the current stage to its end."""
    for turn in range(MOST_TURNS):
        if not _seat_next(log, turn, rng, quietly=quietly):
            return
        for table in list(log.tournament.rounds[-1].tables):
            _play_table(log, table.number, len(table.entrants), rng)
            if not quietly:
                _rule(log, table.number, len(table.entrants), rng)
                _overrule(log, rng)
                continue_series(log, rng)
        if not quietly:
            _come_or_go(log, rng, leaving)
            _judge(log, rng)
            continue_series(log, rng)
    raise AssertionError("The stage does not come to its end.")


def _seat_next(log: Log, turn: int, rng: Random, *, quietly: bool) -> bool:
    """Seat the next round, or the next challenge; return False at the end of the stage."""
    if traits_of(log.tournament.stage).by_challenge:
        return turn < MOST_CHALLENGES and challenge(log, rng)
    drawn = _drawn(log, turn)
    if drawn is None:
        return False
    by_hand = not quietly and rng.random() < 0.2
    seat(log, seated_by_hand(log.tournament, drawn, rng) if by_hand else drawn, manual=by_hand)
    return True


def challenge(log: Log, rng: Random) -> bool:
    """Let an entrant challenge another one at random; return False if no entrant can."""
    tournament = log.tournament
    pairs = [(each, other) for each in tournament.all_present for other in challengeable(tournament, each, log.now)]
    if not pairs:
        return False
    challenger, challenged = rng.choice(pairs)
    drawn = challenge_of(tournament, challenger, challenged)
    log.pair(drawn.tables[0].entrants, challenger=challenger)
    return True


def seat(log: Log, drawn: RoundPairing, *, manual: bool = False) -> None:
    """Seat a round."""
    tables = ((each.entrants, each.group, each.bracket) for each in drawn.tables)
    log.pair(*tables, byes=drawn.byes, manual=manual, sitting_out=drawn.sitting_out)


def seated_by_hand(tournament: Tournament, drawn: RoundPairing, rng: Random) -> RoundPairing:
    """Return random manual pairings: other entrants in some matches, and one entrant in none."""
    tables = [[*each.entrants] for each in drawn.tables]
    byes, sitting_out = [*drawn.byes], []
    for one, other in zip(drawn.tables, drawn.tables[1:], strict=False):
        if (one.group, one.bracket) == (other.group, other.bracket) and rng.random() < 0.5:
            here, there = tables[drawn.tables.index(one)], tables[drawn.tables.index(other)]
            here[0], there[-1] = there[-1], here[0]
    if tournament.stage.format != "arena" and len(tables) > 1 and rng.random() < 0.5:
        sitting_out = tables.pop()
        if rng.random() < 0.5:
            byes.append(sitting_out.pop())
    return manual.seated(tournament, tables, byes, sitting_out)


def _drawn(log: Log, turn: int) -> RoundPairing | None:
    is_over = log.tournament.stage.format == "arena" and turn == 5
    return None if is_over else round_pairings.next_round(log.tournament)


def _play_table(log: Log, table: int, size: int, rng: Random) -> None:
    """Play all games of a match; those of a series follow one another."""
    for game in log.tournament.rounds[-1].tables[table - 1].existing:
        log.finish(table, tuple(rng.choices(range(9), k=size)), game)
    continue_series(log, rng)


def continue_series(log: Log, rng: Random) -> None:
    """Play or forfeit the rest of all matches that are not decided, as the service does."""
    while found := [*_between_games(log.tournament)]:
        for number, table in found:
            if can_continue(log.tournament, table):
                log.next_game(table.number, number)
                totals = tuple(rng.choices(range(9), k=len(table.entrants)))
                log.finish(table.number, totals, len(table.seating.games) - 1, number)
            else:
                log.add(Forfeited, round=number, table=table.number, entrants=leavers(log.tournament, table))


def _between_games(tournament: Tournament) -> Iterator[tuple[int, MatchTable]]:
    for played in tournament.rounds:
        yield from ((played.number, table) for table in played.tables if is_between_games(table))


def _rule(log: Log, table: int, size: int, rng: Random) -> None:
    """Let the organiser set the result of a match, sometimes twice."""
    if rng.random() < 0.2:
        log.rule(table, (1,) * size).rule(table, tuple(range(1, size + 1)))


def _overrule(log: Log, rng: Random) -> None:
    """Let the organiser set the result of a match of any round, if no pairing depended on it."""
    if rng.random() < 0.05:
        played = rng.choice(log.tournament.rounds)
        table = rng.choice(played.tables)
        ranks = tuple(range(len(table.entrants), 0, -1))
        log.add_if_legal(Ruled, round=played.number, table=table.number, ranks=ranks, reason="So it was.")


def _judge(log: Log, rng: Random) -> None:
    """Let the organiser set results, penalise and disqualify at random, as far as allowed."""
    number = len(log.tournament.rounds)
    table = rng.choice(log.tournament.rounds[-1].tables)
    game = rng.choice([UNSET, *table.existing])
    place = {"round": number, "table": table.number, "game": game}
    size = len(table.entrants)
    if rng.random() < 0.3:
        log.add_if_legal(Ruled, ranks=(1,) * size, double_loss=True, reason="Both cheated.", **place)
    if rng.random() < 0.3:
        log.add_if_legal(RulingWithdrawn, reason="It was not so.", **place)
    any_player = rng.randrange(len(log.tournament.entrants))
    if rng.random() < 0.3:
        log.add_if_legal(Penalised, entrant=any_player, stage=log.tournament.stage_index, penalty=rng.randrange(9))
    if rng.random() < 0.1 and len(log.tournament.all_present) > 4:
        log.add_if_legal(Disqualified, entrant=any_player)
    if rng.random() < 0.3:
        log.add_if_legal(Reentered, entrant=any_player)


def _come_or_go(log: Log, rng: Random, leaving: float) -> None:
    """Let an entrant leave or join at random."""
    present = log.tournament.all_present
    if rng.random() < leaving and len(present) > (4 if leaving < 0.5 else 0):
        log.withdraw(rng.choice(present))
    if rng.random() < 0.3 and log.tournament.plan.late_entries and len(log.tournament.stages) == 1:
        number, points = len(log.tournament.entrants), late_points(log.tournament)
        log.add(Entered, entrant=number, name=f"Late {number}", kind="level", level="easy", points=points)


def recorded(log: Log) -> dict:
    """Return the record of a finished tournament."""
    origin = Origin("tn_1", "2026-01-01T00:00:00Z", log.plan, log.tournament.seed, SECRET)
    return build(origin, log.events)
