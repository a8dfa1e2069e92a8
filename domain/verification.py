"""Verify a record: rebuild it from its head, seed and log, and compare all bytes.

If they differ, the hashes show which entry was changed, and the rules show which value, if it follows from them. Any
program can write a record of a game that was never played, with matching hashes. Only the published hash proves that
the service wrote the record. `UNPROVEN` lists what is not proved without that hash.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from domain.actions import IllegalAction, read_action
from domain.chance import SEED_BYTES
from domain.dice import Seed
from domain.game_terms import ChosenTerms, conflict_of
from domain.json_diff import differences, differs
from domain.record import (
    AFTER_HEAD,
    FORMAT,
    FORMAT_VERSION,
    Entry,
    NotOver,
    Origin,
    TimedAction,
    TimedChange,
    Wire,
    replay_entries,
    seal,
    write,
)
from domain.record import head as record_head
from domain.replay import NothingToUndo
from domain.ruleset import AnyRuleset, plays, teams_of
from domain.seat_changes import SeatChange
from domain.seat_control import InvalidSeatChange, Presence, ReplacedBy, ReplacedFor
from domain.time_control import Absence, Clock


class _By(msgspec.Struct, forbid_unknown_fields=True):
    kind: ReplacedBy
    reason: ReplacedFor
    level: str | UnsetType = UNSET


class _Event(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    seat: int
    at: str
    hash: str
    decision: int | UnsetType = UNSET
    action: Wire | UnsetType = UNSET
    facts: list[Wire] | UnsetType = UNSET
    by: _By | UnsetType = UNSET
    undoes: int | UnsetType = UNSET
    change: SeatChange | UnsetType = UNSET

    def __post_init__(self) -> None:
        """Raise ValueError unless it is either an action or a change."""
        own = (self.decision, self.action, self.facts)
        if self.change is UNSET and UNSET in own:
            raise ValueError("an action needs `decision`, `action` and `facts`")
        if self.change is not UNSET and any(each is not UNSET for each in (*own, self.by, self.undoes)):
            raise ValueError("a change has neither action nor facts")


class _Setup(msgspec.Struct, forbid_unknown_fields=True):
    facts: list[Wire]
    hash: str


class _Format(msgspec.Struct):
    """The fields of every version of a record."""

    format: str
    format_version: int


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
    salt: str
    chance_facts: list[str]
    setup: _Setup
    events: list[_Event]
    result: Wire
    hash: str
    sandbox: Literal[True] | UnsetType = UNSET
    rated: Literal[True] | UnsetType = UNSET
    visibility: Literal["unlisted", "private"] | UnsetType = UNSET
    undo: Literal["own", "consent"] | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    absence: Absence | UnsetType = UNSET
    virtual_clock: Literal[True] | UnsetType = UNSET
    tournament: Wire | UnsetType = UNSET
    irreproducible: Literal[True] | UnsetType = UNSET


TERMS = tuple(each.name for each in msgspec.structs.fields(_Record) if not each.required)
"""Fields of the head on rating and permissions, which only the published hash proves."""

UNPROVEN = (
    ("which game it is", ("game_id", "created_at", "tournament")),
    ("who played", ("seats",)),
    ("how the game counts", ("sandbox", "rated", "visibility")),
    ("its time control and options", ("options", "clock", "absence", "virtual_clock", "undo")),
    ("that this seed was used", ("seed", "salt", "commitment")),
    ("which version of the rules applied", ("rules_version",)),
    ("that these actions were taken, at these times", ("events.action", "events.at")),
    ("that these seats resigned, forfeited or were replaced", ("events.change", "events.by")),
)
"""Descriptions of what a record does not prove without the published hash, with the fields."""


NO_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""The errors of decoding a text that is no JSON, or is nested too deeply."""


class RecordMismatch(Exception):
    """A record that differs from the rebuilt one; the message names the first difference."""


class Irreproducible(RecordMismatch):
    """A record that says that the rules could not repeat its game; its hashes match."""

    def __init__(self, record: Wire) -> None:
        super().__init__("irreproducible: the service could not repeat this game, so only its hashes can be verified")
        self.record = record


