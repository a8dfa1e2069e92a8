"""Read games from the store, and apply actions to them in memory."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain import replay
from domain.dice import Seed
from domain.replay import GamePosition, Step
from domain.resignations import cause_of, outcome_of
from domain.ruleset import AnyRuleset, EndedBy, Outcome, plays, teams_of
from domain.seat_changes import is_decided
from service import problems
from service.game.clocks import moment, moment_of
from service.installation.clock_and_ids import is_id, written
from service.installation.installation import Installation
from service.resources.types import ENDED
from service.store import (
    DEFAULT_INFO,
    Claims,
    Event,
    GameInfo,
    GameUnreadable,
    Header,
    InvitedPlayer,
    ListedGame,
    SeatSetup,
    Status,
    StoredGame,
)
from service.store.unreadable import reading
from service.telemetry import context


@dataclass
class Game:
    """A game at one version. Its position and game info are changed in place."""

    header: Header
    ruleset: AnyRuleset
    position: GamePosition[Any]
    info: GameInfo = DEFAULT_INFO
    """Name, spectators, clocks and other data around the game."""
    claims: Claims = field(default_factory=dict)
    """The holders of its seats."""
    steps: list[Step] | None = None
    """All steps that no undo has removed; None unless later events may undo steps."""
    stored: StoredGame | None = None
    """The stored game as it was read; None for a past game or one of a list."""

    @property
    def as_read(self) -> StoredGame:
        """Return the stored game as it was read, for a write. Raises ValueError for a past game or one of a list."""
        if self.stored is None:
            raise ValueError("the game was not read for a write")
        return self.stored

    @property
    def seats(self) -> tuple[SeatSetup, ...]:
        """Return the current setup of each seat, in turn order."""
        return seats_of(self.header, self.info)

    @property
    def has_started(self) -> bool:
        """Whether the game accepts actions. A game that waits for its players does not."""
        return is_started(self.header, self.info)

    @property
    def to_act(self) -> tuple[int, ...]:
        """List the seats with a pending decision; none before the start and after the end."""
        if not self.has_started or self.info.aborted_at or self.is_faulty or self.is_decided:
            return ()
        return self.ruleset.to_act(self.position.state)

    @property
    def is_faulty(self) -> bool:
        """Whether the game is stopped because its rules have failed."""
        return self.info.fault is not UNSET

    @property
    def is_decided(self) -> bool:
        """Whether resignations have ended the game. AI levels count as present."""
        header, info = self.header, self.info
        if self.is_faulty or not info.resigned:
            return False
        has_level = any(each.kind == "ai" for each in self.seats)
        anyone_present = header.clock is UNSET or has_level or bool(info.attended.there)
        gone = [each.seat for each in info.resigned]
        return is_decided(gone, len(header.seats), self.teams, anyone_present=anyone_present)

    @property
    def players(self) -> Mapping[int, str]:
        """Return the ids of players by seat."""
        return {seat: holder.player for seat, holder in self.claims.items() if holder.player}

    @property
    def human_seats(self) -> list[int]:
        """List the seats of human players who are present."""
        return [seat for seat, setup in enumerate(self.seats) if setup.kind != "ai" and seat in self.claims]

    @property
    def free(self) -> list[int]:
        """List the open seats without a holder."""
        return [seat for seat, setup in enumerate(self.seats) if setup.kind == "open" and seat not in self.claims]

    @property
    def status(self) -> Status:
        """Return the status of the game."""
        if self.info.aborted_at:
            return "aborted"
        if self.is_faulty:
            return "running"
        return "open" if not self.has_started else "running" if self.to_act else "over"

    @property
    def has_ended(self) -> bool:
        """Whether the game is over or was aborted."""
        return self.status in ENDED

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome, in which seats that resigned rank last; None before the end."""
        if self.is_faulty:
            return None
        seats, resigned = len(self.header.seats), self.info.resigned
        return outcome_of(self.ruleset, self.position.state, seats, resigned, self.teams, decided=self.is_decided)

    @property
    def ended_by(self) -> EndedBy | UnsetType:
        """Return what ended the game before its end by the rules; UNSET if nothing has."""
        ends_early = self.is_decided and bool(self.ruleset.to_act(self.position.state))
        return cause_of(self.info.resigned) if ends_early else UNSET

    @property
    def options(self) -> Any:
        """Return the options of the game."""
        return msgspec.json.decode(self.header.options, type=self.ruleset.options_type)

    @property
    def teams(self) -> tuple[str, ...]:
        """Return the team of each seat; nothing if each seat plays for itself, or if the teams are secret."""
        return teams_of(self.ruleset, self.options, len(self.header.seats)) if self.ruleset.teams else ()

    @property
    def seed(self) -> Seed:
        """Return the seed of the game's dice."""
        return self.header.dice_seed


