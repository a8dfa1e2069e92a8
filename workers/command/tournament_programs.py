"""Run the programs of a tournament's entrants: one process per entrant, for all its games.

A program that fails is restarted, as by `bottega bot`. It loses a game if it fails twice at one decision.
"""

import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bottega_client import Client, NetworkError

from workers.command.bot import Bot
from workers.command.bot_log import BotLog
from workers.command.bot_messages import Closed
from workers.command.bot_seats import Seat
from workers.command.console import print_status
from workers.command.tournament_file import Program


@dataclass(frozen=True)
class Playing:
    """A program with the key of its player."""

    name: str
    key: str
    program: Program


@dataclass
class EntrantPrograms:
    """The programs of a tournament."""

    client: Client
    playing: Mapping[int, Playing]
    """Programs by entrant."""
    log: Path | None = None
    """The directory of the logs, one directory for each program."""
    bots: dict[int, Bot] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """Games that have been taken."""

    def start(self) -> None:
        """Start all programs. Raises NotWritable."""
        logs = self._logs()
        for entrant, playing in self.playing.items():
            own, log = playing.program, logs.get(entrant)
            self.bots[entrant] = Bot(self.client, own.command, own.seconds, log, playing.name, proven=True)
        for bot in self.bots.values():
            thread = threading.Thread(target=_play, args=(bot,), daemon=True)
            self.threads.append(thread)
            thread.start()

    def _logs(self) -> dict[int, BotLog]:
        """Open the log of each program, in a directory with the name of the entrant."""
        names: dict[int, str] = {}
        for entrant, playing in self.playing.items() if self.log else ():
            name = re.sub(r"[^\w.-]+", "-", playing.name).strip(".-") or "program"
            names[entrant] = name if name not in names.values() else f"{name}-{entrant}"
        return {entrant: BotLog(self.log / name) for entrant, name in names.items() if self.log}

    def take(self, games: Iterable[tuple[str, Sequence[int]]]) -> None:
        """Let the programs play their seats in new games."""
        for game, entrants in games:
            if game in self.known:
                continue
            self.known.add(game)
            for entrant in self.bots.keys() & set(entrants):
                playing = self.playing[entrant]
                self.bots[entrant].follow(Seat(game, playing.key), playing.program.positions)

    def end(self) -> None:
        """End all programs and wait for them."""
        for bot in self.bots.values():
            bot.inbox.put(Closed())
        for thread in self.threads:
            thread.join()


def _play(bot: Bot) -> None:
    """Let a program play until the end."""
    try:
        bot.play()
    except NetworkError as error:
        print_status(f"{bot.name}: {error}; it stops playing")
