"""Read a tournament from a TOML file, and report mistakes with their places.

All tables except `entrants` are fields of the body of `createTournament`; only the service checks them, so the file
supports all its fields. Entrants may also have a key and a program to play with.
"""

import json
import os
import shlex
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from hashlib import sha256
from pathlib import Path
from typing import Any

from bottega_client import Json, Problem

from service.resources.advice import MOST_POSITIONS
from service.tournaments.resources.entrants import EntrantRequest

TABLES = ("stages", "clock", "absence")
"""Tables beside `tournament` and `entrants`."""
SENT = EntrantRequest.__struct_fields__
"""Fields of an entrant that are sent to the service."""
WHO = ("level", "player", "key", "command")
OWN: Mapping[str, tuple[type, ...]] = {
    "key": (str,),
    "command": (str, list),
    "seconds": (int, float),
    "positions": (int,),
}
"""Fields that are not sent, with their types."""


class BadFile(Exception):
    """The file describes no tournament; the message has a line for each mistake."""


@dataclass(frozen=True)
class Program:
    """The program that an entrant plays with; see the options of `bottega bot`."""

    command: tuple[str, ...]
    seconds: float | None
    positions: int


@dataclass(frozen=True)
class EntrantEntry:
    """An entrant of the file."""

    sent: Json
    key: str
    """Key of the player; empty without one."""
    program: Program | None


@dataclass(frozen=True)
class TournamentFile:
    """The contents of a file."""

    path: Path
    plan: Json
    """The body for the service, without the entrants."""
    entrants: Sequence[EntrantEntry]
    digest: str
    """Hash of the contents, independent of formatting."""

    @property
    def starts_automatically(self) -> bool:
        """Whether it starts at once: all entrants are listed and no start time is set."""
        return (
            self.plan.get("registration", "organiser") == "organiser"
            and not self.plan.get("check_in")
            and "starts_at" not in self.plan
        )


def read(path: Path, environ: Mapping[str, str] = os.environ) -> TournamentFile:
    """Read a file; raises BadFile."""
    try:
        stated = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadFile(f"{path}: {error.strerror}") from error
    except ValueError as error:
        raise BadFile(f"{path}: {error}") from error
    mistakes = [*_misplaced(stated)] or [*_wrong_entrants(stated.get("entrants", []), environ)]
    if mistakes:
        raise _bad(path, mistakes)
    plan = {**stated["tournament"], **{name: stated[name] for name in TABLES if name in stated}}
    entrants = [_entrant(_as_json(each), environ) for each in stated.get("entrants", [])]
    digest = sha256(json.dumps(_as_json(stated), sort_keys=True).encode()).hexdigest()
    return TournamentFile(path, _as_json(plan), entrants, digest)


def rejected(file: TournamentFile, rejection: Problem) -> BadFile:
    """Return the service's rejection with its places in the file."""
    problem = rejection.body
    if "errors" in problem:
        return _bad(file.path, [(_place(each["path"]), each["message"]) for each in problem["errors"]])
    return _bad(file.path, [(_rejected_place(file, problem), str(problem.get("detail")))])


def _bad(path: Path, mistakes: Sequence[tuple[str, str]]) -> BadFile:
    lines = [f"{path}: {f'{place}: ' if place else ''}{text}" for place, text in mistakes]
    return BadFile("\nbottega: ".join(lines))


def _misplaced(stated: Json) -> Iterator[tuple[str, str]]:
    """Yield tables and fields at wrong places."""
    plan, entrants = stated.get("tournament"), stated.get("entrants", [])
    if not isinstance(plan, dict):
        yield "tournament", "The table [tournament] is missing; it needs `name`, `ruleset` and more."
        return
    if not isinstance(entrants, list) or not all(isinstance(each, dict) for each in entrants):
        yield "entrants", "Must be tables, each under [[entrants]]."
    for name in stated:
        if name not in ("tournament", "entrants", *TABLES):
            yield name, "Unknown table."
    for name in ("entrants", *TABLES):
        if name in plan:
            yield f"tournament.{name}", "Must be a separate table beside [tournament]."
    for name in ("starts_at", "round_times", "round_ends"):
        value = plan.get(name)
        moments = value if isinstance(value, list) else [value]
        if any(isinstance(each, datetime) and each.tzinfo is None for each in moments):
            yield f"tournament.{name}", "Needs an offset from UTC, such as the Z in 2030-01-31T18:00:00Z."


