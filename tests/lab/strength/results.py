"""Store the result of each meeting, one in a line of `results.jsonl`: all that the report needs of its games.

The games of a result can be played again, see `GAMES.md`. A meeting has one result: that of the newest way of play.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from tests.lab.strength.locking import locked
from tests.lab.strength.playing import NAMED, Meeting, way_of_play
from tests.lab.strength.programme import programme
from tests.lab.strength.score import Score

RESULTS: Final = Path(__file__).with_name("results.jsonl")


class Result(msgspec.Struct, frozen=True):
    """The result of a meeting, and the code that played its games."""

    score: Score
    way: str
    """`way_of_play` of the table."""
    commit: str
    is_current: bool = True
    """Whether the games were played as the present code plays."""

    @property
    def origin(self) -> str:
        """Return the commit, with a mark if random draws were numbered by step, in brackets if it is not current."""
        named = f"{self.commit}{'' if self.way.endswith(NAMED) else '°'}"
        return named if self.is_current else f"({named})"


def read(file: Path = RESULTS) -> list[Result]:
    """Return the stored results, by ruleset in the order of the programme."""
    return msgspec.json.Decoder(Result).decode_lines(file.read_bytes()) if file.exists() else []


def games_stored(results: Iterable[Result], meeting: Meeting, way: str) -> int:
    """Return the number of games in the stored result of a meeting, if they were played this way."""
    return sum(each.score.games for each in results if (each.score.meeting, each.way) == (meeting, way))


def keep(result: Result, file: Path = RESULTS) -> None:
    """Store a result in place of the former one of its meeting, unless that has more games of the same way of play."""
    meeting = result.score.meeting
    with locked(file.parent):
        results = read(file)
        if games_stored(results, meeting, result.way) < result.score.games:
            others = [_outdated(each, result) for each in results if each.score.meeting != meeting]
            _write([*others, result], file)


def mark(file: Path = RESULTS) -> None:
    """Mark which stored results are of the present way of play."""
    with locked(file.parent):
        _write([replace(each, is_current=_is_present(each)) for each in read(file)], file)


def _is_present(result: Result) -> bool:
    return result.way.removesuffix(NAMED) == way_of_play(*_table(result)).removesuffix(NAMED)


def _outdated(stored: Result, newer: Result) -> Result:
    """Return a stored result, which is not current if a newer one of its table was played in another way."""
    is_same = stored.way.removesuffix(NAMED) == newer.way.removesuffix(NAMED)
    return stored if is_same or _table(stored) != _table(newer) else replace(stored, is_current=False)


def _table(result: Result) -> tuple[str, str, int]:
    """Return ruleset, options and number of seats."""
    return result.score.meeting.ruleset, result.score.meeting.options, result.score.meeting.seats


def _write(results: Iterable[Result], file: Path) -> None:
    """Write all results; meetings that are not in the programme come last."""
    order = {row.meeting: place for place, row in enumerate(programme())}
    ordered = sorted(results, key=lambda each: (each.score.meeting.ruleset, order.get(each.score.meeting, len(order))))
    fresh = file.with_suffix(".new")
    fresh.write_bytes(msgspec.json.Encoder().encode_lines(ordered))
    fresh.replace(file)