def verify(text: bytes, rulesets: Mapping[str, AnyRuleset], expected: str = "") -> Wire:
    """Return a record rebuilt from its head, seed and log; raises RecordMismatch if it differs from `text`.

    If `expected`, the hash published by the service, is not empty, it is compared, too. Raises Irreproducible if the
    hashes match, and the record says that its game cannot be repeated.
    """
    found = read_form(text, FORMAT, FORMAT_VERSION, _Record)
    right, written = _hashes(seal(_head(found), _entries(found))), _hashes(found)
    if right != written:
        broken = next(number for number, digest in enumerate(right) if digest != written[number])
        raise RecordMismatch(_explain_hash(found, broken, rulesets))
    if "irreproducible" in found:
        _check_published(found, expected)
        raise Irreproducible(found)
    head, *entries = _replayed(found, rulesets)
    rebuilt = seal(head, entries)
    for path, value, correct in chain(differences(_head(found), head), differences(found, rebuilt)):
        raise RecordMismatch(differs(path, value, correct))
    _check_published(found, expected)
    return rebuilt


def _check_published(found: Wire, expected: str) -> None:
    """Raise RecordMismatch if a record is not the one with the published hash; an empty hash is not compared."""
    if expected and expected.lower() != found["hash"]:
        raise RecordMismatch(f"hash: {found['hash']} is not the published hash {expected}")


# Reading


def read_form(text: bytes, name: str, version: int, form: type[msgspec.Struct]) -> Wire:
    """Return a record in canonical JSON with the fields of a struct.

    Raises RecordMismatch for other JSON, and for another format or version.
    """
    try:
        found = msgspec.json.decode(text)
        _check_format(found, name, version)
        msgspec.convert(found, form)
    except msgspec.ValidationError as error:
        fault, _, place = str(error).partition(" - at `$")
        raise RecordMismatch(f"{place.strip('.`') or 'record'}: {fault}") from error
    except NO_JSON as error:
        raise RecordMismatch(f"not JSON: {error}") from error
    if write(found) != text:
        raise RecordMismatch("not canonical JSON with a line feed after it")
    return dict(found)


def _check_format(found: Any, name: str, version: int) -> None:
    """Raise RecordMismatch for a record of another format or version, or an error of msgspec for invalid data."""
    form = msgspec.convert(found, _Format)
    if (form.format, form.format_version) != (name, version):
        raise RecordMismatch(f"format: {form.format} {form.format_version} is not {name} {version}")


# A record has a head, and after it the entries, each with a hash.


def _head(found: Wire) -> Wire:
    return {name: value for name, value in found.items() if name not in AFTER_HEAD}


def _entries(found: Wire) -> list[Wire]:
    """Return the entries after the head, without their hashes."""
    hashed = (found["setup"], *found["events"])
    return [{name: value for name, value in entry.items() if name != "hash"} for entry in hashed] + [found["result"]]


def _hashes(found: Wire) -> list[str]:
    """Return the hashes of the entries after the head."""
    return [entry["hash"] for entry in (found["setup"], *found["events"], found)]


def _name(number: int, found: Wire) -> str:
    """Return the name of an entry; the first hash covers the head as well."""
    return ("head or setup", *(f"events[{event}]" for event in range(len(found["events"]))), "result")[number]


# Replaying the game


def _replayed(found: Wire, rulesets: Mapping[str, AnyRuleset]) -> Iterator[Wire]:
    """Yield head and entries of the replayed game; raises RecordMismatch if it cannot be replayed."""
    ruleset = _ruleset(found, rulesets)
    _check_terms(ruleset, found)
    origin, number = _origin(ruleset, found), -1
    yield record_head(ruleset, origin)
    try:
        for entry in replay_entries(ruleset, origin, _log(ruleset, found), validate=True):
            yield entry
            number += 1
    except IllegalAction as rejection:
        raise RecordMismatch(f"events[{number}].action: the rules reject it: {_because(rejection)}") from rejection
    except NothingToUndo as error:
        raise RecordMismatch(f"events[{number}].undoes: the seat has no action to undo there") from error
    except NotOver as error:
        raise RecordMismatch("events: the game has not ended after the last event") from error


def _because(rejection: IllegalAction) -> str:
    return f"{rejection} ({rejection.reason.code}, {rejection.reason.paragraph})"


def _ruleset(found: Wire, rulesets: Mapping[str, AnyRuleset]) -> AnyRuleset:
    """Return the ruleset of a record: it plays the same version, or a newer one that continues its games."""
    name, version = found["ruleset"], found["rules_version"]
    if name not in rulesets:
        raise RecordMismatch(f"ruleset: there is no {name} here")
    if not plays(rulesets[name], version):
        raise RecordMismatch(f"rules_version: version {version} of {name} is not here, but {rulesets[name].version}")
    return rulesets[name]


