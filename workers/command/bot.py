"""`bottega bot`: drives any program that decides, for all seats it is given, until their games are over.

For each decision the program reads one line of JSON and writes one. Nothing is kept: what is open is read from the
service, and an answer is sent with a key that follows from it, so that the command may be killed and started again at
any time.
"""

import hashlib
import json
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from typing import Any

from workers.command.bot_program import Program, ProgramError
from workers.command.bot_seats import Ended, Followed, PendingDecision, PlayersGames, Seat
from workers.command.bot_service import Json, Rejected, ServiceClient
from workers.command.client import UnexpectedResponse
from workers.command.console import tell

MOST_REJECTIONS = 10
"""So often a program may be rejected in one decision."""
LONGEST_SHOWN = 200
"""Of a line that is nonsense."""
CLOSED = ("decision_closed", "game_aborted", "game_not_found", "seat_resigned", "time_expired")
"""What is answered where there is nothing to decide any more."""


@dataclass(frozen=True)
class ProgramLine:
    """A line of a program; None when there are no more."""

    program: int
    """Which one said it, counted from 1: one that was started again hears nothing of the one before."""
    line: bytes | None


@dataclass(frozen=True)
class Closed:
    """There is nothing more to play, whatever has ended."""


Message = PendingDecision | Ended | ProgramLine | Closed


@dataclass
class Open:
    """A decision that the program has been asked for."""

    asked: PendingDecision
    rejections: int = 0


@dataclass
class Bot:
    """A program at its games. Everything that happens comes through the inbox, to one thread."""

    service: ServiceClient
    seconds: float | None
    """How long the program may think about a decision; as long as it likes if None."""
    inbox: SimpleQueue[Message] = field(default_factory=SimpleQueue)
    open: dict[str, Open] = field(default_factory=dict)
    """By id, the longest open first."""
    failed: int = 0
    programs: int = 0
    """How many have been started."""
    answers: int = 0
    """How many answers of theirs were carried out."""
    heard_at: float = 0.0
    """When the program was asked while it had nothing to do, or answered last."""

    def follow(self, seat: Seat, worlds: int) -> None:
        """Have what a seat is to decide put into the inbox, and its end."""
        followed = Followed(self.service, seat, worlds)
        threading.Thread(target=followed.run, args=(self.inbox.put,), daemon=True).start()

    def play(self, program: Program, seats: float) -> None:
        """Decide until so many seats have ended, or until all is closed; first what another program left open.

        Raises ProgramError, and Unexpected if the service stays away.
        """
        self.heard_at = time.monotonic()
        for question in self.open.values():
            program.tell(question.asked.question)
        while seats:
            match self._next():
                case Closed():
                    return
                case PendingDecision() as asked:
                    self._ask(program, Open(asked))
                case Ended() as ended:
                    seats -= 1
                    self._note(ended)
                case ProgramLine(number, line) if number == self.programs:
                    self._hear(program, line)
                case None:
                    self._decide_for_it(program)

    def _next(self) -> Message | None:
        """Wait for what happens next; None when the program has thought for too long."""
        if self.seconds is None or not self.open:
            return self.inbox.get()
        try:
            return self.inbox.get(timeout=max(0.0, self.heard_at + self.seconds - time.monotonic()))
        except Empty:
            return None

    def _ask(self, program: Program, question: Open, **besides: Any) -> None:
        """Ask the program; a seat has no other open decision."""
        asked = question.asked
        for known in [name for name, each in self.open.items() if each.asked.seat == asked.seat]:
            del self.open[known]
        if not self.open:
            self.heard_at = time.monotonic()
        self.open[asked.question["id"]] = question
        program.tell({**asked.question, **besides})

    def _hear(self, program: Program, line: bytes | None) -> None:
        """Carry out what the program answers."""
        if line is None:
            raise ProgramError("the program has ended before its games")
        self.heard_at = time.monotonic()
        name, answer = _read(line)
        if name not in self.open:
            return  # it has been decided meanwhile
        question = self.open.pop(name)
        try:
            self._act(program, question, answer)
        except ProgramError:
            self.open[name] = Open(question.asked)
            raise
        self.answers += 1

    def _decide_for_it(self, program: Program) -> None:
        """Take the first legal action of the longest open decision."""
        name = next(iter(self.open))
        tell(f"{name}: no answer within {self.seconds:g} s, so the first legal action is taken")
        self.heard_at = time.monotonic()
        self._act(program, self.open.pop(name), 0)

    def _act(self, program: Program, question: Open, answer: Any) -> None:
        """Submit an action; ask again if the rules reject it."""
        asked = question.asked
        body = {
            "ruleset": asked.question["ruleset"],
            "decision": asked.decision,
            "action": _action(asked.question["actions"], answer),
        }
        try:
            self.service.post(f"{asked.seat.path}/actions", asked.seat.token, body, _key(asked.question["id"], body))
        except Rejected as rejected:
            if rejected.code in CLOSED:
                return
            question.rejections += 1
            if question.rejections > MOST_REJECTIONS:
                raise ProgramError(
                    f"rejected {question.rejections} times in one decision, lastly: {rejected}"
                ) from rejected
            self._ask(program, question, rejected=rejected.problem)

    def _note(self, ended: Ended) -> None:
        """Note that a seat has nothing more to decide."""
        if ended.reason:
            self.failed += 1
            tell(f"{ended.seat.game_id}: {ended.reason}")


