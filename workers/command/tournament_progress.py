"""How far a tournament has come, by its log: told in lines, as a bar, and as standings at the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workers.command.bot_service import Json
from workers.command.telling import clean

BAR_CELLS = 30
FULL, EMPTY = "█", "░"
TOLD: Mapping[str, str] = {
    "started": "it begins",
    "paused": "it is paused",
    "resumed": "it goes on",
    "cancelled": "it is cancelled",
    "ended": "it is over",
}
"""What is told of the whole tournament."""


@dataclass
class Table:
    """A table, and which of its games have ended."""

    entrants: Sequence[int]
    games: Sequence[str]
    ended: set[int] = field(default_factory=set)
    ruled: bool = False

    @property
    def is_closed(self) -> bool:
        """Whether it has a result."""
        return self.ruled or len(self.ended) == len(self.games)


@dataclass
class Progress:
    """How far a tournament has come; carried on by its log alone."""

    rounds: int | None
    """How many there will be, if the plan says so."""
    version: int = 0
    names: list[str] = field(default_factory=list)
    tables: dict[int, dict[int, Table]] = field(default_factory=dict)
    """By round and number."""

    def take(self, entry: Json) -> str:
        """Take an entry of the log, and return how it is told; nothing of one that says nothing new or is not known."""
        self.version = entry["number"]
        told = TOLD.get(entry["type"], "")
        match entry["type"]:
            case "entered":
                self.names.append(clean(entry["name"]))
                told = f"{self.names[-1]} takes part"
            case "withdrew":
                told = f"{self.names[entry['entrant']]} withdraws"
            case "stage_began":
                told = f"stage {entry['stage'] + 1} begins"
            case "paired":
                told = self._seat(entry)
            case "finished":
                self._table(entry).ended.add(entry["game"])
                told = self._result(entry)
            case "ruled":
                self._table(entry).ruled = True
                told = f"{self._result(entry)}, by the organiser"
        reason = clean(entry.get("reason", ""))
        return f"{told}: {reason}" if told and reason else told

    def open_games(self) -> Iterable[tuple[str, Sequence[int]]]:
        """List the games that go on, with the entrants of their tables."""
        for tables in self.tables.values():
            for table in tables.values():
                for number, game in enumerate(table.games):
                    if number not in table.ended:
                        yield game, table.entrants

    def bar(self) -> str:
        """Return the bar of the latest round."""
        if not self.tables:
            return "No round is seated yet."
        number, tables = max(self.tables.items())
        closed, of = sum(each.is_closed for each in tables.values()), len(tables)
        full = BAR_CELLS * closed // of
        many = f" of {self.rounds}" if self.rounds is not None else ""
        return f"Round {number}{many}  {FULL * full}{EMPTY * (BAR_CELLS - full)}  {closed} of {of} tables"

    def _seat(self, entry: Json) -> str:
        """Seat a round."""
        self.tables[entry["round"]] = {
            each["table"]: Table(each["entrants"], each["games"]) for each in entry["tables"]
        }
        byes = [self.names[each] for each in entry.get("byes", [])]
        free = f"; a bye for {', '.join(byes)}" if byes else ""
        many = len(entry["tables"])
        return f"round {entry['round']}: {many} table{'s' if many != 1 else ''}{free}"

    def _table(self, entry: Json) -> Table:
        return self.tables[entry["round"]][entry["table"]]

    def _result(self, entry: Json) -> str:
        """Tell how those at a table were placed, the best first."""
        table = self._table(entry)
        placed = sorted(zip(entry["ranks"], table.entrants, strict=True))
        told = ", ".join(f"{rank}. {self.names[entrant]}" for rank, entrant in placed)
        game = f", game {entry['game'] + 1} of {len(table.games)}" if len(table.games) > 1 and "game" in entry else ""
        return f"round {entry['round']}, table {entry['table']}{game}: {told}"


def rounds_of(plan: Json) -> int | None:
    """Return how many rounds a plan has, if each of its stages says so."""
    rounds = [each.get("rounds", 0) for each in plan["stages"]]
    return sum(rounds) if all(rounds) else None


def standings_table(standings: Sequence[Json]) -> list[str]:
    """Lay standings out, the best first, with the tie-breaks that were compared; lots alone say nothing."""
    heading = ["", "name", "points", *_tie_breaks(standings[0] if standings else {}), "games"]
    rows = [
        [
            f"{each['place']}.",
            clean(each["name"]),
            _number(each["points"]),
            *map(_number, _tie_breaks(each).values()),
            str(each["played"]),
        ]
        for each in standings
    ]
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    return [_row(each, widths) for each in [heading, *rows]]


def _tie_breaks(standing: Json) -> Mapping[str, float]:
    """Return what is compared of an entrant, by the name of the tie-break."""
    compared = standing.get("tie_breaks", [])
    return {each["tie_break"]: each["value"] for each in compared if each["tie_break"] != "lots"}


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Lay a row out: the name to the left, all else to the right."""
    padded = [
        f"{cell:<{width}}" if at == 1 else f"{cell:>{width}}"
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  " + "  ".join(padded)


def _number(value: float) -> str:
    """Write a number with as many decimals as it needs, four at most."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
