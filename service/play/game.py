"""One game as it is stored, read and carried on by a step; nothing here writes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from domain import replay
from domain.dice import Seed
from domain.replay import GamePosition, Step
from domain.resignations import placed
from domain.ruleset import AnyRuleset, Outcome, plays
from service.play.bottega import Bottega
from service.play.clock_and_ids import GAME_ID_LENGTH, GAME_ID_LETTERS, written
from service.play.clocks import moment, moment_of
from service.problems import GameAborted, GameNotFound, GameNotOver, GameNotStarted, RulesNotHosted
from service.store import (
    DEFAULT_INFO,
    BundledEntries,
    Claims,
    Event,
    GameInfo,
    Header,
    InvitedPlayer,
    ListedGame,
    SeatSetup,
    Status,
    StoredGame,
)
from service.store.unreadable import reading

LETTERS = frozenset(GAME_ID_LETTERS)


@dataclass
class Game:
    """A game as it is now, or was; position and table are carried on in place."""

    header: Header
    ruleset: AnyRuleset
    position: GamePosition[Any]
    table: GameInfo = DEFAULT_INFO
    """What is arranged around it."""
    claims: Claims = field(default_factory=dict)
    """Who has its seats."""
    steps: list[Step] | None = None
    """Those that stand, from the first on; None unless it is carried on by events that may go back."""
    old: BundledEntries | None = None
    """What of its log is to be bundled with the next event."""

    @property
    def seats(self) -> tuple[SeatSetup, ...]:
        """Return who sits where by now, in turn order."""
        return seats_of(self.header, self.table)

    @property
    def has_begun(self) -> bool:
        """Whether actions are taken: not while the game waits for its players."""
        return is_begun(self.header, self.table)

    @property
    def to_act(self) -> tuple[int, ...]:
        """List the seats with an open decision; none before the game has begun, and none once it is over or aborted."""
        return self.ruleset.to_act(self.position.state) if self.has_begun and not self.table.aborted_at else ()

    @property
    def players(self) -> Mapping[int, str]:
        """Return the players who have seats in it, by seat."""
        return {seat: holder.player for seat, holder in self.claims.items() if holder.player}

    @property
    def free(self) -> list[int]:
        """List the open seats that nobody has."""
        return [seat for seat, setup in enumerate(self.seats) if setup.kind == "open" and seat not in self.claims]

    @property
    def status(self) -> Status:
        """Whether the game goes on."""
        if self.table.aborted_at:
            return "aborted"
        return "open" if not self.has_begun else "running" if self.to_act else "over"

    @property
    def outcome(self) -> Outcome | None:
        """Return how the game ended, with those who have given up behind all others; None until it has."""
        outcome = self.ruleset.outcome(self.position.state)
        return None if outcome is None else placed(outcome, self.table.resigned)

    @property
    def options(self) -> Any:
        """Return with which options it was set up."""
        return msgspec.json.decode(self.header.options, type=self.ruleset.options_type)

    @property
    def seed(self) -> Seed:
        """Return what the game's dice follow from."""
        return self.header.dice_seed


def is_begun(header: Header, table: GameInfo) -> bool:
    """Whether actions are taken: not while the game waits for its players."""
    return bool(table.began) or not header.waits


def seats_of(header: Header, table: GameInfo) -> tuple[SeatSetup, ...]:
    """Return who sits where: as the game was created, with the changes before it began; the only place that knows."""
    if not (table.levels or table.left or table.invitations):
        return header.seats
    return tuple(_seat(setup, table, seat) for seat, setup in enumerate(header.seats))


def _seat(setup: SeatSetup, table: GameInfo, seat: int) -> SeatSetup:
    """Return who sits at a seat: a level may have taken it, whoever sat there left it, or a code be asked for it."""
    if seat in table.levels:
        return SeatSetup("ai", level=table.levels[seat])
    if setup.kind == "human" and seat in table.left:
        setup = SeatSetup("open")
    return msgspec.structs.replace(setup, invited=setup.invited or seat in table.invitations)


def vacated(header: Header, table: GameInfo, seat: int, player: str) -> GameInfo:
    """Return the table once a seat has been left before the game began: the code of whoever had it is void.

    So is an invitation of the `player` who had it, if it was one's.
    """
    invited = without_player(table.invited, player) if player else table.invited
    left = msgspec.structs.replace(table, left={**table.left, seat: table.left.get(seat, 0) + 1}, invited=invited)
    if not seats_of(header, table)[seat].invited:
        return left
    return msgspec.structs.replace(left, invitations={**left.invitations, seat: left.invitations.get(seat, 0) + 1})


def without_player(invited: Mapping[int, InvitedPlayer], player: str) -> dict[int, InvitedPlayer]:
    """Leave out the seat that is kept for a player."""
    return {seat: each for seat, each in invited.items() if each.player != player}


