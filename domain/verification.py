"""Checking a record: rebuilt from its head, its seed and its actions alone, it must come out the same to the byte.

Where it does not, the hashes tell which entry was changed, and the rules what in it, as far as it follows from them.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, zip_longest
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.giving_up import GivenUp
from domain.record import (
    AFTER_HEAD,
    FIRST_VERSION,
    FORMAT,
    FORMAT_VERSION,
    NotOver,
    Origin,
    TimedAction,
    Wire,
    canonical,
    seal,
    tell,
    version_of,
    write,
)
from domain.record import head as record_head
from domain.replay import NothingToUndo
from domain.ruleset import AnyRuleset, IllegalAction, plays, read_action

SHOWN = 100
"""How many bytes of a value a message shows."""


class _By(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["clock", "level"]
    reason: Literal["time", "resigned", "left", "decided"]
    level: str | UnsetType = UNSET


class _Event(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    seat: int
    decision: int
    at: str
    action: Wire
    facts: list[Wire]
    hash: str
    by: _By | UnsetType = UNSET
    undoes: int | UnsetType = UNSET


class _Setup(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[Wire]
    hash: str


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    format_version: int
    ruleset: str
    rules_version: int
    game_id: str
    created_at: str
    options: Wire
    seats: list[Wire]
    commitment: str
    seed: str
    chance_facts: list[str]
    setup: _Setup
    events: list[_Event]
    result: Wire
    hash: str
    sandbox: bool | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    salt: str | UnsetType = UNSET


class Altered(Exception):
    """A record that is not as it was made; the message says where that shows."""


def verify(text: bytes, rulesets: Mapping[str, AnyRuleset]) -> Wire:
    """Rebuild a record from its head, seed and actions, and return it; raises Altered if it is not `text`."""
    found = _read(text)
    right, written = _hashes(seal(_head(found), _entries(found))), _hashes(found)
    if right != written:
        broken = next(number for number, digest in enumerate(right) if digest != written[number])
        raise Altered(_explain_hash(found, broken, rulesets))
    head, *entries = _retell(found, rulesets)
    rebuilt = seal(head, entries)
    for path, value, expected in chain(differences(_head(found), head), differences(found, rebuilt)):
        raise Altered(_differs(path, value, expected))
    return rebuilt


# Reading


def _read(text: bytes) -> Wire:
    """Read canonical JSON with the members of a record; raises Altered."""
    try:
        found = msgspec.json.decode(text)
        form = msgspec.convert(found, _Record)
    except msgspec.ValidationError as error:
        fault, _, place = str(error).partition(" - at `$")
        raise Altered(f"{place.strip('.`') or 'record'}: {fault}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Altered(f"not JSON: {error}") from error
    if form.format != FORMAT or not FIRST_VERSION <= form.format_version <= FORMAT_VERSION:
        known = f"{FORMAT} {FIRST_VERSION} to {FORMAT_VERSION}"
        raise Altered(f"format: {form.format} {form.format_version} is not {known}")
    if write(found) != text:
        raise Altered("not canonical JSON with a line feed after it")
    return dict(found)


# The parts of a record: its head, and after it the entries, each with a hash.


def _head(found: Wire) -> Wire:
    """Return the head of a record."""
    return {name: value for name, value in found.items() if name not in AFTER_HEAD}


def _entries(found: Wire) -> list[Wire]:
    """List the entries after the head, without their hashes."""
    hashed = (found["setup"], *found["events"])
    return [{name: value for name, value in entry.items() if name != "hash"} for entry in hashed] + [found["result"]]


def _hashes(found: Wire) -> list[str]:
    """List the hashes of the entries after the head."""
    return [entry["hash"] for entry in (found["setup"], *found["events"], found)]


def _name(number: int, found: Wire) -> str:
    """Name an entry; the hash of the first speaks of the head as well."""
    return ("head or setup", *(f"events[{event}]" for event in range(len(found["events"]))), "result")[number]


# Playing it anew


def _retell(found: Wire, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Wire]:
    """Play the game of a record; yield head and entries as they should be. Raises Altered if it cannot be played."""
    ruleset = _ruleset(found, rulesets)
    origin, given_up, told = _origin(ruleset, found), _given_up(found), -1
    moves = ((event.get("by"), event.get("undoes")) for event in found["events"])
    yield record_head(ruleset, origin, version_of(origin.seed, moves, given_up))
    try:
        for entry in tell(ruleset, origin, _moves(ruleset, found), given_up, validate=True):
            yield entry
            told += 1
    except IllegalAction as refusal:
        raise Altered(f"events[{told}].action: the rules refuse it: {_because(refusal)}") from refusal
    except NothingToUndo as error:
        raise Altered(f"events[{told}].undoes: the seat has nothing to take back there") from error
    except NotOver as error:
        raise Altered("events: the game is not over after the last of them") from error


def _because(refusal: IllegalAction) -> str:
    """Return why the rules refuse something."""
    return f"{refusal} ({refusal.reason.code}, {refusal.reason.paragraph})"


def _ruleset(found: Wire, rulesets: Mapping[str, AnyRuleset]) -> AnyRuleset:
    """Find the rules of a record: those hosted, or newer ones that go on with its games."""
    name, version = found["ruleset"], found["rules_version"]
    if name not in rulesets:
        raise Altered(f"ruleset: there is no {name} here")
    if not plays(rulesets[name], version):
        raise Altered(f"rules_version: version {version} of {name} is not here, but {rulesets[name].version}")
    return rulesets[name]


def _origin(ruleset: AnyRuleset, found: Wire) -> Origin:
    """Read what a game began with."""
    try:
        options = msgspec.convert(found["options"], ruleset.options_type)
    except msgspec.ValidationError as error:
        raise Altered(f"options: {error}") from error
    reason = ruleset.refuse_setup(options, len(found["seats"]))
    if reason is not None:
        raise Altered(f"options: the rules refuse the set-up: {_because(IllegalAction(ruleset, reason))}")
    return Origin(
        found["game_id"],
        found["created_at"],
        options,
        found["seats"],
        _seed(found),
        found.get("sandbox", False),
        found["rules_version"],
        found.get("rated", False),
    )


def _seed(found: Wire) -> Seed:
    """Read the seed, with its salt if it has one."""
    seed = Seed(_bytes(found, "seed"), _bytes(found, "salt") if "salt" in found else b"")
    if "salt" in found and len(seed.salt) != SEED_BYTES:
        raise Altered(f"salt: not {SEED_BYTES} bytes")
    if len(seed.secret) != SEED_BYTES or seed.commitment != found["commitment"]:
        raise Altered("seed: does not match the commitment")
    return seed


def _bytes(found: Wire, name: str) -> bytes:
    """Read a member of the head that is written in hexadecimal digits."""
    try:
        return bytes.fromhex(found[name])
    except ValueError as error:
        raise Altered(f"{name}: not hexadecimal digits") from error


def _moves(ruleset: AnyRuleset, found: Wire) -> Iterator[TimedAction]:
    """Read the actions; raises IllegalAction for one that does not decode."""
    for number, event in enumerate(found["events"]):
        if not 0 <= event["seat"] < len(found["seats"]):
            raise Altered(f"events[{number}].seat: there is no seat {event['seat']}")
        action = read_action(ruleset, event["action"])
        yield TimedAction(event["seat"], event["at"], action, event.get("by"), event.get("undoes"))


def _given_up(found: Wire) -> list[GivenUp]:
    """Read which seats had given up."""
    try:
        given_up = msgspec.convert(found["result"].get("given_up", []), list[GivenUp])
    except msgspec.ValidationError as error:
        raise Altered(f"result.given_up: {error}") from error
    seats = {each.seat for each in given_up}
    if len(seats) < len(given_up) or not seats < set(range(len(found["seats"]))):
        raise Altered("result.given_up: each seat gives up once, and never all of them")
    return given_up


# Explaining what was changed


def _explain_hash(found: Wire, broken: int, rulesets: Mapping[str, AnyRuleset]) -> str:
    """Return what does not follow where a hash does not fit: a value, if the rules tell the entry otherwise."""
    name = _name(broken, found)
    entry, retold = _entries(found)[broken], _retold(found, broken, rulesets)
    for path, value, expected in differences(entry, entry if retold is None else retold, name if broken else "setup"):
        return _differs(path, value, expected)
    return f"{name}: not what its hash was made of"


def _retold(found: Wire, number: int, rulesets: Mapping[str, AnyRuleset]) -> Wire | None:
    """Return an entry as the rules tell it; None if the game cannot be played so far."""
    try:
        return next(islice(_retell(found, rulesets), 1 + number, None), None)
    except Altered:
        return None


Difference = tuple[str, Any, Any]
"""A path, what is found there, and what is expected; `ABSENT` for nothing."""
ABSENT = object()


def differences(found: Any, expected: Any, path: str = "") -> Iterator[Difference]:
    """List where two JSON values differ, each place by its path: `events[3].action.stake`."""
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in sorted({*found, *expected}):
            yield from differences(
                found.get(name, ABSENT), expected.get(name, ABSENT), f"{path}.{name}" if path else name
            )
    elif isinstance(found, list | tuple) and isinstance(expected, list | tuple):
        for number, (one, other) in enumerate(zip_longest(found, expected, fillvalue=ABSENT)):
            yield from differences(one, other, f"{path}[{number}]")
    elif found is ABSENT or expected is ABSENT or found != expected:
        yield path, found, expected


def _differs(path: str, found: Any, expected: Any) -> str:
    return f"{path}: found {_shown(found)}, expected {_shown(expected)}"


def _shown(value: Any) -> str:
    return "nothing" if value is ABSENT else canonical(value)[:SHOWN].decode(errors="replace")
