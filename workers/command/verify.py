"""Verifying archived records: of games, each by itself, and of tournaments with the games that follow them."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from domain.record import Wire
from domain.ruleset import AnyRuleset
from domain.verification import Altered
from domain.verification import verify as verify_game
from service.tournament.record import FORMAT
from service.tournament.verification import verify as verify_tournament
from workers.command.telling import say


class _Which(msgspec.Struct):
    """As much of a record as it takes to know which it is."""

    format: str = ""
    game_id: str = ""


def run(paths: Sequence[Path], rulesets: Mapping[str, AnyRuleset]) -> int:
    """Verify the records in some files, print a line for each, and return the exit code: 1 if one of them is not right.

    Records of games that come after a tournament are held to it as well.
    """
    faults = 0
    for path, games in _grouped(paths):
        try:
            say(f"{path}: right: {_verified(path.read_bytes(), games, rulesets)}")
        except (Altered, OSError) as error:
            faults += 1
            say(f"{path}: {error.strerror if isinstance(error, OSError) else error}", error=True)
    return 1 if faults else 0


def _grouped(paths: Iterable[Path]) -> list[tuple[Path, dict[str, bytes]]]:
    """List the files, each tournament with the records of games that come after it, by id."""
    grouped: list[tuple[Path, dict[str, bytes]]] = []
    tournament: dict[str, bytes] | None = None
    for path in paths:
        text, games = _text(path), dict[str, bytes]()
        which = _which(text)
        if which.format == FORMAT:
            tournament = games
        elif tournament is not None:
            tournament[which.game_id] = text
        grouped.append((path, games))
    return grouped


def _text(path: Path) -> bytes:
    """Read a file; one that cannot be read is told of when its turn comes."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _which(text: bytes) -> _Which:
    """Tell which record a text is; what cannot be read is none of a tournament."""
    try:
        return msgspec.json.decode(text, type=_Which)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _Which()


def _verified(text: bytes, games: Mapping[str, bytes], rulesets: Mapping[str, AnyRuleset]) -> str:
    """Verify a record and say what it is of; raises Altered."""
    if _which(text).format == FORMAT:
        return _tournament(verify_tournament(text, games, rulesets), len(games))
    record = verify_game(text, rulesets)
    seats, events = len(record["seats"]), len(record["events"])
    return f"{record['ruleset']}, {seats} seats, {events} events, seed of {record['commitment']}"


def _tournament(record: Wire, games: int) -> str:
    """Say what a record of a tournament is of."""
    kinds = [event["type"] for event in record["log"]]
    ended = kinds.count("finished")
    return (
        f"tournament of {record['plan']['ruleset']}, {kinds.count('entered')} entrants, {kinds.count('paired')} rounds,"
        f" {ended} games, {games} of them verified, seed of {record['commitment']}"
    )