def is_started(header: Header, info: GameInfo) -> bool:
    """Whether a game accepts actions. A game that waits for its players does not."""
    return bool(info.started) or not header.waits


def seats_of(header: Header, info: GameInfo) -> tuple[SeatSetup, ...]:
    """Return the current setup of each seat, with all changes since the creation. No other function computes this."""
    if not (info.levels or info.left or info.invitations or info.colours):
        return header.seats
    return tuple(_seat(setup, info, seat) for seat, setup in enumerate(header.seats))


def _seat(setup: SeatSetup, info: GameInfo, seat: int) -> SeatSetup:
    """Return the current setup of a seat: an AI level may have taken it, its player left it, or it needs a code."""
    colour = info.colours.get(seat, setup.colour)
    if seat in info.levels:
        return SeatSetup("ai", level=info.levels[seat], colour=colour)
    if setup.kind == "human" and seat in info.left:
        setup = SeatSetup("open")
    return msgspec.structs.replace(setup, invited=setup.invited or seat in info.invitations, colour=colour)


def vacated(header: Header, info: GameInfo, seat: int, player: str) -> GameInfo:
    """Return the game info after a player left a seat before the start.

    The invitation code of the seat becomes void, and so does an invitation of `player`.
    """
    invited = without_player(info.invited, player) if player else info.invited
    awaited = tuple(each for each in info.awaited if each != seat)
    left = msgspec.structs.replace(
        info, left={**info.left, seat: info.left.get(seat, 0) + 1}, invited=invited, awaited=awaited
    )
    if not seats_of(header, info)[seat].invited:
        return left
    return msgspec.structs.replace(left, invitations={**left.invitations, seat: left.invitations.get(seat, 0) + 1})


def without_player(invited: Mapping[int, InvitedPlayer], player: str) -> dict[int, InvitedPlayer]:
    """Return the invitations without those of a player."""
    return {seat: each for seat, each in invited.items() if each.player != player}


def load(installation: Installation, game_id: str) -> Game:
    """Read a game. Raises GameNotFound and RulesNotHosted."""
    stored = read_stored(installation, game_id)
    return game_of(installation, stored)


def read_stored(
    installation: Installation,
    game_id: str,
    *,
    with_responses: bool = False,
    reply: Any = None,
    cached: StoredGame | None = None,
) -> StoredGame:
    """Read the stored data of a game, with the stored responses if `with_responses`. Raises GameNotFound.

    `reply` is a recent reply to `load_command`, which was read with the same arguments; `cached` is a copy of
    `Store.cache`.
    """
    stored = cached
    if stored is None and is_game_id(game_id):
        stored = installation.store.load(game_id, with_responses=with_responses, reply=reply)
    if stored is None:
        raise problems.GameNotFound("There is no game with this id.")
    _note(installation, stored.header)
    return stored


def read_header(installation: Installation, game_id: str) -> Header:
    """Read the header of a game. Raises GameNotFound."""
    header = installation.store.header(game_id) if is_game_id(game_id) else None
    if header is None:
        raise problems.GameNotFound("There is no game with this id.")
    _note(installation, header)
    return header


def _note(installation: Installation, header: Header) -> None:
    """Note the ruleset of a game for the headers of the response. Record presence if its creator has enabled it."""
    context.note_ruleset(header.ruleset)
    if header.presence:
        installation.presence.enable(header.game_id)


def has_started(installation: Installation, header: Header) -> bool:
    """Whether a game accepts actions, given its header only."""
    return not header.waits or bool(installation.store.info(header.game_id).started)