def load(bottega: Bottega, game_id: str) -> Game:
    """Read a game; raises GameNotFound or RulesNotHosted."""
    stored = read_stored(bottega, game_id)
    return restored(bottega, stored)


def read_stored(bottega: Bottega, game_id: str, *, answers: bool = False) -> StoredGame:
    """Read a game as it is stored, with the `answers` that were given, if they are wanted; raises GameNotFound."""
    stored = bottega.store.load(game_id, answers=answers) if is_game_id(game_id) else None
    if stored is None:
        raise GameNotFound("There is no game with this id.")
    _note_presence(bottega, stored.header)
    return stored


def read_header(bottega: Bottega, game_id: str) -> Header:
    """Read the header of a game; raises GameNotFound."""
    header = bottega.store.header(game_id) if is_game_id(game_id) else None
    if header is None:
        raise GameNotFound("There is no game with this id.")
    _note_presence(bottega, header)
    return header


def _note_presence(bottega: Bottega, header: Header) -> None:
    """Have it noted from now on who is there, if the game's creator wants that."""
    if header.presence:
        bottega.presence.enable(header.game_id)


def has_begun(bottega: Bottega, header: Header) -> bool:
    """Whether actions are taken in a game of which only the header has been read."""
    return not header.waits or bool(bottega.store.info(header.game_id).began)


def restored(bottega: Bottega, stored: StoredGame | ListedGame) -> Game:
    """Make a game of what is stored, with those who play it; raises RulesNotHosted."""
    old = stored.old if isinstance(stored, StoredGame) else None
    return replace(restore(bottega, stored.header, stored.snapshot, stored.info), claims=stored.claims, old=old)


def restore(bottega: Bottega, header: Header, snapshot: bytes, table: GameInfo = DEFAULT_INFO) -> Game:
    """Make a game of what is stored; raises RulesNotHosted and GameUnreadable."""
    ruleset = rules_of(bottega, header)
    with reading(header.game_id, "snapshot"):
        return Game(header, ruleset, replay.decode(ruleset, snapshot), table)


def rules_of(bottega: Bottega, header: Header) -> AnyRuleset:
    """Find the rules that a game goes on under; raises RulesNotHosted.

    They are those that it was begun under, or newer ones that play its games on. Whatever is told of it names the
    version that it was begun under, as its record does, and has the wire types of the version that is hosted.
    """
    ruleset = bottega.rulesets.get(header.ruleset)
    if ruleset is None or not plays(ruleset, header.rules_version):
        facts = {"version": header.rules_version, "ruleset": header.ruleset}
        raise RulesNotHosted("The game was begun under version {version} of {ruleset}.", facts)
    return ruleset


def is_game_id(text: str) -> bool:
    """Whether a text has the form of a game's id; others shall not become part of a key."""
    return len(text) == GAME_ID_LENGTH and LETTERS.issuperset(text)


def carry_out(ruleset: AnyRuleset, position: GamePosition[Any], seat: int, action: Any, seed: Seed, at: str) -> Event:
    """Carry out a legal action in place and write the event of it."""
    decision = position.asked[seat]
    facts = replay.step(ruleset, position, seat, action, seed)
    told = tuple((encoded(fact), audience) for fact, audience in facts)
    to_act = tuple(ruleset.to_act(position.state))
    asked = tuple(position.asked[each] for each in to_act)
    return Event(
        position.version, seat, decision, encoded(action), told, at, over=not to_act, to_act=to_act, asked=asked
    )


def encoded(value: Any) -> msgspec.Raw:
    """Encode a value of the rules once, to be embedded as it is."""
    return msgspec.Raw(msgspec.json.encode(value))


def timestamp(bottega: Bottega) -> str:
    """Return the time, UTC, to the microsecond."""
    return written(bottega.sources.now())


def moment_in(bottega: Bottega, header: Header, table: GameInfo) -> int:
    """Return the time as it is in a game, in microseconds since 1970: by its virtual clock, or by ours."""
    return moment_of(header.created_at) + table.moved if header.virtual else moment(bottega.sources.now())


def check_over(game: Game, problem: GameNotOver) -> None:
    """Raise the problem unless the game has been played to its end, and GameAborted if it never will be."""
    check_not_aborted(game)
    if game.status != "over":
        raise problem


def check_begun(game: Game) -> None:
    """Raise GameNotStarted in a game that waits for its players."""
    if not game.has_begun:
        raise GameNotStarted("It begins once all seats are filled, or its host starts it.")


def check_not_aborted(game: Game) -> None:
    """Raise GameAborted if nobody will play the game on."""
    if game.table.aborted_at:
        raise GameAborted("It has no result and no record.")
