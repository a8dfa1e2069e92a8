"""Train the compression dictionary of a ruleset's games: `python -m tests.tools.dictionaries RULESET...`.

The samples are games determined by their numbers: each number of seats, set-ups in turn, random, easy and greedy seats
in turn. The dictionary gets the next free number and is used from then on. After a release older dictionaries stay,
because stored games still need them. The same rules and the same zstd produce the same bytes. Without arguments, all
rulesets without a dictionary get one.
"""

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import TypeVar

import msgspec
from zstandard import train_dictionary

from domain import replay
from domain.dice import Seed
from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.game import presenters
from service.game.game import Game, apply_action, encoded
from service.installation.clock_and_ids import GAME_ID_LENGTH, GAME_ID_LETTERS, written
from service.store import Event, Header, SeatSetup
from service.store.compression import BUNDLE_LEVEL, DICTIONARIES, files, newest
from service.store.log_entries import terse
from tests.rulesets.games import QUICK, every_options

GAMES = 24
"""Number of games for each number of seats."""
BYTES = 1 << 15
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)

T = TypeVar("T")


def play(ruleset: AnyRuleset, seats: int, number: int) -> tuple[Game, list[Event]]:
    """Play game `number` with this number of seats; return its stored form."""
    rng = Random(f"{ruleset.name} {seats} {number}")
    options, level = _turn(every_options(ruleset), number), _turn([*QUICK.values()], number)
    seed, now = Seed(rng.randbytes(32), rng.randbytes(32)), FIRST_DAY + timedelta(seconds=rng.randrange(1 << 28))
    header = Header(
        game_id="".join(rng.choices(GAME_ID_LETTERS, k=GAME_ID_LENGTH)),
        ruleset=ruleset.name,
        rules_version=ruleset.version,
        options=encoded(options),
        seats=tuple(SeatSetup("human") for _ in range(seats)),
        seed=seed.secret.hex(),
        created_at=written(now),
        salt=seed.salt.hex(),
    )
    game, events = Game(header, ruleset, replay.start(ruleset, options, seats, seed)), []
    while game.to_act:
        seat, state = rng.choice(game.to_act), game.position.state
        action = level(ruleset, ruleset.determinize(state, seat, rng), seat, rng)
        now += timedelta(microseconds=rng.randrange(30_000_000))
        event = apply_action(ruleset, game.position, seat, action, seed, written(now))
        events.append(msgspec.structs.replace(event, attempt=rng.randbytes(4).hex()))
    return game, events


def _turn(choices: Sequence[T], number: int) -> T:
    """Return the seat that acts next in game `number`."""
    return choices[number % len(choices)]


def samples(ruleset: AnyRuleset) -> Iterator[bytes]:
    """Yield the stored data of some games, value by value."""
    for seats in range(ruleset.min_seats, ruleset.max_seats + 1):
        for number in range(GAMES):
            game, events = play(ruleset, seats, number)
            yield msgspec.json.encode(game.header)
            yield from map(terse, events)
            yield msgspec.json.encode(presenters.result(game, game.outcome))


def train(ruleset: AnyRuleset) -> None:
    """Train a dictionary and write it under the next number."""
    number = max(files(), default=0) + 1
    trained = train_dictionary(BYTES, [*samples(ruleset)], level=BUNDLE_LEVEL, dict_id=number)
    (DICTIONARIES / f"{ruleset.name}.{number}.zdict").write_bytes(trained.as_bytes())
    files.cache_clear()
    print(f"{ruleset.name}: dictionary {number}, {len(trained):,} bytes")


def main() -> None:
    """Train the requested dictionaries."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulesets", nargs="*", metavar="RULESET")
    for name in parser.parse_args().rulesets or [name for name in RULESETS if not newest(name)]:
        train(RULESETS[name])


if __name__ == "__main__":
    main()
