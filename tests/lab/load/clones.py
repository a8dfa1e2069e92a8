"""Games to clone of a ruleset: a finished one, a running one, and one with an open seat."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import msgspec
from zstandard import ZstdCompressor

from domain.clock_days import DaysClock
from domain.levels import LEVELS
from domain.ruleset import AnyRuleset
from service.game.game import load
from service.installation.installation import Installation
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.playing import games
from service.store import Event, GameInfo, Header, Holder, Profile, SeatSetup, game_dump
from service.store.compression import _read, newest, unpack
from tests.submitting import submit

_GREEDY: Any = LEVELS["greedy"]
CLOCK = DaysClock(days=7)
PLAYERS = ("pl_aaaaaaaaaaaaaaaaaaa0", "pl_aaaaaaaaaaaaaaaaaaa1")
"""The players of the finished games to clone."""
QUICK_LEVEL = 3


@dataclass(frozen=True)
class Finished:
    """A game that has been scored."""

    header: Header
    plain: bytes
    """All stored data of the game, before compression."""
    packed_bytes: int
    """The size of the stored data as the service compresses it."""
    events: int
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Live:
    """A running game."""

    header: Header
    snapshot: bytes
    table: GameInfo
    log: tuple[Event, ...]
    clocks: Mapping[str, float]

    def clocks_of(self, game_id: str) -> dict[str, float]:
        """Return the deadlines of the decisions of a clone."""
        return {name.replace(self.header.game_id, game_id): at for name, at in self.clocks.items()}


def play(installation: Installation, ruleset: AnyRuleset, number: int, most: int | None = None, **terms: Any) -> str:
    """Let human players play a game by the heuristics, to its end or for this number of events; return its id."""
    rng, kind = Random(number), "human" if most != 0 else "open"
    seats = [SeatSetup("human"), *[SeatSetup(kind)] * (ruleset.min_seats - 1)]  # type: ignore[arg-type]
    created, _ = creation.create_game(installation, ruleset, ruleset.options_type(), seats, terms=Terms(**terms))
    game_id = created.game_id
    while (game := load(installation, game_id)).to_act and (most is None or game.position.version < most):
        seat = rng.choice(game.to_act)
        action = _GREEDY(ruleset, ruleset.determinize(game.position.state, seat, rng), seat, rng)
        submit(installation, game_id, seat, game.position.decisions[seat], action)
    return game_id


def finished(installation: Installation, ruleset: AnyRuleset, number: int) -> Finished:
    """Play a game to its end and score it."""
    for each in PLAYERS:
        installation.store.players.ensure(each, Profile("2026-01-01T00:00:00.000000Z", each.replace("pl_", "rp_")))
    game_id = play(installation, ruleset, number, rated=True, players=dict(enumerate(PLAYERS)))
    games.score(installation, game_id)
    read = game_dump.read(installation.store.servers.client, game_id)
    outcome = load(installation, game_id).outcome
    assert read is not None
    assert outcome is not None
    header = msgspec.json.decode(read.dump.header, type=Header)
    ranks = tuple(each.rank for each in outcome.seats)
    packed = read.dump.packed()
    return Finished(header, unpack(packed), len(packed), len(read.dump.log), ranks)


def live(installation: Installation, ruleset: AnyRuleset, number: int, most: int) -> Live:
    """Play the start of a game with clocks; with `most` 0 a seat is still open."""
    game_id = play(installation, ruleset, number, most, clock=CLOCK, waits=most == 0)
    stored = installation.store.load(game_id)
    assert stored is not None
    _, events = installation.store.events(game_id, 0, most)
    clocks = {each.member: at for each, at in installation.store.clocks.all().items() if each.game_id == game_id}
    return Live(stored.header, stored.snapshot, stored.info, tuple(events), clocks)


def packed(origin: Finished, header: Header, holders: Mapping[int, Holder]) -> bytes:
    """Compress a clone of a finished game with its original log: in 0.1 ms, half as large again as the service does."""
    plain = origin.plain.replace(origin.header.game_id.encode(), header.game_id.encode())
    plain = plain.replace(origin.header.created_at.encode(), header.created_at.encode())
    for old, new in zip(PLAYERS, holders.values(), strict=True):
        plain = plain.replace(old.encode(), new.player.encode())
    return _compressor(header.ruleset).compress(plain)


@cache
def _compressor(ruleset: str) -> ZstdCompressor:
    """Return a fast compressor with the dictionary of a ruleset."""
    dictionary = _read(newest(ruleset))
    if dictionary is not None:
        dictionary.precompute_compress(QUICK_LEVEL)
    return ZstdCompressor(QUICK_LEVEL, dictionary, write_checksum=True)
