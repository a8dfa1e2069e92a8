"""Pair a knock-out: the best of each table advance, until the final is played.

Tables of two form a fixed bracket. Larger tables are paired again in each round: by place in the last round, then by
seeding. Entrants who should not meet are kept apart, then earlier opponents, above all those of the last round. When
all remaining entrants fit at one table, that table is the final. An entrant who sits out a manual round is eliminated.
"""

from service.tournaments.rules.apart import NO_LABELS, labels_now
from service.tournaments.rules.formats import elimination
from service.tournaments.rules.formats.elimination import Match, Source, seeded_order
from service.tournaments.rules.formats.history import meetings
from service.tournaments.rules.formats.seating import seat
from service.tournaments.rules.formats.seeded_pairing import separate_labelled, spread
from service.tournaments.rules.match_order import count_advancing, match_order
from service.tournaments.rules.pairing_types import DrawnTable, RoundPairing
from service.tournaments.rules.state import Tournament

AGAIN_AT_ONCE = 1000
"""Weight of a meeting in the last round, relative to earlier ones."""


def next_round(tournament: Tournament) -> RoundPairing | None:
    """Return the next round, or None once one entrant is left or the final has been played."""
    if tournament.stage.table_size == 2:
        return elimination.next_round(tournament, bracket(len(tournament.stages[-1][0])))
    places, before = _places(tournament), _last_tables(tournament)
    left = still_in(tournament)
    if len(left) < 2:
        return None
    tables, byes = spread(len(left), tournament.stage.table_size)
    tiers = [places[each] for each in left]
    met, labels = meetings(tournament), labels_now(tournament)

    def again(one: int, other: int) -> int:
        return AGAIN_AT_ONCE * (before[one] == before[other]) + met[one][other]

    ordered = separate_labelled(left, tiers, tables, again, [labels.get(each, NO_LABELS) for each in left])
    seated = seat(tournament, [[ordered[at] for at in table] for table in tables])
    return RoundPairing(tuple(map(DrawnTable, seated)), tuple(ordered[:byes]))


def still_in(tournament: Tournament) -> list[int]:
    """List the entrants who are still in at tables of more than two, by place in the last round, then by seeding."""
    places = _places(tournament)
    seeds = {entrant: seed for seed, entrant in enumerate(tournament.stages[-1][0])}
    return sorted(tournament.present(places), key=lambda each: (places[each], seeds[each]))


def bracket(entrants: int) -> list[Match]:
    """Return the matches of a bracket of tables of two, by level."""
    rounds = max(0, entrants - 1).bit_length()
    sources = [Source("seed", seed) for seed in seeded_order(1 << rounds)]
    matches: list[Match] = []
    for level in range(1, rounds + 1):
        first = len(matches)
        matches += [Match(level, pair) for pair in zip(sources[::2], sources[1::2], strict=True)]
        sources = [Source("winner", index) for index in range(first, len(matches))]
    return matches


def _places(tournament: Tournament) -> dict[int, int]:
    """Return the place at the last table of each entrant who is still in; 0 is best."""
    rounds = tournament.stage_rounds
    if not rounds:
        return dict.fromkeys(tournament.stages[-1][0], 0)
    last = rounds[-1]
    places = dict.fromkeys(last.byes, 0)
    for table in last.tables:
        best = match_order(tournament, table)[: count_advancing(tournament, last, table)]
        places.update({each: place for place, each in enumerate(best)})
    return places


def _last_tables(tournament: Tournament) -> dict[int, int]:
    """Return the table of each entrant in the last round, or a unique negative number."""
    alone = {each: -1 - each for each in range(len(tournament.entrants))}
    last = tournament.stage_rounds[-1:]
    return alone | {each: table.number for played in last for table in played.tables for each in table.entrants}
