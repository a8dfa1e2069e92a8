"""Recompute the tables of a team league from the public records, without the code of the service.

The rules are those of the guides: points and tie-breaks, matches of teams, and the table of a season.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import groupby, pairwise
from random import Random
from typing import Any, NamedTuple

DECIMALS = 4
SIXTIETHS = 60
WON, TIED = 2, 1
"""The match points of a team for more board points than the other team, and for as many."""

Json = dict[str, Any]


class Board(NamedTuple):
    """A game of two entrants, in the order of the table."""

    round: int
    table: int
    game_id: str
    entrants: tuple[int, ...]
    ranks: tuple[int, ...]
    totals: tuple[int, ...]

    def points(self, scale: Sequence[int]) -> Mapping[int, Fraction]:
        """Return the points of the entrants; those who share a place get the mean."""
        return {
            each: Fraction(sum(scale[rank - 1 : rank - 1 + self.ranks.count(rank)]), self.ranks.count(rank))
            for each, rank in zip(self.entrants, self.ranks, strict=True)
        }

    def ahead(self, entrant: int) -> int:
        """Return how far the score of an entrant is above that of the opponent."""
        own = self.entrants.index(entrant)
        return self.totals[own] - self.totals[1 - own]


class Event:
    """A tournament as its record and the records of its games state it."""

    def __init__(self, record: bytes, games: Mapping[str, bytes]) -> None:
        self.record = json.loads(record)
        self.log = self.record["log"]
        self.scale = self.record["plan"]["points"]["2"]
        self.entrants = {each["entrant"]: each for each in self.log if each["type"] == "entered"}
        self.boards = [*self._boards({name: json.loads(text) for name, text in games.items()})]
        self.points = {each: sum(won, Fraction(0)) for each, won in self._won().items()}

    def _boards(self, games: Mapping[str, Json]) -> Iterator[Board]:
        for paired in (each for each in self.log if each["type"] == "paired"):
            assert not paired.get("byes"), "every team of this league has an opponent for each board"
            for table in paired["tables"]:
                (game_id,) = table["games"]
                yield self._board(paired["round"], table, games[game_id])

    def _board(self, number: int, table: Json, game: Json) -> Board:
        """Return a game with its result as its own record states it."""
        assert (game["tournament"]["round"], game["tournament"]["table"]) == (number, table["table"])
        alias = {each["player"]: entrant for entrant, each in self.entrants.items()}
        seats = {alias[seat["player"]]: seat["seat"] for seat in game["seats"]}
        rows = {row["seat"]: row for row in game["result"]["seats"]}
        results = [rows[seats[each]] for each in table["entrants"]]
        ranks, totals = (tuple(row[name] for row in results) for name in ("rank", "total"))
        return Board(number, table["table"], game["game_id"], tuple(table["entrants"]), ranks, totals)

    def _won(self) -> Mapping[int, list[Fraction]]:
        won: dict[int, list[Fraction]] = {each: [] for each in self.entrants}
        for board in self.boards:
            for each, points in board.points(self.scale).items():
                won[each].append(points)
        return won

    def of(self, entrant: int) -> list[Board]:
        """List the games of an entrant."""
        return [each for each in self.boards if entrant in each.entrants]

    def wins(self, entrant: int) -> int:
        """Return the number of games that an entrant has won, alone or shared."""
        return sum(each.ranks[each.entrants.index(entrant)] == 1 for each in self.of(entrant))

    # The standings of the entrants

    def standings(self) -> list[Json]:
        """Return the fields of `getStandings` for each entrant, best first."""
        names = [each for each in self.record["plan"]["tie_breaks"] if each != "random"]
        tied, values = _split([[*self.entrants]], self.points.__getitem__), defaultdict[int, list[Fraction]](list)
        for name in (*names, "random"):
            for part in tied:
                for each, value in _TIE_BREAKS[name](self, part).items():
                    values[each].append(value)
            tied = _split(tied, lambda each: values[each][-1])
        ranked = [each for part in tied for each in part]
        played = [each for each in ranked if self.of(each)]
        reserves = [each for each in ranked if not self.of(each)]
        listed = [*_shared(played, lambda each: (self.points[each], *values[each][: len(names)]))]
        return [
            *(self._standing(*each, zip((*names, "random"), values[each[0]], strict=True)) for each in listed),
            *(
                self._standing(each, len(ranked), len(ranked), zip((*names, "random"), values[each], strict=True))
                for each in reserves
            ),
        ]

    def _standing(self, entrant: int, first: int, last: int, values: Iterable[tuple[str, Fraction]]) -> Json:
        return {
            "place": first,
            "entrant": entrant,
            "points": decimal(self.points[entrant]),
            "tie_breaks": [{"tie_break": name, "value": decimal(value)} for name, value in values],
            "played": len(self.of(entrant)),
            "wins": self.wins(entrant),
            "byes": 0,
            "withdrawn": False,
            **({"place_to": last} if last > first else {}),
        }

    # The teams

    def members(self) -> Mapping[str, list[int]]:
        """Return the members of each team by board, the teams in the order of entry."""
        found: dict[str, list[int]] = {}
        for number, each in self.entrants.items():
            found.setdefault(each["team"], []).append(number)
        return {team: sorted(of, key=lambda each: self.entrants[each]["board"]) for team, of in found.items()}

    def team_of(self, entrant: int) -> str:
        """Return the team of an entrant."""
        return str(self.entrants[entrant]["team"])

    def match_points(self) -> Mapping[str, int]:
        """Return the match points of each team."""
        boards: dict[tuple[int, frozenset[str]], dict[str, Fraction]] = {}
        for board in self.boards:
            match = boards.setdefault((board.round, frozenset(map(self.team_of, board.entrants))), {})
            for each, points in board.points(self.scale).items():
                match[self.team_of(each)] = match.get(self.team_of(each), Fraction(0)) + points
        won = dict.fromkeys(self.members(), 0)
        for match in boards.values():
            best = max(match.values())
            for team, points in match.items():
                won[team] += 0 if points < best else TIED if len({*match.values()}) == 1 else WON
        return won

    def teams(self) -> list[Json]:
        """Return the `teams` of `getStandings`, best first."""
        ranked = sorted(self.members(), key=self._rank, reverse=True)
        return [self._team(*each) for each in _shared(ranked, self._rank)]

    def board_points(self, team: str) -> Fraction:
        """Return the points of all members of a team."""
        return sum((self.points[each] for each in self.members()[team]), Fraction(0))

    def _won_by(self, team: str) -> int:
        return sum(self.wins(each) for each in self.members()[team])

    def _rank(self, team: str) -> tuple[int, Fraction, int, tuple[Fraction, ...]]:
        """Return what decides about the place of a team; more is better."""
        by_board = tuple(self.points[each] for each in self.members()[team])
        return self.match_points()[team], self.board_points(team), self._won_by(team), by_board

    def _team(self, team: str, first: int, last: int) -> Json:
        members = self.members()[team]
        return {
            "place": first,
            "team": team,
            "points": decimal(self.board_points(team)),
            "wins": self._won_by(team),
            "members": [{"entrant": each, "points": decimal(self.points[each])} for each in members],
            "match_points": self.match_points()[team],
            **({"place_to": last} if last > first else {}),
        }


def season_table(events: Mapping[str, Event]) -> list[Json]:
    """Return the table of a division of teams: match points, then board points, over its tournaments by id."""
    totals: dict[str, tuple[Fraction, Fraction]] = {}
    for event in events.values():
        for team, won in event.match_points().items():
            points, boards = totals.get(team, (Fraction(0), Fraction(0)))
            totals[team] = points + won, boards + event.board_points(team)
    ranked = sorted(totals, key=totals.__getitem__, reverse=True)
    return [
        {
            "place": first,
            "name": team,
            "points": decimal(totals[team][0]),
            "board_points": decimal(totals[team][1]),
            "results": [_result(name, event, team) for name, event in events.items()],
            **({"place_to": last} if last > first else {}),
        }
        for team, first, last in _shared(ranked, totals.__getitem__)
    ]


def _result(name: str, event: Event, team: str) -> Json:
    place = next(each["place"] for each in event.teams() if each["team"] == team)
    points = decimal(Fraction(event.match_points()[team]))
    return {"tournament": name, "entrant": min(event.members()[team]), "place": place, "points": points}


def moves(tables: Sequence[Sequence[Json]], risers: int) -> list[dict[str, str]]:
    """Return the outcome of each team in each division."""
    found = [{each["name"]: "stays" for each in table} for table in tables]
    for number, (above, below) in enumerate(pairwise(tables)):
        for of, table, border, moving, outcome in (
            (found[number], above, len(above) - risers, above[-risers:], "falls"),
            (found[number + 1], below, risers, below[:risers], "rises"),
        ):
            of |= {each["name"]: outcome for each in moving}
            if table[border - 1]["place"] == table[border]["place"]:
                shared = table[border]["place"]
                of |= {each["name"]: "undecided" for each in table if each["place"] == shared}
    return found


def decimal(value: Fraction) -> float:
    """Return a number as responses have it."""
    return round(float(value), DECIMALS)


def _split(parts: Iterable[Iterable[int]], value: Callable[[int], Fraction]) -> list[list[int]]:
    return [[*tied] for part in parts for _, tied in groupby(sorted(part, key=value, reverse=True), value)]


def _shared(ranked: Sequence[Any], decides: Callable[[Any], Any]) -> Iterator[tuple[Any, int, int]]:
    """Yield each of a ranking with the first and the last of the places that it shares."""
    last = 0
    for _, group in groupby(ranked, decides):
        tied = [*group]
        first, last = last + 1, last + len(tied)
        yield from ((each, first, last) for each in tied)


# Tie-breaks: the value of each of some entrants who are equal so far


def _opponents(event: Event, tied: Sequence[int]) -> dict[int, Fraction]:
    def strength(entrant: int) -> Fraction:
        met = (each for board in event.of(entrant) for each in board.entrants if each != entrant)
        return sum((event.points[each] for each in met), Fraction(0))

    return {each: strength(each) for each in tied}


def _head_to_head(event: Event, tied: Sequence[int]) -> dict[int, Fraction]:
    among = {each: [board for board in event.of(each) if {*board.entrants} <= {*tied}] for each in tied}
    met = {each: {other for board in boards for other in board.entrants} for each, boards in among.items()}
    if len(tied) == 1 or any(met[each] != {*tied} for each in tied):
        return dict.fromkeys(tied, Fraction(0))
    return {each: sum(board.points(event.scale)[each] for board in among[each]) + Fraction(0) for each in tied}


def _difference(event: Event, tied: Sequence[int]) -> dict[int, Fraction]:
    return {each: Fraction(sum(board.ahead(each) for board in event.of(each))) for each in tied}


def _wins(event: Event, tied: Sequence[int]) -> dict[int, Fraction]:
    return {each: Fraction(event.wins(each)) for each in tied}


def _random(event: Event, tied: Sequence[int]) -> dict[int, Fraction]:
    def number(entrant: int) -> float:
        text = bytes.fromhex(event.record["seed"]) + f":standings 0 {entrant}".encode()
        return Random(int.from_bytes(sha256(text).digest(), "big")).random()

    order = sorted(tied, key=lambda each: (number(each), each))
    return {each: Fraction(len(tied) - 1 - place) for place, each in enumerate(order)}


_TIE_BREAKS: Mapping[str, Callable[[Event, Sequence[int]], dict[int, Fraction]]] = {
    "opponents": _opponents,
    "head_to_head": _head_to_head,
    "difference": _difference,
    "wins": _wins,
    "random": _random,
}