def _check_terms(ruleset: AnyRuleset, found: Wire) -> None:
    """Raise RecordMismatch for terms that no game of the service can have."""
    is_sandbox = "sandbox" in found
    chosen = ChosenTerms("rated" in found, is_sandbox, "visibility" not in found, found.get("undo", "none"))
    conflict = conflict_of(ruleset, chosen)
    if conflict is not None:
        raise RecordMismatch(f"terms: no game can have them together ({conflict})")
    if "virtual_clock" in found and not is_sandbox:
        raise RecordMismatch("virtual_clock: only a sandbox can have one")
    if "tournament" in found and "undo" in found:
        raise RecordMismatch("undo: games of tournaments have none")


def _origin(ruleset: AnyRuleset, found: Wire) -> Origin:
    """Return the origin of a game; raises RecordMismatch for an illegal set-up."""
    try:
        options = msgspec.convert(found["options"], ruleset.options_type)
    except msgspec.ValidationError as error:
        raise RecordMismatch(f"options: {error}") from error
    reason = ruleset.reject_setup(options, len(found["seats"]))
    if reason is not None:
        raise RecordMismatch(f"options: the rules reject the set-up: {_because(IllegalAction(ruleset, reason))}")
    return Origin(
        found["game_id"],
        found["created_at"],
        options,
        found["seats"],
        _seed(found),
        found["rules_version"],
        {name: found[name] for name in TERMS if name in found},
    )


def _seed(found: Wire) -> Seed:
    seed = Seed(_bytes(found, "seed"), _bytes(found, "salt"))
    if len(seed.salt) != SEED_BYTES:
        raise RecordMismatch(f"salt: not {SEED_BYTES} bytes")
    if len(seed.secret) != SEED_BYTES or seed.commitment != found["commitment"]:
        raise RecordMismatch("seed: does not match the commitment")
    return seed


def _bytes(found: Wire, name: str) -> bytes:
    """Return the bytes of a hexadecimal field of the head."""
    try:
        return bytes.fromhex(found[name])
    except ValueError as error:
        raise RecordMismatch(f"{name}: not hexadecimal digits") from error


def _log(ruleset: AnyRuleset, found: Wire) -> Iterator[Entry]:
    """Yield the log; raises IllegalAction for an undecodable action, and RecordMismatch for an invalid entry."""
    options = msgspec.convert(found["options"], ruleset.options_type)
    presence = Presence(found["seats"], found, teams_of(ruleset, options, len(found["seats"])))
    for number, event in enumerate(found["events"]):
        if not 0 <= event["seat"] < len(found["seats"]):
            raise RecordMismatch(f"events[{number}].seat: there is no seat {event['seat']}")
        try:
            yield _entry(ruleset, presence, event, "undo" in found)
        except InvalidSeatChange as error:
            name = next(each for each in ("change", "undoes", "by", "action") if each in event)
            raise RecordMismatch(f"events[{number}].{name}: {error}") from error


def _entry(ruleset: AnyRuleset, presence: Presence, event: Wire, can_undo: bool) -> Entry:  # noqa: FBT001
    """Return an entry of the log; raises IllegalAction and InvalidSeatChange."""
    if "change" in event:
        change = msgspec.convert(event["change"], SeatChange)
        presence.change(event["seat"], change)
        return TimedChange(event["seat"], event["at"], change)
    action = read_action(ruleset, event["action"])
    if "undoes" not in event:
        presence.action(event["seat"], event["decision"], event.get("by"))
    elif not can_undo:
        raise InvalidSeatChange("nothing is taken back in this game")
    else:
        presence.check_undecided()
    return TimedAction(event["seat"], event["at"], action, event.get("by"), event.get("undoes"))


# Explaining a change


def _explain_hash(found: Wire, broken: int, rulesets: Mapping[str, AnyRuleset]) -> str:
    """Return the first difference of an entry with a wrong hash: a value, if the rules determine it."""
    name = _name(broken, found)
    entry, rebuilt = _entries(found)[broken], _expected_entry(found, broken, rulesets)
    for path, value, expected in differences(entry, entry if rebuilt is None else rebuilt, name if broken else "setup"):
        return differs(path, value, expected)
    return f"{name}: not what its hash was made of"


def _expected_entry(found: Wire, number: int, rulesets: Mapping[str, AnyRuleset]) -> Wire | None:
    """Return an entry as the rules determine it; None if the game cannot be replayed that far."""
    try:
        return next(islice(_replayed(found, rulesets), 1 + number, None), None)
    except RecordMismatch:
        return None
