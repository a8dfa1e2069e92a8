"""Create the record of a finished game: one JSON document of all events, which anyone can verify.

    format          "bottega-record"
    format_version  1; raised when the format changes. Programs reject every other version
    ruleset         its name, and in `rules_version` the version of its rules when the game started
    game_id         and `created_at`, UTC
    options         the set-up options as in the API
    seats           the seats in order. In a rated game each has the alias of the `player` who had the seat at the end,
                    if any: `rp_` and 20 letters or digits, chosen at random, and equal in all records. It does not lead
                    to a deleted player. No record has a player's id or name
    sandbox         true if the creator chose seed or first actions, else omitted
    rated           true if the game was created as rated, else omitted. Only public games without `undo` count
    visibility      "unlisted" or "private"; omitted if the game was public
    undo            "own" or "consent" if players could undo actions, else omitted
    clock           the time control, omitted if there was none; `absence` is the absence policy, and `virtual_clock` is
                    true if the creator moved the clock
    tournament      the tournament, round, table and game number of a tournament game, else omitted
    irreproducible  true if the service could not repeat the game, else omitted. The record then states what the seats
                    saw, without the facts of the set-up, and only its hashes can be verified
    commitment      SHA-256 of salt and seed, one after the other; published since the creation
    seed            64 hexadecimal digits, which determine every random draw as described below. Games of one deal have
                    the same seed
    salt            64 hexadecimal digits, different in each game
    chance_facts    the types of the facts that show random draws
    setup           `facts` of the set-up, and `hash`
    events          the log, oldest first: see below
    result          the score sheet: the ranks follow from the rules and from the resignations in the log. `ended_by` if
                    resignations ended the game; the points are those at that moment
    hash            of the whole game; the service publishes it as `record_hash`

Each event has a `version` (counted from 1), the `seat` that it concerns, the time `at`, and `hash`. An action also has
`decision`, `action`, `facts`, and `by` if the player did not decide: `kind`, `reason` and, of an AI level, `level`. An
entry with `undoes` undoes all actions since this version. Its `decision` and `action` are those of the first action
undone, which is one of the same seat. An entry with `change` changes who plays the seat: its player resigned, forfeited
by time, was replaced by a level, or returned.

Each fact is `{"fact": ..., "audience": [seats]}`. The audience is the seats that might know it during the game,
none if the list is empty. Without `audience` the fact was public.

Each random draw has a purpose. The HMAC-SHA-256 of `purpose:` and the purpose, keyed by the 32 bytes of the seed, is
read as one big-endian number. It seeds a Mersenne Twister as Python's `random.Random(number)` does, whose `random()`
returns the numbers of the draw. The section "Dice" of the ruleset's `RULES.md` has the details: the purposes of all
draws, how each becomes a number, and the facts that show the outcome.

The text is canonical JSON (RFC 8785) and a line feed, so equal records are equal files. The hashes are a chain. Each is
the SHA-256, in lower-case hexadecimal digits, of the previous hash (its 64 digits) followed by the canonical JSON of
its entry without `hash`. The entries are the head, which is all but `setup`, `events`, `result` and `hash`; `setup`;
each event; `result`. The head has no previous hash, and its own hash is not written. The hash of `result` is the `hash`
of the record.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec import UNSET

from domain import replay
from domain.actions import check
from domain.attendance import sign_of
from domain.dice import Seed
from domain.replay import EmittedFact, NothingToUndo, Step
from domain.resignations import outcome_of
from domain.ruleset import AnyRuleset, Outcome, chance_tags, teams_of
from domain.seat_changes import SeatChange, is_decided, resigned

FORMAT = "bottega-record"
FORMAT_VERSION = 1
AFTER_HEAD = ("setup", "events", "result", "hash")
"""Fields of a record that are not in its head."""

Wire = dict[str, Any]


class Origin(msgspec.Struct, frozen=True):
    """The origin of a game, as in the head of its record."""

    game_id: str
    created_at: str
    options: Any
    """An instance of the ruleset's options type."""
    seats: Sequence[Mapping[str, Any]]
    """The seats in order, in JSON form."""
    seed: Seed
    rules_version: int
    """The version of the rules at the game's start; later versions may continue it."""
    terms: Mapping[str, Any] = MappingProxyType({})
    """Terms of the game, in JSON form, defaults omitted: `sandbox`, `rated`, `visibility`, `undo`, `clock`, `absence`,
    `virtual_clock`, `tournament` and `irreproducible`.
    """


class TimedAction(msgspec.Struct, frozen=True):
    """An action of a game with its time."""

    seat: int
    at: str
    action: Any
    """An instance of the ruleset's action type."""
    by: Mapping[str, Any] | None = None
    """Who decided for the seat's player, in JSON form; None if the player did."""
    undoes: int | None = None
    """The version that an undo returns to, with the first undone action in `action`; None for other actions."""


class TimedChange(msgspec.Struct, frozen=True):
    """A change of who plays a seat, with its time."""

    seat: int
    at: str
    change: SeatChange


Entry = TimedAction | TimedChange


class NotOver(Exception):
    """The game has no result yet, so it has no record."""


def build(ruleset: AnyRuleset, origin: Origin, entries: Sequence[Entry]) -> Wire:
    """Return the record of a finished game, whose actions must be legal; raises NotOver."""
    return seal(head(ruleset, origin), list(replay_entries(ruleset, origin, entries)))


