"""Store the games of the arena, one per line in a file per ruleset, as they end: a killed run loses none.

A line is a game, or states the meeting, way of play and commit of the following games:

    {"meeting":["riddle","default",2,"hard","greedy"],"way":"e7a580197c","commit":"c0ffee"}
    [0,0,[1,2],[7,0],25]
    [0,1,[2,1],[6,7],37]

All games of a meeting have the same way of play: newer ones replace older ones.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final

import msgspec

from tests.lab.strength.playing import Game, Meeting

FOLDER: Final = Path(".arena")
"""The folder of the games, which is not committed."""


class Origin(msgspec.Struct, frozen=True):
    """The origin of games."""

    meeting: Meeting
    way: str
    """`way_of_play` of the table."""
    commit: str


class Entry(msgspec.Struct, frozen=True):
    """A stored game."""

    meeting: Meeting
    game: Game
    way: str
    commit: str

    @property
    def origin(self) -> Origin:
        """Return the origin of the game."""
        return Origin(self.meeting, self.way, self.commit)


class StoredGames:
    """The stored games in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._last: dict[str, Origin] = {}
        """For each ruleset, the origin of the game that was added last."""

    def add(self, entry: Entry) -> None:
        """Append a game at once."""
        ruleset = entry.meeting.ruleset
        known = self._last.get(ruleset) == entry.origin
        self._last[ruleset] = entry.origin
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._file(ruleset).open("ab") as file:
            file.write(_lines([entry.game] if known else [entry.origin, entry.game]))

    def entries(self, ruleset: str) -> list[Entry]:
        """List all games of a ruleset in the order in which they ended."""
        return list(self._read(self._file(ruleset)))

    def games(self, meeting: Meeting, way: str) -> dict[tuple[int, int], Game]:
        """Return the games of a meeting with this way of play, by deal and seat."""
        fit = [each for each in self.entries(meeting.ruleset) if (each.meeting, each.way) == (meeting, way)]
        return {(each.game.deal, each.game.tested): each.game for each in fit}

    def drop_outdated(self, meeting: Meeting, way: str) -> None:
        """Drop games that new games of a meeting replace: those played another way, and an incomplete line."""
        entries = self.entries(meeting.ruleset)
        fit = [each for each in entries if each.meeting != meeting or each.way == way]
        if len(fit) < len(entries) or self._is_torn(meeting.ruleset):
            self._replace(meeting.ruleset, fit)

    def _file(self, ruleset: str) -> Path:
        return self.folder / f"{ruleset}.jsonl"

    def _replace(self, ruleset: str, entries: Iterable[Entry]) -> None:
        """Write the file of a ruleset again."""
        fresh = self._file(ruleset).with_suffix(".new")
        with fresh.open("wb") as file:
            for origin, group in groupby(entries, lambda entry: entry.origin):
                file.write(_lines([origin, *(entry.game for entry in group)]))
        fresh.replace(self._file(ruleset))
        self._last.pop(ruleset, None)

    def _is_torn(self, ruleset: str) -> bool:
        """Whether the last line of a file is incomplete."""
        file = self._file(ruleset)
        return file.exists() and not file.read_bytes().endswith(b"\n")

    def _read(self, file: Path) -> Iterator[Entry]:
        """Read a file without an incomplete last line."""
        lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        origin = None
        for line in lines:
            if not line.endswith(b"\n"):
                return
            if line.startswith(b"{"):
                origin = msgspec.json.decode(line, type=Origin)
            elif origin:
                yield Entry(origin.meeting, msgspec.json.decode(line, type=Game), origin.way, origin.commit)


def _lines(values: Iterable[Any]) -> bytes:
    return b"".join([msgspec.json.encode(value) + b"\n" for value in values])
