"""Implement `bottega bot`: let any program play seats until their games end.

The program reads one line of JSON per decision and writes one line. The command stores nothing that it needs: it reads
pending decisions from the service, and derives idempotency keys from the responses. It may be killed and started again
at any time. A program that fails is restarted, with pauses that grow while none of its actions is accepted.

After a failure, the new program gets the decisions of the failed one first, one at a time. The decision at which it
fails again is therefore known. That game alone is lost: its seat resigns.
"""

import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any

from bottega_client import Client, Problem

from workers.command import bot_messages
from workers.command.bot_limits import (
    LOADING_SECONDS,
    MOST_FAILURES,
    MOST_REJECTIONS,
    MOST_SILENCES,
    MOST_STARTS,
    pause_after,
)
from workers.command.bot_lines import Request, chosen_action, due, read_response, request_for
from workers.command.bot_log import BotLog, GameEnd, Played
from workers.command.bot_messages import Closed, Ended, Inbox, Message, ProgramLine
from workers.command.bot_program import END_SECONDS, STOP_SECONDS, Program, ProgramError
from workers.command.bot_seats import Seat
from workers.command.console import print_status


@dataclass
class Bot:
    """A program and its games. One thread handles all messages, which arrive through the inbox."""

    client: Client
    command: Sequence[str]
    seconds: float | None = None
    """Time limit per decision; None for no limit."""
    log: BotLog | None = None
    name: str = ""
    """The name in front of each message of the command."""
    proven: bool = False
    """Whether a failure may be the fault of a game. Otherwise failures lose no game, and the third one ends the bot."""
    inbox: Inbox = field(default_factory=SimpleQueue)
    open: dict[str, Request] = field(default_factory=dict)
    """The open requests by id, the oldest first."""
    played: dict[tuple[str, int], Played] = field(default_factory=dict)
    """What the program did, by game and seat."""
    failed: int = 0
    """Number of seats that cannot be followed, or that were lost by failures."""
    program: Program | None = None
    """The running program; None during a pause after a failure."""
    programs: int = 0
    """Number of attempts to start a program."""
    failures: int = 0
    """Number of failures since the last accepted action."""
    silences: int = 0
    """Number of missed time limits since the program last responded."""
    heard_at: float = 0.0
    """When the program last responded, or last got a decision while it was idle."""
    loaded_at: float = 0.0
    """When the running program first responded, or has had the time to load."""
    start_at: float = 0.0
    """When the next program starts, during a pause."""
    interrupted: bool = False
    """Whether Ctrl-C has closed the bot."""

    def follow(self, seat: Seat, positions: int) -> None:
        """Put the decisions and the end of a seat into the inbox."""
        bot_messages.follow(self.client, self.inbox, seat, positions, reads_ends=self.log is not None)

    def play(self, seats: float = inf) -> None:
        """Play until the given number of seats have ended, or the bot is closed.

        Raises ProgramError if the program fails without ever having acted, and NetworkError.
        """
        self.heard_at = time.monotonic()
        try:
            self._start()
            while seats:
                match self._next():
                    case Closed():
                        break
                    case Ended(reason):
                        seats -= 1
                        self._note_end(reason)
                    case message:
                        self._handle(message)
        except BaseException:
            self._close(STOP_SECONDS)
            raise
        self._close(STOP_SECONDS if self.interrupted else END_SECONDS)

    def _close(self, seconds: float) -> None:
        if self.program:
            self.program.close(seconds)

    def _next(self) -> Message | None:
        """Wait for the next message; return None when the time limit of a decision or a pause has passed."""
        until = min(self._limit(), inf if self.program else self.start_at)
        if until == inf:
            return self.inbox.get()
        try:
            return self.inbox.get(timeout=max(0.0, until - time.monotonic()))
        except Empty:
            return None

    def _limit(self) -> float:
        """Return when the time limit of the oldest decision passes."""
        return self.heard_at + self.seconds if self.seconds is not None and self.open else inf

    def _handle(self, message: Message | None) -> None:
        match message:
            case Request() as request:
                self._add(request)
            case GameEnd() as ended:
                self._note_game(ended)
            case ProgramLine(number, line) if number == self.programs and self.program:
                self._hear(self.program, line)
            case None if not self.program and time.monotonic() >= self.start_at:
                self._start()
            case None if time.monotonic() >= self._limit():
                self._take_first_action()

    def _note_end(self, reason: str) -> None:
        """Report why a seat cannot be followed; nothing if its game has ended."""
        if reason:
            self.failed += 1
            self._say(reason)

    def _note_game(self, ended: GameEnd) -> None:
        if self.log:
            place = ended.view["game_id"], ended.view["seat"]
            self.log.end(ended, self.played.pop(place, Played()))

    def _start(self) -> None:
        """Start a program and send it the open requests."""
        self.programs += 1
        number, errors = self.programs, self.log.errors if self.log else None
        try:
            self.program = Program(self.command, lambda line: self.inbox.put(ProgramLine(number, line)), errors)
        except ProgramError as error:
            if not self.proven:
                raise
            self._fail(str(error), ())
            return
        self.silences, self.loaded_at = 0, time.monotonic() + LOADING_SECONDS
        if self.log:
            self.log.say(f"started {' '.join(self.command)} as process {self.program.number}")
        self._send_open()

    def _add(self, request: Request) -> None:
        """Open a request, and drop an older one of the same seat."""
        turn = request.turn
        for name, each in list(self.open.items()):
            if (each.turn.game_id, each.turn.seat) == (turn.game_id, turn.seat):
                del self.open[name]
                request.failures = each.failures if name == request.id else 0
        if not self.open:
            self.heard_at = time.monotonic()
        self.open[request.id] = request
        self._send_open()

    def _send_open(self) -> None:
        """Send the program the requests that it should get now."""
        if self.program:
            for each in due([*self.open.values()], proven=self.proven):
                each.sent_at = time.monotonic()
                self.program.send(each.sent)

    def _hear(self, program: Program, line: bytes | None) -> None:
        """Submit the action of a line."""
        if line is None:
            self._fail(f"the program ended before its games ended{program.ended()}", self._sent())
            return
        self.heard_at = self.loaded_at = time.monotonic()
        self.silences = 0
        request = None
        try:
            name, response = read_response(line)
            request = self.open.get(name)
            if request is None:
                return  # the decision is closed
            action = chosen_action(request.turn.actions, response)
        except ProgramError as error:
            self._fail(str(error), [request] if request else self._sent())
            return
        self._note_seconds(request)
        if self._act(request, action):
            self._note_action(request)
        self._send_open()

    def _note_seconds(self, request: Request) -> None:
        if request.sent_at is not None:
            self._played(request).seconds += self.heard_at - request.sent_at

    def _note_action(self, request: Request) -> None:
        self._played(request).decisions += 1
        self.failures, self.proven = 0, True

    def _take_first_action(self) -> None:
        """Take the first legal action of the oldest decision; restart a program that stays silent."""
        request = next(iter(self.open.values()))
        self._say(f"{request.id}: no response within {self.seconds:g} s; taking the first legal action")
        self.heard_at = time.monotonic()
        self._played(request).defaults += 1
        self.silences += 1
        self._act(request, request.turn.actions[0])
        if self.program and self.silences >= MOST_SILENCES and self.heard_at >= self.loaded_at:
            self._fail("the program did not respond twice in a row", (), is_final=False)
        self._send_open()

    def _act(self, request: Request, action: Any) -> bool:
        """Submit an action, and return whether it was accepted; open the request again if it was rejected."""
        try:
            self.client.act(request.turn, action)
        except Problem as problem:
            self._reject(request, problem)
            return False
        self.open.pop(request.id, None)
        with suppress(Problem):  # the thread that follows the seat finds the decision later, and reports why
            turn = self.client.next_turn(request.turn)  # of the same turn, which no notice announces
            if turn is not None:
                self._add(request_for(self.client, turn, request.positions))
        return True

    def _reject(self, request: Request, problem: Problem) -> None:
        """Request the action again; restart the program after too many rejections."""
        request.rejections += 1
        request.rejected, request.sent_at = problem.body, None
        if request.rejections > MOST_REJECTIONS:
            rejected = f"{request.rejections} actions rejected for one decision"
            self._fail(f"{rejected}, the last one: {problem}", [request])

    def _sent(self) -> list[Request]:
        """List the open requests that the program has."""
        return [each for each in self.open.values() if each.sent_at is not None]

    def _fail(self, reason: str, suspected: Sequence[Request], *, is_final: bool = True) -> None:
        """End a program that failed, and start another one after a pause.

        A game is lost if programs failed twice at its decision, and the last one had no other decision. With
        `is_final`, raises ProgramError after some failures if no program has ever acted.
        """
        self.failures += 1
        self._kill()
        for each in suspected:
            each.failures += 1
            self._played(each).failures += 1
        self._forget_sent()
        if is_final and not self.proven and self.failures >= MOST_STARTS:
            raise ProgramError(f"{reason}; it failed {self.failures} times before its first action")
        pause = pause_after(self.failures)
        self.start_at = time.monotonic() + pause
        self._say(f"{reason}; restarting it in {pause:g} s")
        if self.proven and len(suspected) == 1 and suspected[0].failures >= MOST_FAILURES:
            self._lose(suspected[0])

    def _kill(self) -> None:
        if self.program:
            self.program.kill()
            self.program = None

    def _forget_sent(self) -> None:
        """Note that the next program has got no request."""
        for each in self.open.values():
            each.sent_at, each.rejected, each.rejections = None, None, 0

    def _lose(self, request: Request) -> None:
        """Resign the seat at whose decision programs failed."""
        self._say(f"{request.id}: the program failed twice at this decision; resigning this game")
        self.failed += 1
        self.open.pop(request.id, None)
        try:
            self.client.resign_seat(request.turn.game_id, token=request.turn.token)
        except Problem as problem:
            self._say(f"{request.turn.game_id}: {problem}")

    def _played(self, request: Request) -> Played:
        """Return what the program did in a game; it is counted for the log only."""
        return self.played.setdefault((request.turn.game_id, request.turn.seat), Played()) if self.log else Played()

    def _say(self, text: str) -> None:
        """Print a message, and add it to the log."""
        print_status(f"{self.name}: {text}" if self.name else text)
        if self.log:
            self.log.say(text)


def run(bot: Bot, seats: Sequence[Seat], positions: int) -> int:
    """Let a program play these seats until their games end; return 0 if all games were played to the end, else 1.

    Raises ProgramError and NetworkError.
    """
    close_on_interrupt(bot)
    for seat in seats:
        bot.follow(seat, positions)
    bot.play(len(seats))
    if bot.interrupted:
        raise KeyboardInterrupt
    return 1 if bot.failed else 0


def close_on_interrupt(bot: Bot) -> None:
    """Make Ctrl-C close the bot as well: Python discards its exception in places such as finalizers."""

    def close(_number: int, _frame: FrameType | None) -> None:
        bot.interrupted = True
        bot.inbox.put(Closed())  # a simple queue allows this while its thread takes from it
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, close)
