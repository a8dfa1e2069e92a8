"""Store a million finished games and ten thousand running ones, and measure lists and sweeps: see `main`.

A few real games of each ruleset are cloned under new ids, with other players and times over the last year. Lists, feeds
and ratings are written by the store's own functions, so that they are as true as if all had been played; one process
writes each ruleset. Each game has its own bytes in the archive, compressed faster and less well.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.archive.sqlite import SqliteArchive
from service.assembly import open_installation
from service.installation.clock_and_ids import GAME_ID_LENGTH, GAME_ID_LETTERS, written
from service.installation.installation import Installation
from service.leaderboards import rating
from service.rating import RatedGame, RatingOrder, Seated, Skill
from service.rating.pools import anchors, pool_of
from service.rating.skills import fold
from service.runtime.redis_server import redis_server
from service.settings import DAY, Settings
from service.store import Header, Holder, Profile, RunningClocks, Store, StoredKey, StoredNotice
from service.store.archived_copies import copy_id, mark_of
from service.store.feeds import STORED_MILLISECONDS
from service.store.keys import key
from service.store.ratings import PoolState, RatingChange, RatingUpdate
from tests.lab.load import clones, measures
from tests.lab.load.clones import Finished, Live
from tests.lab.load.gathering import Gathering

YEAR = 365 * DAY
ORIGINS = 5
"""Number of played games of a ruleset: this many finished ones, and one of each other kind."""
BLOBS_AT_ONCE = 500
RATED_ONE_IN = 10
PLAYERS = 20_000
FREE, LABELLED, NAMED, OF = 0, 1, 2, 4
"""Remainders modulo `OF` of the live games that have a free seat, a label, or players with a name."""
LABEL, NAME = "cup", "Ada"


@dataclass(frozen=True)
class Plan:
    """The numbers of games to store."""

    stored: int
    live: int
    players: int = PLAYERS

    def share(self, number: int) -> "Plan":
        """Return the share of the ruleset with this number."""
        count = len(RULESETS)
        return Plan(
            self.stored // count + (number < self.stored % count),
            self.live // count + (number < self.live % count),
            self.players,
        )


@dataclass(frozen=True)
class Origins:
    """The games of a ruleset to clone."""

    finished: Sequence[Finished]
    going: Live
    free: Live


def letters(rng: Random, length: int) -> str:
    """Return random letters and digits, as in ids."""
    return "".join(rng.choices(GAME_ID_LETTERS, k=length))


def player(number: int) -> str:
    """Return the id of a player; player 0 plays most."""
    return f"pl_{letters(Random(number), 20)}"


def pair(rng: Random, players: Sequence[str]) -> tuple[str, str]:
    """Choose two players at random; few of them play much."""
    first, second = (int(len(players) * rng.random() ** 2) for _ in range(2))
    return players[first], players[second if second != first else (first + 1) % len(players)]


class Filler:
    """Stores the games of one ruleset."""

    def __init__(
        self, installation: Installation, ruleset: AnyRuleset, origins: Origins, plan: Plan, now: float
    ) -> None:
        self.client: Any = installation.store.servers.client
        self.servers = Gathering(self.client)
        self.store = Store(self.servers)
        self.archive = SqliteArchive(Path(installation.settings.archive_url.removeprefix("sqlite://")))
        self.ruleset, self.origins, self.plan, self.now = ruleset, origins, plan, now
        self.rng = Random(f"{ruleset.name} {plan.stored} {plan.live}")
        self.players = [player(number) for number in range(plan.players)]
        self.pool = pool_of(ruleset, ruleset.options_type(), ruleset.min_seats)
        self.fixed = anchors(ruleset, self.pool)
        self.skills: dict[str, Skill] = {}
        self.rated = 0
        self.blobs: list[tuple[str, bytes]] = []

    def fill(self) -> None:
        """Write all games, the oldest first."""
        for number in range(self.plan.stored):
            self._store(number)
        for number in range(self.plan.live):
            self._begin(number)
        self._write_blobs()
        self.servers.flush()
        self.archive.close()

    def _store(self, number: int) -> None:
        """Store one finished game."""
        left = self.plan.stored - number
        origin = self.origins.finished[number % len(self.origins.finished)]
        at = self.now - YEAR * left / (self.plan.stored + 1)
        header = self._header(origin.header, at - 3600)
        holders = {seat: Holder(player=each) for seat, each in enumerate(pair(self.rng, self.players))}
        packed = clones.packed(origin, header, holders)
        self.store.lists.add(header, holders)
        self.store.lists.finish(header, holders)
        self.store.lists.check_at(header.game_id, at + YEAR)
        mark = mark_of(packed)
        self.servers.call("", lambda client: client.set(key(header.game_id, "archived"), mark))
        self._archive(copy_id(header.game_id, mark), packed)
        if number % RATED_ONE_IN == 0:
            self._rate(RatedGame(header.game_id, reported(at), self._seated(origin, holders)))
        if at > self.now - STORED_MILLISECONDS / 1000:
            self._report(header, holders, at, origin.events)

    def _begin(self, number: int) -> None:
        """Store one running game."""
        origin = self.origins.free if number % OF == FREE else self.origins.going
        header = self._header(origin.header, self.now - DAY * self.rng.random())
        holders = {seat: Holder(player=each) for seat, each in enumerate(pair(self.rng, self.players))}
        if origin is self.origins.free:
            del holders[1]
        if number % OF == NAMED:
            holders = {seat: holder._replace(name=NAME) for seat, holder in holders.items()}
        table = msgspec.structs.replace(origin.table, label=LABEL) if number % OF == LABELLED else origin.table
        clocks = RunningClocks(origin.clocks_of(header.game_id), self.now)
        self.store.create(header, origin.snapshot, holders, info=table, log=origin.log, due=None, clocks=clocks)
        self.store.lists.check_at(header.game_id, self.now + 7 * DAY)

    def _header(self, header: Header, at: float) -> Header:
        return msgspec.structs.replace(header, game_id=letters(self.rng, GAME_ID_LENGTH), created_at=reported(at))

    def _seated(self, origin: Finished, holders: dict[int, Holder]) -> tuple[Seated, ...]:
        ranks = [*origin.ranks]
        self.rng.shuffle(ranks)
        return tuple(Seated(holders[seat].player, rank) for seat, rank in enumerate(ranks))

    def _rate(self, game: RatedGame) -> None:
        """Rate a game after all earlier games, as `service.leaderboards.rating` does."""
        after = fold(game, self.skills, self.fixed)
        self.skills |= after
        ranks = {each.who: each.rank for each in game.seats}
        rewritten: dict[str, RatingUpdate] = {
            who: rating._last({game.order: RatingChange(ranks[who], skill)}) for who, skill in after.items()
        }
        self.store.ratings.register(self.pool, game.who)
        seen = PoolState(str(self.rated), "", is_rated=False)
        self.store.ratings.rate(
            self.pool.pool, seen, rating._digest(self.fixed), game, RatingOrder(*game.order), rewritten
        )
        self.rated += 1

    def _report(self, header: Header, holders: dict[int, Holder], at: float, version: int) -> None:
        """Send the end of a game to its players."""
        notices = {
            holder.player: [
                StoredNotice(kind, reported(at), header.game_id, header.ruleset, version, seat)
                for kind in ("seated", "over", "scored")
            ]
            for seat, holder in holders.items()
        }
        self.store.feeds.append_durably(notices, at)

    def _archive(self, name: str, packed: bytes) -> None:
        self.blobs.append((name, packed))
        if len(self.blobs) >= BLOBS_AT_ONCE:
            self._write_blobs()

    def _write_blobs(self) -> None:
        """Write many games to the archive in one transaction."""
        with self.archive._using() as file:
            file.execute("BEGIN IMMEDIATE")
            file.executemany("INSERT OR REPLACE INTO games VALUES (?, ?)", self.blobs)
            file.execute("COMMIT")
        self.blobs.clear()


def reported(at: float) -> str:
    """Return a time as text."""
    return written(datetime.fromtimestamp(at, UTC))


def meet(installation: Installation, plan: Plan) -> None:
    """Create the players."""
    servers = Gathering(installation.store.servers.client)
    players, at = Store(servers).players, reported(time.time())
    for number in range(plan.players):
        players.create(
            player(number),
            Profile(at, player(number).replace("pl_", "rp_"), f"Player {number}"),
            "k",
            StoredKey("0" * 64, ("play",), at),
        )
    servers.flush()


def origins_of(installation: Installation, ruleset: AnyRuleset) -> Origins:
    """Play the games of a ruleset to clone, then delete them."""
    finished = [clones.finished(installation, ruleset, number) for number in range(ORIGINS)]
    midst = min(each.events for each in finished) // 2
    free = clones.live(installation, ruleset, ORIGINS, 0)
    found = Origins(finished, clones.live(installation, ruleset, ORIGINS, midst), free)
    installation.store.servers.client.flushall()
    return found


def fill_one(settings: Settings, name: str, origins: Origins, plan: Plan, now: float) -> None:
    """Store the games of one ruleset, in a separate process."""
    installation = open_installation(settings, RULESETS)
    Filler(installation, RULESETS[name], origins, plan, now).fill()
    installation.store.close()


def fill(installation: Installation, plan: Plan) -> dict[str, float]:
    """Fill an empty installation; return the cost and the counts."""
    client: Any = installation.store.servers.client
    origins = {name: origins_of(installation, ruleset) for name, ruleset in RULESETS.items()}
    client.config_set("appendonly", "no")
    meet(installation, plan)
    archive = installation.store.archived.copies.archive
    assert archive is not None
    archive.get("")  # makes the file
    empty, started = client.info("memory")["used_memory"], time.time()
    _in_processes(installation.settings, origins, Plan(plan.stored, 0, plan.players), started)
    stored, took = client.info("memory")["used_memory"], time.time() - started
    _in_processes(installation.settings, origins, Plan(0, plan.live, plan.players), started)
    live = client.info("memory")["used_memory"]
    client.config_set("appendonly", "yes")
    file = Path(installation.settings.archive_url.removeprefix("sqlite://")).stat().st_size
    packed = [each.packed_bytes for found in origins.values() for each in found.finished]
    return {
        "time to write the stored games, s": took,
        "time to write the live games, s": time.time() - started - took,
        "Redis memory of a stored game, bytes": (stored - empty) / max(plan.stored, 1),
        "Redis memory of a live game, bytes": (live - stored) / max(plan.live, 1),
        "archive file per stored game, bytes": file / max(plan.stored, 1),
        "game as the service compresses it, bytes": fmean(packed),
        "Redis memory, bytes": live,
    }


def _in_processes(settings: Settings, origins: dict[str, Origins], plan: Plan, now: float) -> None:
    with ProcessPoolExecutor(len(RULESETS), mp_context=get_context("fork")) as pool:
        futures = [
            pool.submit(fill_one, settings, name, origins[name], plan.share(number), now)
            for number, name in enumerate(RULESETS)
        ]
        for future in futures:
            future.result()


@contextmanager
def opened_installation(directory: Path) -> Iterator[Installation]:
    """Run an installation in a directory, which may be filled already."""
    archive = f"sqlite://{(directory / 'archive.sqlite').absolute()}"
    with redis_server(directory / "redis", "everysec") as server:
        settings = Settings(
            redis_url=server.url,
            rq_url=server.url,
            secrets=(b"0123456789abcdef" * 2,),
            durability="memory",
            archive_url=archive,
            listed_seconds=0,
            finished_seconds=0,
        )
        installation = open_installation(settings, RULESETS)
        try:
            yield installation
        finally:
            installation.store.close()


def measure(directory: Path, plan: Plan) -> dict[str, Any]:
    """Fill a directory unless that was done earlier, and measure; return the row of a file."""
    filled_file = directory / "filled.json"
    with opened_installation(directory) as installation:
        if not filled_file.exists():
            filled = fill(installation, plan)
            _wait_for_file(installation)
            filled_file.write_text(json.dumps({**asdict(plan), **filled}), encoding="utf-8")
        row = json.loads(filled_file.read_text(encoding="utf-8"))
        players = [player(number) for number in (0, plan.players - 1)]
        return {**row, "milliseconds": measures.measure(installation, players)}


def _wait_for_file(installation: Installation) -> None:
    """Wait until Redis has rewritten its file, so that nothing else runs during the measurement."""
    client: Any = installation.store.servers.client
    while client.info("persistence")["aof_rewrite_in_progress"] or client.info("persistence")["aof_rewrite_scheduled"]:
        time.sleep(0.5)


def show(rows: Sequence[dict[str, Any]]) -> str:
    """Print a table with a column for each installation."""
    heads = [f"{row['stored']:,} stored, {row['live']:,} live" for row in rows]
    lines = [f"| | {' | '.join(heads)} |", f"|---|{'---:|' * len(rows)}"]
    plain = [name for name in rows[-1] if name not in ("stored", "live", "players", "milliseconds")]
    lines += [f"| {name} | {' | '.join(f'{row[name]:,.0f}' for row in rows)} |" for name in plain]
    for name in rows[-1]["milliseconds"]:
        cells = " | ".join(f"{row['milliseconds'][name]:,.2f}" for row in rows)
        lines.append(f"| {name}, ms | {cells} |")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure with a hundred games, and with the requested number.

    With `--data` the large installation stays in that directory, and is measured there again the next time.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.lab.load.fill", description=__doc__)
    parser.add_argument("--stored", type=int, default=1_000_000)
    parser.add_argument("--live", type=int, default=10_000)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--data", type=Path, help="where the installation is kept; nowhere if absent")
    chosen = parser.parse_args(arguments)
    with TemporaryDirectory(prefix="bottega-load-") as name:
        small = measure(Path(name) / "small", Plan(100, 100, 10))
        big = measure(chosen.data or Path(name) / "big", Plan(chosen.stored, chosen.live, chosen.players))
    print(show([small, big]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