def run(
    service: ServiceClient, seats: Sequence[Seat], command: Sequence[str], seconds: float | None, worlds: int
) -> int:
    """Let a program play these seats until their games are over; return the exit code: 0 if all games are.

    Raises ProgramError and Unexpected.
    """
    bot = Bot(service, seconds)
    for seat in seats:
        bot.follow(seat, worlds)
    drive(bot, command, len(seats))
    return 1 if bot.failed else 0


def run_player(service: ServiceClient, key: str, command: Sequence[str], seconds: float | None, worlds: int) -> int:
    """Let a program play all games of a player, those to come too, until Ctrl-C; return 1 if the key ends.

    Raises ProgramError and Unexpected.
    """
    bot = Bot(service, seconds)
    games = PlayersGames(service, key, lambda seat: bot.follow(seat, worlds))

    def follow() -> None:
        try:
            games.run()
        except (Rejected, UnexpectedResponse) as error:
            tell(f"the games of the player: {error}")
        bot.inbox.put(Closed())

    threading.Thread(target=follow, daemon=True).start()
    drive(bot, command)
    return 1


def drive(bot: Bot, command: Sequence[str], seats: float = inf) -> None:
    """Start a program, let it play until so many seats have ended, or all is closed, and end it.

    Raises ProgramError and Unexpected.
    """
    bot.programs += 1
    number = bot.programs
    program = Program(command, lambda line: bot.inbox.put(ProgramLine(number, line)))
    try:
        bot.play(program, seats)
    except ProgramError as error:
        code = program.close()
        raise ProgramError(f"{error} (exit code {code})" if code else str(error)) from error
    except BaseException:
        program.close()
        raise
    program.close()


def _read(line: bytes) -> tuple[str, Any]:
    """Read an answer: which question it answers, and the action or its index; raises ProgramError."""
    try:
        answer: Json = json.loads(line)
        return answer["id"], answer["action"]
    except (ValueError, TypeError, KeyError) as error:
        shown = line[:LONGEST_SHOWN].decode(errors="replace").rstrip("\n")
        raise ProgramError(f'the program does not answer {{"id": ..., "action": ...}} but {shown}') from error


def _action(actions: Sequence[Any], answer: Any) -> Any:
    """Return the action that is meant: one of the legal ones by its index, or one as it is; raises ProgramError."""
    if type(answer) is not int:
        return answer
    if not 0 <= answer < len(actions):
        raise ProgramError(f"the program takes action {answer} of {len(actions)}, which are numbered from 0")
    return actions[answer]


def _key(name: str, body: Json) -> str:
    """Return the key of an answer: the same for the same answer to the same question, whoever sends it when."""
    return hashlib.sha256(f"{name} {json.dumps(body, sort_keys=True)}".encode()).hexdigest()