def as_played(ruleset: AnyRuleset, origin: Origin, events: Iterable[Wire], outcome: Outcome) -> Wire:
    """Return the record of a game that the rules cannot repeat, from what the seats saw of its events and its end.

    The terms of its origin must say that it is `irreproducible`.
    """
    return seal(head(ruleset, origin), [{"facts": []}, *events, _result(outcome)])


def replay_entries(
    ruleset: AnyRuleset, origin: Origin, entries: Iterable[Entry], *, validate: bool = False
) -> Iterator[Wire]:
    """Replay a game and yield the entries after the head, without their hashes.

    With `validate` the rules check each action first, which raises IllegalAction. Raises NotOver if the actions end too
    early, and NothingToUndo if the seat has no action to undo.
    """
    facts: list[EmittedFact] = []
    steps: list[Step] = []
    changes: list[tuple[int, SeatChange]] = []
    anyone_present = any(each.get("kind") == "ai" for each in origin.seats)
    position = replay.start(
        ruleset, origin.options, len(origin.seats), origin.seed, lambda fact, audience: facts.append((fact, audience))
    )
    yield {"facts": _facts(facts)}
    for entry in entries:
        anyone_present = anyone_present or _shows_player(entry)
        if isinstance(entry, TimedChange):
            changes.append((entry.seat, entry.change))
            yield _change(position, entry)
            continue
        if validate and entry.undoes is None:
            check(ruleset, position.state, entry.seat, entry.action)
        yield _event(ruleset, position, steps, entry, origin)
    gone, seats = resigned(changes), len(origin.seats)
    teams = teams_of(ruleset, origin.options, seats)
    decided = is_decided([each.seat for each in gone], seats, teams, anyone_present=anyone_present)
    outcome = outcome_of(ruleset, position.state, seats, gone, teams, decided=decided)
    if outcome is None:
        raise NotOver
    yield _result(outcome)


def _shows_player(entry: Entry) -> bool:
    """Whether an entry shows that the player of its seat is present."""
    if isinstance(entry, TimedChange):
        return sign_of(None, entry.change) == "there"
    return sign_of(entry.by["reason"] if entry.by else None, None) == "there"


def seal(first: Wire, entries: Sequence[Wire]) -> Wire:
    """Return a record with its hashes, from its head and the entries after it."""
    last, sealed = link("", canonical(first)), []
    for entry in entries:
        last = link(last, canonical(entry))
        sealed.append({**entry, "hash": last})
    setup, *events, _ = sealed
    return {**first, "setup": setup, "events": events, "result": entries[-1], "hash": last}


def canonical(value: Any) -> bytes:
    """Return JSON in the canonical form of RFC 8785, for integer numbers and ASCII names.

    >>> canonical({"seat": 1, "at": "noon"})
    b'{"at":"noon","seat":1}'
    """
    return msgspec.json.encode(value, order="sorted")


def write(record: Wire) -> bytes:
    """Return the text of a record."""
    return canonical(record) + b"\n"


def link(previous: str, entry: bytes) -> str:
    """Return the hash of an entry in canonical JSON, after an entry with the hash `previous`.

    >>> first = link("", canonical({"format": "bottega-game"}))
    >>> link(first, canonical({"seat": 1}))[:16]
    'df2c40cc49e6a817'
    """
    return hashlib.sha256(previous.encode() + entry).hexdigest()


def head(ruleset: AnyRuleset, origin: Origin) -> Wire:
    """Return the head of a record."""
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
    """Apply a change of who plays a seat to the position, in place, and return its entry."""
    replay.skip_entry(position)
    change = msgspec.to_builtins(entry.change)
    return {"version": position.version, "seat": entry.seat, "at": entry.at, "change": change}


def _event(
    ruleset: AnyRuleset, position: replay.GamePosition[Any], steps: list[Step], move: TimedAction, origin: Origin
) -> Wire:
    """Carry out an action or an undo, in place, and return its entry; raises NothingToUndo."""
    if move.undoes is None:
        facts = replay.record_step(ruleset, position, steps, move.seat, move.action, origin.seed)
        shown = steps[-1]
    else:
        facts = []
        shown = replay.undo_step(ruleset, position, steps, move.undoes, origin.options, origin.seed)
        if shown.seat != move.seat:
            raise NothingToUndo
    return {
        "version": position.version,
        "seat": move.seat,
        "decision": shown.decision,
        "at": move.at,
        "action": msgspec.to_builtins(shown.action),
        "facts": _facts(facts),
        **({} if move.by is None or move.undoes is not None else {"by": dict(move.by)}),
        **({} if move.undoes is None else {"undoes": move.undoes}),
    }


def _result(outcome: Outcome) -> Wire:
    """Return the last entry."""
    ended_by = {} if outcome.ended_by is UNSET else {"ended_by": outcome.ended_by}
    return {"seats": msgspec.to_builtins(outcome.seats), "winners": list(outcome.winners), **ended_by}


def _facts(facts: Iterable[EmittedFact]) -> list[Wire]:
    """Return facts in JSON form, with an `audience` unless all seats and spectators may know them."""
    return [shown_fact(msgspec.to_builtins(fact), audience) for fact, audience in facts]


def shown_fact(fact: Any, audience: Sequence[int] | None) -> Wire:
    """Return a fact in JSON form with its audience."""
    return {"fact": fact, **({} if audience is None else {"audience": list(audience)})}
