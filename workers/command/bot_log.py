"""Write what a bot does as files, which stay readable if the command is killed.

`program.log` has the standard error of the program, and a line for each of its starts and failures. `games.jsonl` has a
line of JSON for each game at its end. Each line is one write to the end of its file.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bottega_client import Client, NetworkError, Problem

from workers.command.console import clean, print_status

PROGRAM_LOG = "program.log"
GAMES = "games.jsonl"
READABLE = 0o644


class NotWritable(Exception):
    """The files of a log cannot be written; the message says why."""


@dataclass
class Played:
    """What the program did in a game at one seat, since the command was started."""

    decisions: int = 0
    """Number of accepted actions of the program."""
    seconds: float = 0.0
    """Time between the requests and the responses of the program."""
    defaults: int = 0
    """Number of first legal actions that were taken because the program was too slow."""
    failures: int = 0
    """Number of failures of the program at a decision of this seat."""


@dataclass(frozen=True)
class GameEnd:
    """A game that has ended, as its seat sees it."""

    view: Mapping[str, Any]
    seats: Any


def read_end(client: Client, game: str, token: str) -> GameEnd | None:
    """Return the end of a game; None if the game cannot be read any more."""
    try:
        return GameEnd(client.query_view(game, token=token), client.list_seats(game, token=token)["seats"])
    except (Problem, NetworkError) as error:
        print_status(f"{game}: the result cannot be read: {error}")
        return None


class BotLog:
    """The files of a bot in a directory."""

    def __init__(self, directory: Path) -> None:
        """Open the files, and create them if they do not exist. Raises NotWritable."""
        self._path = directory
        self._is_full = False
        try:
            directory.mkdir(parents=True, exist_ok=True)
            self.errors = _opened(directory / PROGRAM_LOG)
            self._games = _opened(directory / GAMES)
            self._reported = _reported(directory / GAMES)
        except OSError as error:
            raise NotWritable(f"{directory}: {error.strerror}") from error

    def say(self, text: str) -> None:
        """Add a line to the log of the program."""
        self._append(self.errors, f"{_now()} bottega: {clean(text)}\n")

    def end(self, ended: GameEnd, played: Played) -> None:
        """Add the line of a game that has ended, once for each seat."""
        line = _result(ended, played)
        if (line["game_id"], line["seat"]) not in self._reported:
            self._reported.add((line["game_id"], line["seat"]))
            self._append(self._games, json.dumps(line) + "\n")

    def _append(self, file: int, text: str) -> None:
        """Write a text; games go on if that fails."""
        try:
            os.write(file, text.encode())
        except OSError as error:
            if not self._is_full:
                print_status(f"{self._path}: {error.strerror}; the games go on without a log")
            self._is_full = True


def _opened(path: Path) -> int:
    """Open a file for lines at its end, after any line that a crash of the machine cut off."""
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, READABLE)
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n":
        os.write(file, b"\n")
    return file


def _reported(path: Path) -> set[tuple[str, int]]:
    """Return the games and seats that a file of results has; lines that are cut off have none."""
    found = set()
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        with suppress(ValueError, TypeError, KeyError):
            result = json.loads(line)
            found.add((result["game_id"], result["seat"]))
    return found


def _result(ended: GameEnd, played: Played) -> dict[str, Any]:
    """Return the line of a game."""
    view, places = ended.view, {each["seat"]: each for each in ended.view.get("outcome", ())}
    own = places.get(view["seat"], {})
    reason = {"reason": own["reason"]} if "reason" in own else {}
    return {
        "at": _now(),
        "game_id": view["game_id"],
        "ruleset": view["ruleset"],
        "seat": view["seat"],
        "opponents": [
            _opponent(each, places.get(each["seat"], {})) for each in ended.seats if each["seat"] != view["seat"]
        ],
        **_place(own),
        "outcome": own.get("result", view["status"]),
        **reason,
        **asdict(played),
        "seconds": round(played.seconds, 3),
    }


def _opponent(seat: Mapping[str, Any], ranked: Mapping[str, Any]) -> dict[str, Any]:
    named = {name: seat[name] for name in ("seat", "name", "player", "level") if name in seat}
    return {**named, **_place(ranked)}


def _place(ranked: Mapping[str, Any]) -> dict[str, Any]:
    """Return the place and points of a seat; none for a game that was aborted."""
    return {"place": ranked["rank"], "points": ranked["total"]} if ranked else {}


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
