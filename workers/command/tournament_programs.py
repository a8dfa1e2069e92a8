"""Programs that play in a tournament: each has all games of one entrant, and one process for them.

A program that ends too early is started again, and asked again what is open. Pauses grow while it answers nothing.
"""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from workers.command.bot import Bot, Closed, drive
from workers.command.bot_program import ProgramError
from workers.command.bot_seats import Seat
from workers.command.bot_service import ServiceClient
from workers.command.client import UnexpectedResponse
from workers.command.console import tell
from workers.command.tournament_file import Program

PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 60.0


@dataclass(frozen=True)
class Playing:
    """A program with the key of the player that it plays for."""

    name: str
    key: str
    program: Program


@dataclass
class EntrantPrograms:
    """The programs of a tournament, each with its process."""

    service: ServiceClient
    playing: Mapping[int, Playing]
    """By entrant."""
    bots: dict[int, Bot] = field(default_factory=dict)
    threads: list[threading.Thread] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    """The games that are played already."""
    closed: threading.Event = field(default_factory=threading.Event)

    def start(self) -> None:
        """Start them all."""
        for entrant, playing in self.playing.items():
            bot = self.bots[entrant] = Bot(self.service, playing.program.seconds)
            thread = threading.Thread(target=_play, args=(bot, playing, self.closed), daemon=True)
            self.threads.append(thread)
            thread.start()

    def take(self, games: Iterable[tuple[str, Sequence[int]]]) -> None:
        """Have them play their seats in these games of theirs, each once."""
        for game, entrants in games:
            if game in self.known:
                continue
            self.known.add(game)
            for entrant in self.bots.keys() & set(entrants):
                playing = self.playing[entrant]
                self.bots[entrant].follow(Seat(game, playing.key), playing.program.worlds)

    def end(self) -> None:
        """End them all, and wait until they have ended."""
        self.closed.set()
        for bot in self.bots.values():
            bot.inbox.put(Closed())
        for thread in self.threads:
            thread.join()


def _play(bot: Bot, playing: Playing, closed: threading.Event) -> None:
    """Let a program play until all is closed, and start it again whenever it ends too early."""
    pause = PAUSE_SECONDS
    while not closed.is_set():
        answers = bot.answers
        try:
            drive(bot, playing.program.command)
        except ProgramError as error:
            pause = PAUSE_SECONDS if bot.answers > answers else min(2 * pause, LONGEST_PAUSE_SECONDS)
            tell(f"{playing.name}: {error}; it is started again in {pause:g} s")
            closed.wait(pause)
        except UnexpectedResponse as error:
            tell(f"{playing.name}: {error}; it plays no more")
            return
        else:
            return
