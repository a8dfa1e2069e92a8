"""The record of a finished game: all that happened, in one JSON document that anybody can check.

    format          "bottega-record"
    format_version  1; raised when the format changes. A reader rejects every other version
    ruleset         its name, and in `rules_version` the version of its rules when the game was begun
    game_id         and `created_at`, UTC
    options         the set-up choices as on the wire
    seats           who sat where, in seat order; in a rated game with the alias of the `player` who had the seat when
                    it ended, if one had: `rp_` and 20 letters or digits, chosen at random and the same in all records.
                    Nothing leads from it to a player who has been deleted. No record has a player's id or name
    sandbox         true if the creator chose seed or first actions, else omitted
    rated           true if the game was created as rated, else omitted. Only public games without `undo` count
    visibility      "unlisted" or "private"; omitted if the game was public
    undo            "own" or "consent" where players could take actions back, else omitted
    clock           the time control, omitted if there was none; `absence` is what happened to late and absent players,
                    and `virtual_clock` is true if the creator moved the clock
    tournament      the tournament, round, table and game number of a tournament game, else omitted
    commitment      SHA-256 of salt and seed, one after the other; published since the creation
    seed            64 hexadecimal digits: every throw of the dice follows from it, as is said below. Games of one deal
                    have the same seed
    salt            64 hexadecimal digits, different in each game
    chance_facts    the types of the facts that name what the dice decided
    setup           `facts` of the set-up, and `hash`
    events          the log, oldest first: see below
    result          the score sheet: the ranks follow from the rules and from who gave up in the log
    hash            of the whole game; the service publishes it as `record_hash`

Each event has a `version` (counted from 1), the `seat` that it concerns, the time `at`, and `hash`. An action also has
the `decision` that it answers, `action`, `facts`, and `by` where somebody decided for the seat's player: `kind`,
`reason` and, of an AI level, `level`. An entry with `undoes` takes back all actions since this version; its `decision`
and `action` are those of the first action taken back, which is one of the same seat. An entry with `change` says that
another plays the seat from now on: its player resigned, forfeited by time, was replaced by a level, or returned.

Each fact is `{"fact": ..., "audience": [seats]}`: the seats that might know it while the game lasted, none at all if
the list is empty; everybody if there is no `audience`.

Each throw of the dice has a name. The HMAC-SHA-256 of `purpose:` and the name, keyed by the 32 bytes of the seed, is
read as one number, the first byte highest. It seeds a Mersenne Twister as Python's `random.Random(number)` does, whose
`random()` gives the numbers of the throw. The section "Dice" of the ruleset's `RULES.md` says so in full, and lists the
names of all throws, how each becomes a number, and the facts that show the outcome.

The text is canonical JSON (RFC 8785) and a line feed, so equal records are equal files. The hashes are a chain: each is
the SHA-256, in lower-case hexadecimal digits, of the hash before it (its 64 digits) followed by the canonical JSON of
its entry without `hash`. The entries are the head, which is all but `setup`, `events`, `result` and `hash`; `setup`;
each event; `result`. Nothing comes before the head, and its own hash is not written; that of `result` is the `hash` of
the record.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from domain import replay
from domain.dice import Seed
from domain.replay import NothingToUndo, Step, Told
from domain.resignations import placed
from domain.ruleset import AnyRuleset, Outcome, chance_tags, check
from domain.seat_changes import SeatChange, resigned

FORMAT = "bottega-record"
FORMAT_VERSION = 1
AFTER_HEAD = ("setup", "events", "result", "hash")
"""The members of a record that are not its head."""

Wire = dict[str, Any]


class Origin(msgspec.Struct, frozen=True):
    """What a game began with."""

    game_id: str
    created_at: str
    options: Any
    """Of the ruleset's type."""
    seats: Sequence[Mapping[str, Any]]
    """Who sits where, in wire form."""
    seed: Seed
    rules_version: int
    """The version of the rules that it was begun under; later ones may go on with it."""
    terms: Mapping[str, Any] = MappingProxyType({})
    """How the game counts and what its players may do, in wire form: `sandbox`, `rated`, `visibility`, `undo`, `clock`,
    `absence`, `virtual_clock` and `tournament`, as far as they say anything."""


class TimedAction(msgspec.Struct, frozen=True):
    """One action of a game, and when it came."""

    seat: int
    at: str
    action: Any
    """Of the ruleset's type."""
    by: Mapping[str, Any] | None = None
    """Who decided in place of the seat's player, in wire form."""
    undoes: int | None = None
    """To which version it goes back, if it takes something back: its `action` is what it takes back first."""


class TimedChange(msgspec.Struct, frozen=True):
    """A change of who plays a seat, and when it came."""

    seat: int
    at: str
    change: SeatChange


