"""Play the games of the arena in several processes, and store each of them."""

import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from dataclasses import dataclass
from functools import cache, partial
from itertools import islice
from math import inf
from pathlib import Path
from typing import Final

from tests.lab.strength.playing import Game, Meeting, play, way_of_play
from tests.lab.strength.stored_games import Entry, StoredGames


@dataclass(frozen=True)
class Arena:
    """The processes of the arena, and its stored games."""

    pool: Executor
    jobs: int
    """Number of parallel games."""
    stored: StoredGames
    until: float = inf
    """The time of the monotonic clock after which no game starts."""

    @property
    def is_open(self) -> bool:
        """Whether more games may start."""
        return time.monotonic() < self.until

    def play(self, meeting: Meeting, deals: range) -> list[Game]:
        """Play the missing games of these deals, storing each as it ends; return all stored games of them."""
        way = way_of_play(meeting.ruleset, meeting.options, meeting.seats)
        known = self.stored.games(meeting, way)
        missing = [(deal, seat) for deal in deals for seat in meeting.tested if (deal, seat) not in known]
        if missing and self.is_open:
            self.stored.drop_outdated(meeting, way)
        for game in self._carry_out(meeting, missing):
            known[game.deal, game.tested] = game
            self.stored.add(Entry(meeting, game, way, commit()))
        return [game for (deal, _), game in sorted(known.items()) if deal in deals]

    def _carry_out(self, meeting: Meeting, games: list[tuple[int, int]]) -> Iterator[Game]:
        """Play games, given by deal and seat; yield each as it ends."""
        waiting: Iterator[Future[Game]] = (self.pool.submit(play, meeting, *each) for each in games if self.is_open)
        running = set(islice(waiting, self.jobs))
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            running |= set(islice(waiting, len(done)))
            yield from (each.result() for each in done)


PLAYED_FROM: Final = (
    "../../../domain/*.py",
    "../../../domain/*.json",
    ":(exclude)../../../domain/*/strength.json",
    "../../../workers/*.py",
    "players.py",
    "playing.py",
)
"""The files that a game depends on, as patterns for git, without the ratings that result from games."""


@cache
def commit() -> str:
    """Return the current commit, with a `+` if rules, search or players have changed since."""
    git = partial(subprocess.run, cwd=Path(__file__).parent, check=True, capture_output=True, text=True)
    named = git(["git", "rev-parse", "--short=10", "HEAD"]).stdout.strip()
    changed = git(["git", "status", "--porcelain", "--", *PLAYED_FROM]).stdout
    return named + "+" * bool(changed)
