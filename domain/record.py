"""The record of a finished game: all that happened, in one JSON document that anybody can check.

    format          "bottega-record"
    format_version  4 of a game whose dice know what they are thrown for (`domain.dice`); of one from before that 1, or
                    2 if somebody decided for a player or a seat gave up, or 3 if somebody took an action back
    ruleset         its name, and in `rules_version` the version of its rules when the game was begun
    game_id         and `created_at`, UTC
    options         the set-up choices as on the wire
    seats           who sat where, in seat order; since version 4, of a rated game with the alias of the `player` who
                    had the seat when it ended, if one had: `rp_` and 20 hexadecimal digits, chosen at random and the
                    same in all records. Nothing leads from it to a player who has been deleted. No record has a
                    player's id or name
    sandbox         true if the creator chose seed or first actions, else absent
    rated           true if the result counts, else absent; since version 4
    commitment      SHA-256 of salt and seed, one after the other, or of the seed alone; known since the creation
    seed            64 hexadecimal digits: every throw of the dice follows from it, as `domain.dice` says; steps are
                    counted without those that have been taken back. Games of one deal have the same
    salt            64 hexadecimal digits, the game's own; since version 4
    chance_facts    the types of the facts that name what the dice decided
    setup           `facts` of the set-up, and `hash`
    events          the log: `version`, `seat`, `decision`, `at`, `action`, `facts` and `hash` of each action, and `by`
                    where somebody decided for the seat's player: `kind`, `reason` and, of an AI level, `level`; an
                    entry with `undoes` takes back all since this version, and its `decision` and `action` are what it
                    takes back first, which is an action of its own `seat`
    result          the score sheet, and in `given_up` the seats that had given up, in this order, if there were any:
                    they are placed behind all others
    hash            of the whole game

Each fact is `{"fact": ..., "audience": [seats]}`: the seats that might know it while the game lasted, none at all if
the list is empty; everybody if there is no `audience`.

The text is canonical JSON (RFC 8785) and a line feed, so equal records are equal files. The hashes are a chain: each is
the SHA-256, in lower-case hexadecimal digits, of the hash before it (its 64 digits) followed by the canonical JSON of
its entry without `hash`. The entries are the head, which is all but `setup`, `events`, `result` and `hash`; `setup`;
each event; `result`. Nothing comes before the head, and its own hash is not written; that of `result` is the `hash` of
the record.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from domain import replay
from domain.dice import Seed
from domain.giving_up import GivenUp, placed
from domain.replay import NothingToUndo, Step, Told
from domain.ruleset import AnyRuleset, Outcome, chance_tags, check

FORMAT = "bottega-record"
FORMAT_VERSION = 4
"""The newest, of every game with a salt; one without is recorded in the oldest that has a place for what happened."""
UNDO_VERSION = 3
ABSENCE_VERSION = 2
FIRST_VERSION = 1
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
    sandbox: bool
    rules_version: int
    """The version of the rules that it was begun under; later ones may go on with it."""
    rated: bool = False
    """Told of a game with a salt alone: other records have no place for it."""


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


class NotOver(Exception):
    """The game has no result yet, so there is no record of it."""


def build(ruleset: AnyRuleset, origin: Origin, moves: Sequence[TimedAction], given_up: Sequence[GivenUp] = ()) -> Wire:
    """Play a finished game anew and write it down; the moves are legal. Raises NotOver."""
    first = head(ruleset, origin, version_of(origin.seed, ((move.by, move.undoes) for move in moves), given_up))
    return seal(first, list(tell(ruleset, origin, moves, given_up)))


def version_of(seed: Seed, moves: Iterable[tuple[Any, int | None]], given_up: Sequence[GivenUp]) -> int:
    """Return in which version of the format a game is recorded; of each event it takes `by` and `undoes`, or None."""
    found = list(moves)
    if seed.salt:
        return FORMAT_VERSION
    if any(undoes is not None for _, undoes in found):
        return UNDO_VERSION
    return ABSENCE_VERSION if given_up or any(by is not None for by, _ in found) else FIRST_VERSION


def tell(
    ruleset: AnyRuleset,
    origin: Origin,
    moves: Iterable[TimedAction],
    given_up: Sequence[GivenUp] = (),
    *,
    validate: bool = False,
) -> Iterator[Wire]:
    """Play a game anew and give the entries that follow the head, without their hashes.

    With `validate` each action is checked by the rules first: raises IllegalAction. Raises NotOver when the actions
    end too early, and NothingToUndo where none of the seat's own is there to be taken back.
    """
    told: list[Told] = []
    steps: list[Step] = []
    position = replay.start(
        ruleset, origin.options, len(origin.seats), origin.seed, lambda fact, audience: told.append((fact, audience))
    )
    yield {"facts": _facts(told)}
    for move in moves:
        if validate and move.undoes is None:
            check(ruleset, position.state, move.seat, move.action)
        yield _event(ruleset, position, steps, move, origin)
    outcome = ruleset.outcome(position.state)
    if outcome is None:
        raise NotOver
    yield _result(placed(outcome, given_up), given_up)


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


def head(ruleset: AnyRuleset, origin: Origin, version: int = FIRST_VERSION) -> Wire:
    """Return the entry that begins a record: which game it is."""
    seed = origin.seed
    return {
        "format": FORMAT,
        "format_version": version,
        "ruleset": ruleset.name,
        "rules_version": origin.rules_version,
        "game_id": origin.game_id,
        "created_at": origin.created_at,
        "options": msgspec.to_builtins(origin.options),
        "seats": list(origin.seats),
        **({"sandbox": True} if origin.sandbox else {}),
        **({"rated": True} if origin.rated and seed.salt else {}),
        "commitment": seed.commitment,
        "seed": seed.secret.hex(),
        **({"salt": seed.salt.hex()} if seed.salt else {}),
        "chance_facts": chance_tags(ruleset),
    }


def _event(
    ruleset: AnyRuleset, position: replay.Position[Any], steps: list[Step], move: TimedAction, origin: Origin
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


def _result(outcome: Outcome, given_up: Sequence[GivenUp]) -> Wire:
    """Return the last entry."""
    told = {"given_up": msgspec.to_builtins(given_up)} if given_up else {}
    return {"seats": msgspec.to_builtins(outcome.seats), "winners": list(outcome.winners), **told}


def _facts(told: Iterable[Told]) -> list[Wire]:
    """Return facts as a record has them: with the seats that may know each, unless everybody may."""
    return [
        {"fact": msgspec.to_builtins(fact), **({} if audience is None else {"audience": list(audience)})}
        for fact, audience in told
    ]
