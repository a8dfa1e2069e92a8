"""Checking a record: rebuilt from its head, its seed and its actions alone, it must come out the same to the byte.

Where it does not, the hashes tell which entry was changed, and the rules, or a search for the one byte that makes its
hash right again, what in it.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.chance import SEED_BYTES, commitment
from domain.record import FORMAT, FORMAT_VERSION, NotOver, Origin, TimedAction, Wire, canonical, link, seal, tell, write
from domain.record import head as record_head
from domain.ruleset import AnyRuleset, IllegalAction, read_action
from domain.tampering import Altered, Misformed, Misnamed, changes, difference, misnamed, one_byte_off, read

AFTER_HEAD = ("setup", "events", "result", "hash")
"""The members of a record that are not its head."""


class _Event(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    seat: int
    decision: int
    at: str
    action: Wire
    facts: list[Wire]
    hash: str


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


NAMES = {field.name for form in (_Record, _Setup, _Event) for field in msgspec.structs.fields(form)}


def verify(text: bytes, rulesets: Mapping[str, AnyRuleset]) -> Wire:
    """Rebuild a record from its head, seed and actions, and return it; raises Altered if it is not `text`."""
    try:
        return _verify(text, rulesets)
    except Misformed as misformed:
        expected = _original(text, misformed, rulesets)
        raise Altered(str(misformed)) if expected is None else difference(text, expected) from misformed


def _verify(text: bytes, rulesets: Mapping[str, AnyRuleset]) -> Wire:
    """Verify a text; raises Misformed if it is not canonical JSON with the members of a record."""
    found = read(text)
    _check_form(text, found)
    right, written = _hashes(seal(_head(found), _entries(found))), _hashes(found)
    if right != written:
        broken = next(number for number, digest in enumerate(right) if digest != written[number])
        raise _explain_hash(text, found, broken, rulesets)
    head, *entries = _retell(found, rulesets)
    expected = seal(head, entries)
    if write(expected) != text:
        raise difference(text, expected)
    return expected


def _check_form(text: bytes, found: Any) -> None:
    """Raise Misnamed unless a value has the members of a record, and Altered if it is one of another format."""
    try:
        form = msgspec.convert(found, _Record)
    except msgspec.ValidationError as error:
        raise misnamed(text, error, NAMES) from error
    if (form.format, form.format_version) != (FORMAT, FORMAT_VERSION):
        raise Altered(f"format: {form.format} {form.format_version} is not {FORMAT} {FORMAT_VERSION}")


# The parts of a record: its head, and after it the entries, each with a hash.


def _head(found: Wire) -> Wire:
    """Give the head of a record."""
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
    """Play the game of a record and give head and entries as they should be; raises Altered if that cannot be."""
    ruleset = _ruleset(found, rulesets)
    origin, told = _origin(ruleset, found), -1
    yield record_head(ruleset, origin)
    try:
        for entry in tell(ruleset, origin, _moves(ruleset, found), validate=True):
            yield entry
            told += 1
    except IllegalAction as refusal:
        raise Altered(f"events[{told}].action: the rules refuse it: {_because(refusal)}") from refusal
    except NotOver as error:
        raise Altered("events: the game is not over after the last of them") from error


def _because(refusal: IllegalAction) -> str:
    """Tell why the rules refuse something."""
    return f"{refusal} ({refusal.reason.code}, {refusal.reason.paragraph})"


def _ruleset(found: Wire, rulesets: Mapping[str, AnyRuleset]) -> AnyRuleset:
    """Find the rules of a record."""
    name, version = found["ruleset"], found["rules_version"]
    if name not in rulesets:
        raise Altered(f"ruleset: there is no {name} here")
    if rulesets[name].version != version:
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
    sandbox = found.get("sandbox", False)
    return Origin(found["game_id"], found["created_at"], options, found["seats"], _seed(found), sandbox)


def _seed(found: Wire) -> bytes:
    """Read the seed."""
    try:
        seed = bytes.fromhex(found["seed"])
    except ValueError as error:
        raise Altered("seed: not hexadecimal digits") from error
    if len(seed) != SEED_BYTES or commitment(seed) != found["commitment"]:
        raise Altered("seed: does not match the commitment")
    return seed


def _moves(ruleset: AnyRuleset, found: Wire) -> Iterator[TimedAction]:
    """Read the actions; raises IllegalAction for one that does not decode."""
    for number, event in enumerate(found["events"]):
        if not 0 <= event["seat"] < len(found["seats"]):
            raise Altered(f"events[{number}].seat: there is no seat {event['seat']}")
        yield TimedAction(event["seat"], event["at"], read_action(ruleset, event["action"]))


# Explaining what was changed


def _original(text: bytes, misformed: Misformed, rulesets: Mapping[str, AnyRuleset]) -> Wire | None:
    """Find the record of which a text is a copy with one byte changed; None if there is none."""
    for mended in misformed.mendings:
        try:
            expected: Wire | None = _verify(mended, rulesets)
        except Altered as altered:
            expected = altered.expected
        except Misnamed as misnamed_too:
            expected = _original(text, misnamed_too, rulesets)
        except Misformed:
            continue
        if expected is not None and changes(text, write(expected)) == 1:
            return expected
    return None


def _explain_hash(text: bytes, found: Wire, broken: int, rulesets: Mapping[str, AnyRuleset]) -> Altered:
    """Tell what was changed where a hash does not fit."""
    expected = _restored(found, broken, rulesets)
    if expected is None:
        return Altered(f"{_name(broken, found)}: not what its hash was made of")
    return difference(text, expected)


def _restored(found: Wire, broken: int, rulesets: Mapping[str, AnyRuleset]) -> Wire | None:
    """Give a record as it was before the first entry whose hash does not fit was changed, or its hash, or the head."""
    head, entries, written = _head(found), _entries(found), _hashes(found)
    previous, digest = written[broken - 1] if broken else link("", canonical(head)), written[broken]
    retold = _retold(found, broken, rulesets)
    if retold is not None and link(previous, canonical(retold)) == digest:
        return seal(head, [*entries[:broken], retold, *entries[broken + 1 :]])
    right = seal(head, entries)
    if _hashes(right)[broken + 1 :] == written[broken + 1 :]:
        return right
    if broken:
        facts = canonical(entries[broken]["facts"]) if "facts" in entries[broken] else b""
        entry = one_byte_off(canonical(entries[broken]), lambda part: link(previous, part) == digest, facts)
        return entry and seal(head, [*entries[:broken], entry, *entries[broken + 1 :]])
    setup = canonical(entries[0])
    head = one_byte_off(canonical(head), lambda part: link(link("", part), setup) == digest)
    return head and seal(head, entries)


def _retold(found: Wire, number: int, rulesets: Mapping[str, AnyRuleset]) -> Wire | None:
    """Give an entry as the rules tell it; None if the game cannot be played so far."""
    try:
        return next(islice(_retell(found, rulesets), 1 + number, None), None)
    except Altered:
        return None
