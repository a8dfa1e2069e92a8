"""Show the progress of a tournament from its log: as lines, as a progress bar, and as standings."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workers.command.console import clean

Entry: TypeAlias = Mapping[str, Any]
BAR_CELLS = 30
FULL, EMPTY = "█", "░"
HIDDEN = "the game has ended"
"""Text for a result that is hidden, because another game with the same deal is running."""
EVENT_TEXTS: Mapping[str, str] = {
    "started": "the tournament starts",
    "postponed": "the tournament waits for more entrants",
    "changed": "the organiser changes the tournament",
    "paused": "the tournament is paused",
    "resumed": "the tournament resumes",
    "cancelled": "the tournament is cancelled",
    "ended": "the tournament is over",
    "reopened": "the tournament is reopened",
}
"""Texts for events of the whole tournament."""
WITH_DEADLINES: Mapping[str, str] = {"lineup_closes_soon": "the line-ups of round", "round_ends_soon": "round"}
"""Texts for what ends soon, by event."""


@dataclass
class TableProgress:
    """A match table, and the state of its games."""

    entrants: Sequence[int]
    games: list[str]
    ended: set[int] = field(default_factory=set)
    """Games that have a result."""
    stopped: set[int] = field(default_factory=set)
    ruled: bool = False
    ruled_games: set[int] = field(default_factory=set)

    @property
    def is_closed(self) -> bool:
        """Whether the table has a result."""
        return self.ruled or len(self.ended | self.ruled_games) == len(self.games)


@dataclass
class Progress:
    """The progress of a tournament, from its log alone."""

    rounds: int | None
    """Number of rounds, if the plan states it."""
    version: int = 0
    names: list[str] = field(default_factory=list)
    tables: dict[int, dict[int, TableProgress]] = field(default_factory=dict)
    """Tables by round and number."""
    gone: dict[str, TableProgress] = field(default_factory=dict)
    """Tables of rounds that were taken back, by their first games. A table with this game later continues."""

    def take(self, entry: Entry) -> str:
        """Apply an entry of the log and return its text; empty for an entry that changes nothing visible."""
        self.version = entry["number"]
        text = EVENT_TEXTS.get(entry["type"], "")
        match entry["type"]:
            case "entered":
                self.names.append(clean(entry["name"]))
                text = f"{self.names[-1]} takes part"
            case "withdrew" | "reentered" | "disqualified" | "penalised":
                text = f"{self.names[entry['entrant']]} {_judged(entry)}"
            case "stage_began":
                text = f"stage {entry['stage'] + 1} starts"
            case "paired":
                text = self._seat(entry)
            case "lineup_closes_soon" | "round_ends_soon":
                text = f"{WITH_DEADLINES[entry['type']]} {entry['round']}: open until {entry['until']}"
            case "finished" if self._has_game(entry):
                self._table(entry).ended.add(entry["game"])
                text = self._result(entry)
            case "game_opened" | "forfeited" | "stopped":
                text = self._continue(entry)
            case "ruled" | "ruling_withdrawn":
                text = self._rule(entry)
            case "taken_back":
                removed = self.tables.pop(entry["round"], {}).values()
                self.gone |= {each.games[0]: each for each in removed}
                text = f"round {entry['round']} is taken back"
        reason = clean(entry.get("reason", ""))
        return f"{text}: {reason}" if text and reason else text

    def open_games(self) -> Iterable[tuple[str, Sequence[int]]]:
        """Yield the running games with the entrants of their tables."""
        for tables in self.tables.values():
            for table in tables.values():
                for number, game in enumerate(table.games):
                    if number not in table.ended | table.stopped:
                        yield game, table.entrants

    def bar(self) -> str:
        """Return the progress bar of the latest round."""
        if not self.tables:
            return "No round has started yet."
        number, tables = max(self.tables.items())
        closed, of = sum(each.is_closed for each in tables.values()), len(tables)
        many = f" of {self.rounds}" if self.rounds is not None else ""
        return f"Round {number}{many}  {_cells(closed, of)}  {closed} of {of} tables"

    def _seat(self, entry: Entry) -> str:
        self.tables[entry["round"]] = {
            each["table"]: self.gone.get(each["games"][0]) or TableProgress(each["entrants"], [*each["games"]])
            for each in entry["tables"]
        }
        byes = [self.names[each] for each in entry.get("byes", [])]
        free = f"; a bye for {', '.join(byes)}" if byes else ""
        many = len(entry["tables"])
        return f"round {entry['round']}: {many} table{'s' if many != 1 else ''}{free}"

    def _has_game(self, entry: Entry) -> bool:
        """Whether the game of an entry is at its table, and not of a round that was taken back."""
        table = self.tables.get(entry["round"], {}).get(entry["table"])
        return table is not None and table.games[entry["game"] : entry["game"] + 1] == [entry["game_id"]]

    def _continue(self, entry: Entry) -> str:
        """Record a further or a stopped game, unless its round was taken back, or the forfeit of a match."""
        table = self.tables.get(entry["round"], {}).get(entry["table"])
        if table is None:
            return ""
        if entry["type"] == "forfeited":
            left = ", ".join(self.names[each] for each in entry["entrants"])
            return f"round {entry['round']}, table {entry['table']}: the match is forfeited by {left}"
        if entry["type"] == "game_opened":
            table.games[entry["game"] :] = [entry["game_id"]]
            table.stopped.discard(entry["game"])
        elif self._has_game(entry):
            table.stopped.add(entry["game"])
        return ""

    def _rule(self, entry: Entry) -> str:
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

    def _table(self, entry: Entry) -> TableProgress:
        return self.tables[entry["round"]][entry["table"]]

    def _result(self, entry: Entry) -> str:
        """Return the ranks at a table, the best first, or HIDDEN."""
        table = self._table(entry)
        placed = sorted(zip(entry.get("ranks", ()), table.entrants, strict=False))
        text = ", ".join(f"{rank}. {self.names[entrant]}" for rank, entrant in placed) or HIDDEN
        return f"round {entry['round']}, table {entry['table']}{_of_match(entry, table)}: {text}"


def _of_match(entry: Entry, table: TableProgress) -> str:
    """Return which game of a match an entry concerns; empty for a whole match."""
    return f", game {entry['game'] + 1} of {len(table.games)}" if len(table.games) > 1 and "game" in entry else ""


def _judged(entry: Entry) -> str:
    """Return the text of an event about an entrant."""
    match entry["type"]:
        case "withdrew":
            return "withdraws"
        case "reentered":
            return "re-enters"
        case "disqualified":
            return "is disqualified"
    return f"loses {entry['penalty']} points" if entry["penalty"] else "no longer has a penalty"


def seating_bar(seating: Entry) -> str:
    """Return the progress bar of a round that is being created."""
    created, games = seating["games_created"], seating["games"]
    return f"Creating round {seating['round']}  {_cells(created, games)}  {created} of {games} games"


def _cells(done: int, of: int) -> str:
    full = BAR_CELLS * done // of
    return f"{FULL * full}{EMPTY * (BAR_CELLS - full)}"


def rounds_of(plan: Entry) -> int | None:
    """Return the number of rounds of a plan; None if a stage does not state it."""
    rounds = [each.get("rounds", 0) for each in plan["stages"]]
    return sum(rounds) if all(rounds) else None


def standings_table(standings: Sequence[Entry]) -> list[str]:
    """Format standings, the best first, with the compared tie-breaks except the random one."""
    heading = ["", "name", "points", *_tie_breaks(standings[0] if standings else {}), "games"]
    rows = [
        [
            f"{_places(each)}.",
            clean(each["name"]),
            _number(each["points"]),
            *map(_number, _tie_breaks(each).values()),
            str(each["played"]),
        ]
        for each in standings
    ]
    widths = [max(map(len, column)) for column in zip(heading, *rows, strict=True)]
    return [_row(each, widths) for each in [heading, *rows]]


def _places(standing: Entry) -> str:
    """Return the place of an entrant, or the places that it shares, such as `3-4`."""
    return f"{standing['place']}-{standing['place_to']}" if "place_to" in standing else str(standing["place"])


def _tie_breaks(standing: Entry) -> Mapping[str, float]:
    """Return the compared values of an entrant by tie-break."""
    compared = standing.get("tie_breaks", [])
    return {each["tie_break"]: each["value"] for each in compared if each["tie_break"] != "random"}


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    padded = [
        f"{cell:<{width}}" if at == 1 else f"{cell:>{width}}"
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return "  " + "  ".join(padded)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
