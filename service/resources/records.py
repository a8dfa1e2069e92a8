"""Records of finished games; `domain.record` describes the format."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from domain.record import FORMAT_VERSION
from domain.ruleset import EndedBy, SeatOutcome
from service.resources.base import (
    Encoded,
    HostedRuleset,
    OfRuleset,
    PartByRuleset,
    PublishedType,
    Response,
    UnionByRuleset,
)
from service.resources.events import By, Change, UndoneTo
from service.resources.game_fields import UNDO, Commitment, CreatedAt, Undo
from service.resources.game_places import TournamentGame
from service.resources.game_terms import PlayedTerms
from service.resources.seats import SeatOccupant
from service.resources.types import (
    MOST,
    Count,
    Digits,
    GameId,
    GameRulesVersion,
    Moment,
    RecordCursor,
    SeatIndex,
    SeatNumber,
)


class GameOutcome(Response, frozen=True):
    """The outcome of each seat, with its score sheet."""

    seats: tuple[Annotated[SeatOutcome, PublishedType("SeatOutcome")], ...]
    """The outcomes of the seats in turn order."""
    winners: tuple[SeatIndex, ...]
    """The seats that have won, or that share the first place. Empty if no seat has won."""
    ended_by: EndedBy | UnsetType = UNSET


class RecordedFact(Response, PartByRuleset, frozen=True):
    """A fact, with the seats that could see it during the game."""

    fact: Annotated[Any, OfRuleset("fact_type", "Fact")]
    """The fact."""
    audience: tuple[SeatNumber, ...] | UnsetType = UNSET
    """The seats that could see the fact. Empty: no seat. Omitted: all seats and spectators."""


class RecordedSetup(Response, PartByRuleset, frozen=True):
    """The facts before the first decision."""

    facts: tuple[RecordedFact, ...]
    """The facts in order."""
    hash: Digits
    """The SHA-256 of the head's hash and this entry."""


class RecordedEvent(Response, PartByRuleset, frozen=True, kw_only=True):
    """An action with its facts, or a change of a seat's player; nothing is hidden."""

    version: Annotated[int, Meta(ge=1, le=MOST)]
    """The game's version after this event, from 1."""
    seat: SeatNumber
    decision: Count | UnsetType = UNSET
    """The id of the decision that the action was for. Omitted if the event has `change`."""
    at: Moment
    """When the event happened, in UTC (RFC 3339)."""
    action: Annotated[Any, OfRuleset("action_type", "Action")] = UNSET
    """The action of the seat. Omitted if the event has `change`."""
    facts: tuple[RecordedFact, ...] | UnsetType = UNSET
    """The facts in order. Omitted if the event has `change`."""
    change: Change | UnsetType = UNSET
    by: By | UnsetType = UNSET
    undoes: UndoneTo | UnsetType = UNSET
    hash: Digits
    """The SHA-256 of the previous hash and this entry."""


class RecordedSeat(SeatOccupant, frozen=True):
    """The occupant of a seat."""

    player: Annotated[str, whole_text("^rp_[a-z0-9]{20}$")] | UnsetType = UNSET
    """The alias of the player who had the seat at the end of a rated game: `rp_` and 20 letters or digits, identical in
    all records. Omitted otherwise."""


class RecordedTerms(PlayedTerms, frozen=True, kw_only=True):
    """The terms of a game in its record."""

    visibility: Literal["unlisted", "private"] | UnsetType = UNSET
    """Who could find the game. Omitted if it was public; only public games count as rated."""
    undo: Annotated[Undo, Meta(description=f"{UNDO}Omitted if the game allowed no undo.")] | UnsetType = UNSET
    tournament: TournamentGame | UnsetType = UNSET
    """The place of the game in its tournament. Omitted if it belongs to none."""
    irreproducible: Annotated[
        bool,
        Meta(
            description="True if the service could not repeat the finished game from its seed and actions. The record "
            "then contains what the players saw, without the facts of the setup. Only the hashes can be verified. "
            "Omitted otherwise."
        ),
    ] = False


class GameRecord(RecordedTerms, UnionByRuleset, frozen=True, kw_only=True):
    """The record of a finished game as canonical JSON (RFC 8785), with a chain of hashes; nothing is hidden.

    The entries are, in order, the head, `setup`, each event, and `result`. The head consists of all other fields except
    `hash`. The hash of an entry is a SHA-256 in lower-case hexadecimal digits. Its input is the 64 digits of the
    previous hash and the canonical JSON of the entry without `hash`. The head has no previous hash, and its hash is not
    part of the record. The hash of `result` is the `hash` of the record.
    """

    format: Literal["bottega-record"]
    """The name of the record format."""
    format_version: Annotated[int, Meta(ge=FORMAT_VERSION, le=FORMAT_VERSION)]
    """The version of the record format."""
    ruleset: Annotated[str, HostedRuleset()]
    rules_version: GameRulesVersion
    game_id: GameId
    created_at: CreatedAt
    options: Annotated[Any, OfRuleset("options_type", "Options")]
    """The options that were chosen when the game was created."""
    seats: tuple[RecordedSeat, ...]
    """The seats in turn order. The alias of a deleted player cannot be resolved."""
    commitment: Commitment
    seed: Digits
    """The seed of all random draws, in hexadecimal digits. Each draw uses a Mersenne Twister. It is seeded with the
    HMAC-SHA-256 of `purpose:` and the name of the draw, with these 32 bytes as the key. The rules of the ruleset list
    all draws in their section on dice."""
    salt: Digits
    """The salt: 32 bytes that are unique to the game. `commitment` is the SHA-256 of salt and seed."""
    chance_facts: tuple[str, ...]
    """The types of the facts that reveal random draws."""
    setup: RecordedSetup
    """The facts before the first decision: the second entry of the hash chain."""
    events: tuple[RecordedEvent, ...]
    """The events, oldest first."""
    result: GameOutcome
    """The result with the score sheets: the last entry of the hash chain."""
    hash: Digits
    """The SHA-256 of the last event's hash and `result`. It covers the whole game. The service publishes it as
    `record_hash` with the result, in lists and in feeds."""


class RecordPage(Response, frozen=True, kw_only=True):
    """A page of records, in the order in which the games were scored."""

    records: tuple[Annotated[msgspec.Raw, Encoded(GameRecord)], ...]
    """The records as canonical JSON, as in `getRecord` without the line feed."""
    skipped: tuple[GameId, ...] = ()
    """Games of this page whose record cannot be returned now. Omitted if there are none."""
    next_cursor: RecordCursor
    """Send it as `cursor` to get the next page, now or later. It stays unchanged while there are no further records."""
