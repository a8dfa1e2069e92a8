"""Store the games of the arena, one per line in a file per ruleset, as they end: a killed run loses none.

    {"meeting":["riddle","default",2,"hard","greedy"],"game":[0,0,[1,2],[7,0],25],"way":"e7a580197c","commit":"c0ffee"}

All games of a meeting have the same way of play: newer ones replace older ones. Several runs may store games at the
same time: each line names the meeting of its game, and a lock on the folder keeps the lines of other runs.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from tests.lab.strength.locking import locked
from tests.lab.strength.playing import Game, Meeting

FOLDER: Final = Path(".arena")
"""The folder of the games, which is not committed."""


class Entry(msgspec.Struct, frozen=True):
    """A stored game."""

    meeting: Meeting
    game: Game
    way: str
    """`way_of_play` of the table."""
    commit: str


class StoredGames:
    """The stored games in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, entry: Entry) -> None:
        """Append a game at once."""
        with locked(self.folder), self._file(entry.meeting.ruleset).open("ab") as file:
            file.write(_lines([entry]))

    def entries(self, ruleset: str) -> list[Entry]:
        """List all games of a ruleset in the order in which they ended; an incomplete last line is none."""
        file = self._file(ruleset)
        lines = file.read_bytes().splitlines(keepends=True) if file.exists() else []
        return [msgspec.json.decode(line, type=Entry) for line in lines if line.endswith(b"\n")]

    def games(self, meeting: Meeting, way: str) -> dict[tuple[int, int], Game]:
        """Return the games of a meeting with this way of play, by deal and seat."""
        fit = [each for each in self.entries(meeting.ruleset) if (each.meeting, each.way) == (meeting, way)]
        return {(each.game.deal, each.game.tested): each.game for each in fit}

    def drop_outdated(self, meeting: Meeting, way: str) -> None:
        """Drop games that new games of a meeting replace: those played another way, and an incomplete line."""
        with locked(self.folder):
            entries = self.entries(meeting.ruleset)
            fit = _lines([each for each in entries if each.meeting != meeting or each.way == way])
            file = self._file(meeting.ruleset)
            if file.exists() and file.read_bytes() != fit:
                fresh = file.with_suffix(".new")
                fresh.write_bytes(fit)
                fresh.replace(file)

    def _file(self, ruleset: str) -> Path:
        return self.folder / f"{ruleset}.jsonl"


def _lines(entries: Iterable[Entry]) -> bytes:
    return b"".join([msgspec.json.encode(entry) + b"\n" for entry in entries])
