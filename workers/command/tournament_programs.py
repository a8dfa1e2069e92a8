"""Run the programs of a tournament's entrants: one process per entrant, for all its games.

A program that ends too early is restarted and gets its pending decisions again. Pauses grow while no action succeeds.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bottega_client import Client, NetworkError

from workers.command.bot import Bot, Closed, drive
from workers.command.bot_program import ProgramError
from workers.command.bot_seats import Seat
from workers.command.console import print_status
from workers.command.tournament_file import Program

PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0


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
    bots: dict[int, Bot] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """Games that have been taken."""
    closed: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Start all programs."""
        for entrant, playing in self.playing.items():
            bot = self.bots[entrant] = Bot(self.client, playing.program.seconds)
            thread = threading.Thread(target=_play, args=(bot, playing, self.closed), daemon=True)
            self.threads.append(thread)
            thread.start()

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
        self.closed.set()
        for bot in self.bots.values():
            bot.inbox.put(Closed())
        for thread in self.threads:
            thread.join()


def _play(bot: Bot, playing: Playing, closed: threading.Event) -> None:
    """Let a program play until the end, and restart it after early exits."""
    pause = PAUSE_SECONDS
    while not closed.is_set():
        actions = bot.actions_taken
        try:
            drive(bot, playing.program.command)
        except ProgramError as error:
            pause = PAUSE_SECONDS if bot.actions_taken > actions else min(2 * pause, LONGEST_PAUSE_SECONDS)
            print_status(f"{playing.name}: {error}; restarting it in {pause:g} s")
            closed.wait(pause)
        except NetworkError as error:
            print_status(f"{playing.name}: {error}; it stops playing")
            return
        else:
            return