Entry = TimedAction | TimedChange


class NotOver(Exception):
    """The game has no result yet, so there is no record of it."""


def build(ruleset: AnyRuleset, origin: Origin, entries: Sequence[Entry]) -> Wire:
    """Play a finished game again and write it down; the actions are legal. Raises NotOver."""
    return seal(head(ruleset, origin), list(tell(ruleset, origin, entries)))


def tell(ruleset: AnyRuleset, origin: Origin, entries: Iterable[Entry], *, validate: bool = False) -> Iterator[Wire]:
    """Play a game again and yield the entries that follow the head, without their hashes.

    With `validate` each action is checked by the rules first: raises IllegalAction. Raises NotOver when the actions
    end too early, and NothingToUndo where none of the seat's own is there to be taken back.
    """
    told: list[Told] = []
    steps: list[Step] = []
    changes: list[tuple[int, SeatChange]] = []
    position = replay.start(
        ruleset, origin.options, len(origin.seats), origin.seed, lambda fact, audience: told.append((fact, audience))
    )
    yield {"facts": _facts(told)}
    for entry in entries:
        if isinstance(entry, TimedChange):
            changes.append((entry.seat, entry.change))
            yield _change(position, entry)
            continue
        if validate and entry.undoes is None:
            check(ruleset, position.state, entry.seat, entry.action)
        yield _event(ruleset, position, steps, entry, origin)
    outcome = ruleset.outcome(position.state)
    if outcome is None:
        raise NotOver
    yield _result(placed(outcome, resigned(changes)))


def seal(first: Wire, entries: Sequence[Wire]) -> Wire:
    """Put a record together from its head and the entries after it, binding them by their hashes."""
    last, sealed = link("", canonical(first)), []
    for entry in entries:
        last = link(last, canonical(entry))
        sealed.append({**entry, "hash": last})
    setup, *events, _ = sealed
    return {**first, "setup": setup, "events": events, "result": entries[-1], "hash": last}


def canonical(value: Any) -> bytes:
    """Write JSON in the one form that RFC 8785 gives it; all numbers are whole, all names ASCII."""
    return msgspec.json.encode(value, order="sorted")


def write(record: Wire) -> bytes:
    """Return the text of a record."""
    return canonical(record) + b"\n"


def link(previous: str, entry: bytes) -> str:
    """Return the hash of an entry, in canonical JSON, that follows the one with the hash `previous`."""
    return hashlib.sha256(previous.encode() + entry).hexdigest()


def head(ruleset: AnyRuleset, origin: Origin) -> Wire:
    """Return the entry that begins a record: which game it is."""
    seed = origin.seed
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "ruleset": ruleset.name,
        "rules_version": origin.rules_version,
        "game_id": origin.game_id,
        "created_at": origin.created_at,
        "options": msgspec.to_builtins(origin.options),
        "seats": list(origin.seats),
        **origin.terms,
        "commitment": seed.commitment,
        "seed": seed.secret.hex(),
        "salt": seed.salt.hex(),
        "chance_facts": chance_tags(ruleset),
    }


def _change(position: replay.GamePosition[Any], entry: TimedChange) -> Wire:
    """Add a change of who plays a seat to the log, in place, and return its entry."""
    replay.pass_over(position)
    change = msgspec.to_builtins(entry.change)
    return {"version": position.version, "seat": entry.seat, "at": entry.at, "change": change}


def _event(
    ruleset: AnyRuleset, position: replay.GamePosition[Any], steps: list[Step], move: TimedAction, origin: Origin
) -> Wire:
    """Carry out a move, in place, and tell of it."""
    if move.undoes is None:
        told = replay.go_on(ruleset, position, steps, move.seat, move.action, origin.seed)
        shown = steps[-1]
    else:
        told = []
        shown = replay.go_back(ruleset, position, steps, move.undoes, origin.options, origin.seed)
        if shown.seat != move.seat:
            raise NothingToUndo
    return {
        "version": position.version,
        "seat": move.seat,
        "decision": shown.decision,
        "at": move.at,
        "action": msgspec.to_builtins(shown.action),
        "facts": _facts(told),
        **({} if move.by is None or move.undoes is not None else {"by": dict(move.by)}),
        **({} if move.undoes is None else {"undoes": move.undoes}),
    }


def _result(outcome: Outcome) -> Wire:
    """Return the last entry."""
    return {"seats": msgspec.to_builtins(outcome.seats), "winners": list(outcome.winners)}


def _facts(told: Iterable[Told]) -> list[Wire]:
    """Return facts as a record has them: with the seats that may know each, unless everybody may."""
    return [
        {"fact": msgspec.to_builtins(fact), **({} if audience is None else {"audience": list(audience)})}
        for fact, audience in told
    ]
