"""Verify archived records of games and of tournaments with their games."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import msgspec

from domain.record import Wire
from domain.ruleset import AnyRuleset
from domain.verification import NO_JSON, UNPROVEN, Irreproducible, RecordMismatch
from domain.verification import verify as verify_game
from service.tournaments.rules.game_records import VerifiedTournament, check_game
from service.tournaments.rules.record import FORMAT
from service.tournaments.rules.verification import verify_alone
from workers.command.console import say


class _Which(msgspec.Struct):
    """The field that identifies a record."""

    format: str = ""


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


class _File(NamedTuple):
    """A file of records."""

    path: Path
    text: bytes
    which: _Which
    error: str = ""
    """Why the file cannot be read; empty if it can."""


@dataclass
class _Report:
    """What verification found out about a file."""

    path: Path
    text: str
    """The description of a valid record, or the fault."""
    format: str = ""
    """The format of a valid record; empty if there is a fault."""


def run(paths: Sequence[Path], rulesets: Mapping[str, AnyRuleset], published: str = "") -> int:
    """Verify the records in some files, print a line for each, and return 1 if one of them is not valid, else 0.

    After the files it prints what valid records prove and what they do not. `published` is the hash that the service
    published for the only file. Records of games after a tournament must match the tournament. A fault is that of one
    file: games are verified alone if the record of their tournament is not valid.
    """
    right, faults = set[str](), 0
    for group in _grouped(map(_read, paths)):
        for each in _reports(group, rulesets, published):
            faults += not each.format
            right |= {each.format} - {""}
            say(f"{each.path}: {'right: ' if each.format else ''}{each.text}", error=not each.format)
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


def _read(path: Path) -> _File:
    try:
        text = path.read_bytes()
    except OSError as error:
        return _File(path, b"", _Which(), error.strerror or str(error))
    return _File(path, text, _which(text))


def _which(text: bytes) -> _Which:
    """Return the kind of a record; unreadable text is no tournament."""
    try:
        return msgspec.json.decode(text, type=_Which)
    except NO_JSON:
        return _Which()


def _grouped(files: Iterable[_File]) -> Iterator[list[_File]]:
    """Yield each tournament with the files after it. The first group may have no tournament."""
    group: list[_File] = []
    for each in files:
        if each.which.format == FORMAT and group:
            yield group
            group = []
        group.append(each)
    yield group


def _reports(group: Sequence[_File], rulesets: Mapping[str, AnyRuleset], published: str) -> Iterator[_Report]:
    """Verify a tournament and the games after it, or games without a tournament."""
    if group[0].which.format != FORMAT:
        yield from (_game(each, rulesets, published, None) for each in group)
        return
    tournament, report = _tournament(group[0], published)
    games = [_game(each, rulesets, published, tournament) for each in group[1:]]
    if tournament is not None:
        report.text += f", {sum(bool(each.format) for each in games)} of them verified"
    yield from (report, *games)


def _tournament(file: _File, published: str) -> tuple[VerifiedTournament | None, _Report]:
    """Verify a tournament without its games; return None and its fault if it is not valid."""
    try:
        record, verified = verify_alone(file.text)
    except RecordMismatch as fault:
        return None, _Report(file.path, str(fault))
    if published and record["hash"] != published:
        return None, _Report(file.path, f"hash: {record['hash']} is not the published hash {published}")
    return verified, _Report(file.path, _described(record), FORMAT)


def _game(
    file: _File, rulesets: Mapping[str, AnyRuleset], published: str, tournament: VerifiedTournament | None
) -> _Report:
    """Verify a game, and compare it with its tournament, if one is known."""
    if file.error:
        return _Report(file.path, file.error)
    try:
        record = verify_game(file.text, rulesets, published)
        if tournament is not None:
            check_game(tournament, record, rulesets)
    except Irreproducible as fault:
        return _Report(file.path, _unproven(fault, rulesets, tournament))
    except RecordMismatch as fault:
        return _Report(file.path, str(fault))
    seats, events = len(record["seats"]), len(record["events"])
    text = f"{record['ruleset']}, {seats} seats, {events} events, hash {record['hash']}"
    return _Report(file.path, text, record["format"])


def _unproven(fault: Irreproducible, rulesets: Mapping[str, AnyRuleset], tournament: VerifiedTournament | None) -> str:
    """Return what is wrong with a game that cannot be repeated: also that it is not the one of its tournament."""
    try:
        if tournament is not None:
            check_game(tournament, fault.record, rulesets)
    except RecordMismatch as mismatch:
        return str(mismatch)
    return str(fault)


def _described(record: Wire) -> str:
    kinds = [event["type"] for event in record["log"]]
    rounds = kinds.count("paired") - kinds.count("taken_back")
    unproven = sum("irreproducible" in event for event in record["log"])
    unrepeatable = f" ({unproven} of them cannot be repeated)" if unproven else ""
    return (
        f"tournament of {record['plan']['ruleset']}, {kinds.count('entered')} entrants, {rounds} rounds, "
        f"seed of {record['commitment']}, {kinds.count('finished')} games{unrepeatable}"
    )
