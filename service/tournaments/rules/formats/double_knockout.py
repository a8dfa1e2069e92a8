"""Pair a double knock-out: two lost matches eliminate an entrant.

Losers of the winners' bracket continue in the losers' bracket. The winners of both brackets meet in the final. If the
winner of the winners' bracket loses the final, both have lost once, and they meet again.
"""

from service.tournaments.rules.formats import elimination
from service.tournaments.rules.formats.elimination import Match, Source, seeded_order
from service.tournaments.rules.pairing_types import RoundPairing
from service.tournaments.rules.state import Tournament
from service.tournaments.rules.types import Bracket


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the next round: a level of the winners' bracket, of the losers' bracket, or of both."""
    return elimination.next_round(tournament, bracket(len(tournament.stages[-1][0])))


def bracket(entrants: int) -> list[Match]:
    """Return the matches of both brackets by level, winners' before losers' matches."""
    if entrants < 2:
        return []
    rounds = (entrants - 1).bit_length()
    matches: list[Match] = []
    winners = _add(matches, 1, "winners", [Source("seed", seed) for seed in seeded_order(1 << rounds)])
    losers = [Source("loser", index) for index in winners]
    for number in range(2, rounds + 1):
        level = 2 * number - 2
        winners = _add(matches, level, "winners", [Source("winner", index) for index in winners])
        through = _add(matches, level, "losers", losers)
        dropping = _reordered([Source("loser", index) for index in winners], number)
        staying = [Source("winner", index) for index in through]
        mixed = [source for pair in zip(staying, dropping, strict=True) for source in pair]
        losers = [Source("winner", index) for index in _add(matches, level + 1, "losers", mixed)]
    _add_finals(matches, 2 * rounds, Source("winner", winners[0]), losers[0])
    return matches


def _add(matches: list[Match], level: int, name: Bracket, sources: list[Source]) -> list[int]:
    """Add a round of a bracket in which neighbours meet; return the indices of its matches."""
    first = len(matches)
    pairs = zip(sources[::2], sources[1::2], strict=True)
    matches += [Match(level, pair, name) for pair in pairs]
    return list(range(first, len(matches)))


def _reordered(sources: list[Source], number: int) -> list[Source]:
    """Return losers of a winners' round in an order that keeps them away from earlier opponents."""
    upper, lower = sources[: len(sources) // 2], sources[len(sources) // 2 :]
    orders = (sources[::-1], upper[::-1] + lower[::-1], lower + upper, sources)
    return orders[(number - 2) % 4]


def _add_finals(matches: list[Match], level: int, best: Source, other: Source) -> None:
    final = len(matches)
    matches.append(Match(level, (best, other), "final"))
    matches.append(Match(level + 1, (best, other), "final", repeats=final))
