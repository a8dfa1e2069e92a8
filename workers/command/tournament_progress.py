"""How far a tournament has come, by its log: told in lines, as a bar, and as standings at the end."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workers.command.bot_service import Json
from workers.command.console import clean

BAR_CELLS = 30
FULL, EMPTY = "█", "░"
TOLD: Mapping[str, str] = {
    "started": "it begins",
    "postponed": "it waits for more entrants",
    "changed": "the organiser changes it",
    "paused": "it is paused",
    "resumed": "it goes on",
    "cancelled": "it is cancelled",
    "ended": "it is over",
}
"""What is told of the whole tournament."""


@dataclass
class TableProgress:
    """A table, and which of its games have ended."""

    entrants: Sequence[int]
    games: list[str]
    ended: set[int] = field(default_factory=set)
    """The games that have a result."""
    stopped: set[int] = field(default_factory=set)
    ruled: bool = False
    ruled_games: set[int] = field(default_factory=set)

    @property
    def is_closed(self) -> bool:
        """Whether it has a result."""
        return self.ruled or len(self.ended | self.ruled_games) == len(self.games)


@dataclass
class Progress:
    """How far a tournament has come; carried on by its log alone."""

    rounds: int | None
    """How many there will be, if the plan says so."""
    version: int = 0
    names: list[str] = field(default_factory=list)
    tables: dict[int, dict[int, TableProgress]] = field(default_factory=dict)
    """By round and number."""

    def take(self, entry: Json) -> str:
        """Take an entry of the log, and return how it is told; nothing of one that says nothing new or is not known."""
        self.version = entry["number"]
        told = TOLD.get(entry["type"], "")
        match entry["type"]:
            case "entered":
                self.names.append(clean(entry["name"]))
                told = f"{self.names[-1]} takes part"
            case "withdrew" | "reentered" | "disqualified" | "penalised":
                told = f"{self.names[entry['entrant']]} {_judged(entry)}"
            case "stage_began":
                told = f"stage {entry['stage'] + 1} begins"
            case "paired":
                told = self._seat(entry)
            case "finished":
                self._table(entry).ended.add(entry["game"])
                told = self._result(entry)
            case "stopped":
                self._stop(entry)
            case "ruled" | "ruling_withdrawn":
                told = self._rule(entry)
            case "taken_back":
                self.tables.pop(entry["round"], None)
                told = f"round {entry['round']} is taken back"
        reason = clean(entry.get("reason", ""))
        return f"{told}: {reason}" if told and reason else told

    def open_games(self) -> Iterable[tuple[str, Sequence[int]]]:
        """List the games that go on, with the entrants of their tables."""
        for tables in self.tables.values():
            for table in tables.values():
                for number, game in enumerate(table.games):
                    if number not in table.ended | table.stopped:
                        yield game, table.entrants

    def bar(self) -> str:
        """Return the bar of the latest round."""
        if not self.tables:
            return "No round is seated yet."
        number, tables = max(self.tables.items())
        closed, of = sum(each.is_closed for each in tables.values()), len(tables)
        many = f" of {self.rounds}" if self.rounds is not None else ""
        return f"Round {number}{many}  {_cells(closed, of)}  {closed} of {of} tables"

    def _seat(self, entry: Json) -> str:
        """Seat a round."""
        self.tables[entry["round"]] = {
            each["table"]: TableProgress(each["entrants"], [*each["games"]]) for each in entry["tables"]
        }
        byes = [self.names[each] for each in entry.get("byes", [])]
        free = f"; a bye for {', '.join(byes)}" if byes else ""
        many = len(entry["tables"])
        return f"round {entry['round']}: {many} table{'s' if many != 1 else ''}{free}"

    def _stop(self, entry: Json) -> None:
        """Note a game that was stopped, unless its round was taken back."""
        table = self.tables.get(entry["round"], {}).get(entry["table"])
        if table is not None and table.games[entry["game"]] == entry["game_id"]:
            table.stopped.add(entry["game"])

    def _rule(self, entry: Json) -> str:
        """Take a ruling, or its withdrawal."""
        table, game, is_ruled = self._table(entry), entry.get("game"), entry["type"] == "ruled"
        if game is None:
            table.ruled, table.ruled_games = is_ruled, set() if is_ruled else table.ruled_games
        else:
            (table.ruled_games.add if is_ruled else table.ruled_games.discard)(game)
        for replay in entry.get("replays", []):
            table.games[replay["game"]] = replay["game_id"]
            table.stopped.discard(replay["game"])
        place = f"round {entry['round']}, table {entry['table']}{_of_match(entry, table)}"
        if not is_ruled:
            return f"{place}: the organiser's result is withdrawn"
        result = f"{place}: double loss" if entry.get("double_loss") else self._result(entry)
        return f"{result}, by the organiser"

    def _table(self, entry: Json) -> TableProgress:
        return self.tables[entry["round"]][entry["table"]]

    def _result(self, entry: Json) -> str:
        """Tell how those at a table were placed, the best first."""
        table = self._table(entry)
        placed = sorted(zip(entry["ranks"], table.entrants, strict=True))
        told = ", ".join(f"{rank}. {self.names[entrant]}" for rank, entrant in placed)
        return f"round {entry['round']}, table {entry['table']}{_of_match(entry, table)}: {told}"


def _of_match(entry: Json, table: TableProgress) -> str:
    """Return which game of several an entry is about; nothing for a whole match."""
    return f", game {entry['game'] + 1} of {len(table.games)}" if len(table.games) > 1 and "game" in entry else ""


def _judged(entry: Json) -> str:
    """Return what becomes of an entrant."""
    match entry["type"]:
        case "withdrew":
            return "withdraws"
        case "reentered":
            return "re-enters"
        case "disqualified":
            return "is disqualified"
    return f"loses {entry['penalty']} points" if entry["penalty"] else "has no penalty any more"


def seating_bar(seating: Json) -> str:
    """Return the bar of a round that is being created."""
    created, games = seating["games_created"], seating["games"]
    return f"Creating round {seating['round']}  {_cells(created, games)}  {created} of {games} games"


def _cells(done: int, of: int) -> str:
    """Draw which part of something is done."""
    full = BAR_CELLS * done // of
    return f"{FULL * full}{EMPTY * (BAR_CELLS - full)}"


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
