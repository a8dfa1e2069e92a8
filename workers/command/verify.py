"""Verify archived records of games and of tournaments with their games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path

import msgspec

from domain.record import Wire
from domain.ruleset import AnyRuleset
from domain.verification import NO_JSON, UNPROVEN, RecordMismatch
from domain.verification import verify as verify_game
from service.tournaments.rules.record import FORMAT
from service.tournaments.rules.verification import verify as verify_tournament
from workers.command.console import say


class _Which(msgspec.Struct):
    """The fields that identify a record."""

    format: str = ""
    game_id: str = ""


PROVEN = (
    "  proven: the file is complete, and every action follows the rules;",
    "  proven: all dice follow from the seed, and the ranks from the log.",
)
TOURNAMENT = (
    "  proven of a tournament: all pairings follow from seed and log, and the standings from the results;",
    "  not proven of a tournament: that it took place, who entered, and results of games without their records.",
)
COMPARED = ("  proven: it is the record that the service published under this hash, every field of it.",)
PUBLISHED = "  not proven without the published hash (--hash): the file may describe a game that was never played."
WHERE = (
    "  The service publishes the hash as `record_hash`: with the result, in lists, and in players' feeds.",
    "  The commitment was published when the game was created: it binds seed and salt.",
)


def run(paths: Sequence[Path], rulesets: Mapping[str, AnyRuleset], published: str = "") -> int:
    """Verify the records in some files, print a line for each, and return 1 if one of them is not valid, else 0.

    After the files it prints what valid records prove and what they do not. `published` is the hash that the service
    published for the only file. Records of games after a tournament must match the tournament.
    """
    right, faults = set[str](), 0
    for path, games in _grouped(paths):
        try:
            text = path.read_bytes()
            say(f"{path}: right: {_verified(text, games, rulesets, published)}")
            right.add(_which(text).format)
        except (RecordMismatch, OSError) as error:
            faults += 1
            say(f"{path}: {error.strerror if isinstance(error, OSError) else error}", error=True)
    if right:
        say(*_meaning(right, published))
    return 1 if faults else 0


def _meaning(formats: Set[str], published: str) -> Iterator[str]:
    """Yield what valid records of these formats prove, and what they do not."""
    yield "What this means:"
    yield from TOURNAMENT if FORMAT in formats else ()
    yield from PROVEN if formats - {FORMAT} else ()
    if published:
        yield from COMPARED
        return
    yield PUBLISHED
    yield from (f"    - {words}: {', '.join(fields)}" for words, fields in UNPROVEN)
    yield from WHERE


def _grouped(paths: Iterable[Path]) -> list[tuple[Path, dict[str, bytes]]]:
    """Return the files, each tournament with the records of its games, by id."""
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
    """Read a file; empty if it is unreadable, which `run` reports later."""
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _which(text: bytes) -> _Which:
    """Return the kind of a record; unreadable text is no tournament."""
    try:
        return msgspec.json.decode(text, type=_Which)
    except NO_JSON:
        return _Which()


def _verified(text: bytes, games: Mapping[str, bytes], rulesets: Mapping[str, AnyRuleset], published: str) -> str:
    """Verify a record and describe it; raises RecordMismatch."""
    if _which(text).format == FORMAT:
        record = verify_tournament(text, games, rulesets)
        if published and record["hash"] != published:
            raise RecordMismatch(f"hash: {record['hash']} is not the published hash {published}")
        return _tournament(record, len(games))
    record = verify_game(text, rulesets, published)
    seats, events = len(record["seats"]), len(record["events"])
    return f"{record['ruleset']}, {seats} seats, {events} events, hash {record['hash']}"


def _tournament(record: Wire, games: int) -> str:
    kinds = [event["type"] for event in record["log"]]
    ended = kinds.count("finished")
    rounds = kinds.count("paired") - kinds.count("taken_back")
    return (
        f"tournament of {record['plan']['ruleset']}, {kinds.count('entered')} entrants, {rounds} rounds,"
        f" {ended} games, {games} of them verified, seed of {record['commitment']}"
    )