def _wrong_entrants(entrants: Sequence[Json], environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield mistakes in the fields of entrants that the service does not check."""
    named = set[str]()
    for number, entrant in enumerate(entrants):
        for name, text in _wrong_entrant(entrant, environ):
            yield f"entrants[{number}]{name and f'.{name}'}", text
        if "command" in entrant and "key" not in entrant:
            if entrant.get("name") in named:
                yield f"entrants[{number}].name", "Another program has this name."
            named.add(str(entrant.get("name")))


def _wrong_entrant(entrant: Json, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the mistakes of an entrant by field; the field is empty for the whole entrant."""
    who = [name for name in WHO if name in entrant]
    if len(who) != 1 and who != ["key", "command"]:
        yield "", "Needs one of `level`, `player`, `key` and `command`, or a `key` and a `command`."
    for name, value in entrant.items():
        if name not in (*SENT, *OWN):
            yield name, "Unknown field."
        elif name in OWN and (not isinstance(value, OWN[name]) or isinstance(value, bool)):
            yield name, f"Must be {' or '.join(_WORDS[kind] for kind in OWN[name])}."
        elif name in ("seconds", "positions") and "command" not in entrant:
            yield name, "Needs `command`."
    yield from _wrong_values(entrant, environ)


_WORDS: Mapping[type, str] = {str: "text", list: "a list of texts", int: "a whole number", float: "a number"}


def _wrong_values(entrant: Json, environ: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield mistakes in values of the right type."""
    key, command, positions = entrant.get("key"), entrant.get("command", "one"), entrant.get("positions", 0)
    if isinstance(key, str) and not _key(key, environ):
        yield "key", f"The environment has no {key.removeprefix('$')}." if key else "Must not be empty."
    if isinstance(command, str | list) and not _words(command):
        yield "command", "Must be a program and its arguments."
    if "command" in entrant and "key" not in entrant and not (isinstance(name := entrant.get("name"), str) and name):
        yield "name", "A program needs the name of its player."
    if isinstance(positions, int) and not 0 <= positions <= MOST_POSITIONS:
        yield "positions", f"Must be from 0 to {MOST_POSITIONS}."


def _as_json(stated: Any) -> Any:
    """Return the contents with times as text, as they are sent."""
    return json.loads(json.dumps(stated, default=_moment))


def _moment(value: date | time) -> str:
    """Format a time: in UTC with an offset, otherwise unchanged, for the service to reject."""
    if not isinstance(value, datetime) or value.tzinfo is None:
        return str(value)
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _words(command: str | list[Any]) -> tuple[str, ...]:
    """Split a command as a shell does; empty if that fails."""
    if isinstance(command, list):
        return tuple(command) if all(isinstance(each, str) for each in command) else ()
    try:
        return tuple(shlex.split(command))
    except ValueError:
        return ()


def _key(written: str, environ: Mapping[str, str]) -> str:
    """Return a key, or the environment variable that it names, so that the file can be shared."""
    return environ.get(written[1:], "") if written.startswith("$") else written


def _entrant(stated: Json, environ: Mapping[str, str]) -> EntrantEntry:
    sent = {name: stated[name] for name in SENT if name in stated}
    key = _key(stated.get("key", ""), environ)
    if "command" not in stated:
        return EntrantEntry(sent, key, None)
    program = Program(_words(stated["command"]), stated.get("seconds"), stated.get("positions", 0))
    return EntrantEntry(sent, key, program)


def _place(path: str) -> str:
    """Convert a path in the body to a place in the file: `/stages/0/rounds` to `stages[0].rounds`."""
    first, *rest = path.removeprefix("/").split("/")
    table = first if first in ("entrants", *TABLES) else f"tournament.{first}" if first else "tournament"
    return table + "".join(f"[{step}]" if step.isdigit() else f".{step}" for step in rest)


def _rejected_place(file: TournamentFile, problem: Mapping[str, Any]) -> str:
    """Return the place in the file that a problem concerns; empty if it is unknown."""
    code = problem.get("code")
    if code == "unknown_level":
        return _entrant_with(file, "level", lambda level: level not in problem.get("levels", []))
    if code in ("unknown_player", "already_entered"):
        return _entrant_with(file, "player", lambda player: player == problem.get("player"))
    if code == "invalid_plan":
        return f"stages[{problem['stage']}]" if "stage" in problem else "tournament"
    version = "tournament.rules_version"
    places = {
        "tournament_full": "tournament.max_entrants",
        "rules_version_not_hosted": version,
        "rules_version_sunset": version,
    }
    return places.get(str(code), "tournament.options" if "paragraph" in problem else "")


def _entrant_with(file: TournamentFile, field: str, is_meant: Callable[[str], bool]) -> str:
    """Return the place of the first entrant with a matching field, else of the absence level or all entrants."""
    for number, entrant in enumerate(file.entrants):
        if field in entrant.sent and is_meant(entrant.sent[field]):
            return f"entrants[{number}].{field}"
    return "absence.level" if field == "level" else "entrants"