def game_of(installation: Installation, stored: StoredGame | ListedGame) -> Game:
    """Return the game of stored data. Raises RulesNotHosted and GameUnreadable."""
    header, as_read = stored.header, stored if isinstance(stored, StoredGame) else None
    ruleset = rules_of(installation, header)
    with reading(header.game_id, "snapshot"):
        position = replay.decode(ruleset, stored.snapshot)
    if as_read is not None and as_read.position.number != position.version:
        raise GameUnreadable(header.game_id, "its log does not end at its snapshot")
    return Game(header, ruleset, position, stored.info, stored.claims, stored=as_read)


def rules_of(installation: Installation, header: Header) -> AnyRuleset:
    """Return the rules under which a game continues. Raises RulesNotHosted.

    They are the rules of its creation, or newer compatible rules. Responses and records name the version of the
    creation. They use the wire types of the hosted version.
    """
    ruleset = installation.rulesets.get(header.ruleset)
    if ruleset is None or not plays(ruleset, header.rules_version):
        facts = {"version": header.rules_version, "ruleset": header.ruleset}
        raise problems.RulesNotHosted(
            "Play the game on an installation with version {version} of {ruleset}, under which it was created.", facts
        )
    return ruleset


def is_game_id(text: str) -> bool:
    """Whether a text has the form of a game id. Other texts must not become part of a Redis key."""
    return is_id(text)


def apply_action(
    ruleset: AnyRuleset, position: GamePosition[Any], seat: int, action: Any, seed: Seed, at: str
) -> Event:
    """Apply a legal action to a position in place, and return its event."""
    decision = position.decisions[seat]
    facts = replay.step(ruleset, position, seat, action, seed)
    encoded_facts = tuple((encoded(fact), audience) for fact, audience in facts)
    to_act = tuple(ruleset.to_act(position.state))
    decisions = tuple(position.decisions[each] for each in to_act)
    return Event(
        position.version,
        seat,
        decision,
        encoded(action),
        encoded_facts,
        at,
        over=not to_act,
        to_act=to_act,
        decisions=decisions,
    )


def encoded(value: Any) -> msgspec.Raw:
    """Encode a value of the rules once, to be embedded as raw JSON."""
    return msgspec.Raw(msgspec.json.encode(value))


def timestamp(installation: Installation) -> str:
    """Return the current UTC time with microseconds."""
    return written(installation.sources.now())


def moment_in(installation: Installation, header: Header, info: GameInfo) -> int:
    """Return the time in a game, in microseconds since 1970: its virtual clock or the real time."""
    return moment_of(header.created_at) + info.moved if header.virtual else moment(installation.sources.now())


def check_finished(game: Game, problem: problems.GameNotOver) -> None:
    """Raise the problem unless the game is finished; raise GameAborted for an aborted game."""
    check_not_aborted(game)
    if game.status != "over":
        raise problem


def setup_of(seats: Sequence[SeatSetup], seat: int) -> SeatSetup:
    """Return the setup of a seat. Raises SeatNotFound."""
    if seat >= len(seats):
        raise problems.SeatNotFound(
            "Send an existing seat. The game has {seats} seats, numbered from 0.", {"seats": len(seats)}
        )
    return seats[seat]


def check_started(game: Game) -> None:
    """Raise GameNotStarted in a game that waits for its players."""
    if not game.has_started:
        raise problems.GameNotStarted("Wait until all seats are filled or the creator starts the game.")


def without_abort(game: Game) -> Game:
    """Return a game as it was before its abort."""
    return replace(game, info=msgspec.structs.replace(game.info, aborted_at=""))


def check_not_aborted(game: Game) -> None:
    """Raise GameAborted in an aborted game."""
    if game.info.aborted_at:
        raise problems.GameAborted("Create a new game. An aborted game has no result and no record.")


def check_not_faulty(game: Game) -> None:
    """Raise GameFaulty if the rules of the game have failed."""
    if game.is_faulty and not game.info.aborted_at:
        raise faulty()


def faulty() -> problems.GameFaulty:
    """Return the problem of a game whose rules have failed."""
    return problems.GameFaulty("Wait until the operator has repaired the game, or abort it. Its rules have failed.")
