"""Implement `bottega bot`: let any program play seats until their games end.

The program reads one line of JSON per decision and writes one line. The command stores nothing: it reads pending
decisions from the service, and derives idempotency keys from the responses. It may be killed and started again at any
time.
"""

import json
import signal
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf
from queue import Empty, SimpleQueue
from types import FrameType
from typing import Any

from bottega_client import Client, NetworkError, Problem, Turn

from workers.command.bot_program import Program, ProgramError
from workers.command.bot_seats import Seat
from workers.command.console import print_status

MOST_REJECTIONS = 10
"""Rejected actions per decision after which the command ends."""
LONGEST_SHOWN = 200
"""Characters of an invalid line in an error message."""


@dataclass
class Request:
    """A pending decision, and the line for it that is sent to the program."""

    turn: Turn
    line: dict[str, Any]
    positions: int = 0
    """How many sampled positions the lines of this seat have."""
    rejections: int = 0


@dataclass(frozen=True)
class Ended:
    """A seat has no further decisions: its game has ended, or the seat cannot be followed for the reason given."""

    reason: str = ""


@dataclass(frozen=True)
class ProgramLine:
    """A line from a program; None at the end of its output."""

    program: int
    """Number of the program, from 1; lines of an earlier program are ignored after a restart."""
    line: bytes | None


@dataclass(frozen=True)
class Closed:
    """There is nothing left to play."""


Message = Request | Ended | ProgramLine | Closed


@dataclass
class Bot:
    """A program and its games. One thread handles all messages, which arrive through the inbox."""

    client: Client
    seconds: float | None
    """Time limit per decision; None for no limit."""
    inbox: SimpleQueue[Message] = field(default_factory=SimpleQueue)
    open: dict[str, Request] = field(default_factory=dict)
    """The open requests by id, the oldest first."""
    failed: int = 0
    programs: int = 0
    """Number of programs started."""
    actions_taken: int = 0
    """Number of accepted actions."""
    heard_at: float = 0.0
    """When the program last responded, or last got a decision while it was idle."""
    interrupted: bool = False
    """Whether Ctrl-C has closed the bot."""

    def follow(self, seat: Seat, positions: int) -> None:
        """Put the decisions and the end of a seat into the inbox."""
        threading.Thread(target=self._follow, args=(seat, positions), daemon=True).start()

    def _follow(self, seat: Seat, positions: int) -> None:
        try:
            for turn in self.client.turns(seat.game_id, seat.token):
                self.inbox.put(self._request_for(turn, positions))
        except (Problem, NetworkError) as error:
            place = seat.game_id or "cannot read the player's games"
            self.inbox.put(Ended(f"{place}: {error}"))
        else:
            self.inbox.put(Ended())

    def _request_for(self, turn: Turn, positions: int) -> Request:
        return Request(turn, {**_line(turn), **_sampled_positions(self.client, turn, positions)}, positions)

    def play(self, program: Program, seats: float) -> None:
        """Play until the given number of seats have ended, or the bot is closed.

        Decisions of an earlier program are sent first. Raises ProgramError and NetworkError.
        """
        self.heard_at = time.monotonic()
        for opened in self.open.values():
            program.send(opened.line)
        while seats:
            match self._next():
                case Closed():
                    return
                case Request() as request:
                    self._request_action(program, request)
                case Ended(reason):
                    seats -= 1
                    if reason:
                        self.failed += 1
                        print_status(reason)
                case ProgramLine(number, line) if number == self.programs:
                    self._hear(program, line)
                case None:
                    self._take_first_action(program)

    def _next(self) -> Message | None:
        """Wait for the next message; return None when the time limit of a decision has passed."""
        if self.seconds is None or not self.open:
            return self.inbox.get()
        try:
            return self.inbox.get(timeout=max(0.0, self.heard_at + self.seconds - time.monotonic()))
        except Empty:
            return None

    def _request_action(self, program: Program, request: Request, **extra: Any) -> None:
        """Send a request to the program, and drop an older one of the same seat."""
        turn = request.turn
        for name, each in list(self.open.items()):
            if (each.turn.game_id, each.turn.seat) == (turn.game_id, turn.seat):
                del self.open[name]
        if not self.open:
            self.heard_at = time.monotonic()
        self.open[request.line["id"]] = request
        program.send({**request.line, **extra})

    def _hear(self, program: Program, line: bytes | None) -> None:
        if line is None:
            raise ProgramError("the program ended before its games ended")
        self.heard_at = time.monotonic()
        name, response = _read(line)
        if name not in self.open:
            return  # the decision is closed
        opened = self.open.pop(name)
        try:
            self._act(program, opened, response)
        except ProgramError:
            self.open[name] = Request(opened.turn, opened.line, opened.positions)
            raise
        self.actions_taken += 1

    def _take_first_action(self, program: Program) -> None:
        """Take the first legal action of the oldest decision."""
        name = next(iter(self.open))
        print_status(f"{name}: no response within {self.seconds:g} s; taking the first legal action")
        self.heard_at = time.monotonic()
        self._act(program, self.open.pop(name), 0)

    def _act(self, program: Program, request: Request, response: Any) -> None:
        """Submit an action; ask the program again if the service rejects it."""
        try:
            self.client.act(request.turn, _action(request.turn.actions, response))
        except Problem as problem:
            request.rejections += 1
            if request.rejections > MOST_REJECTIONS:
                raise ProgramError(
                    f"{request.rejections} actions rejected for one decision, the last one: {problem}"
                ) from problem
            self._request_action(program, request, rejected=problem.body)
        else:
            self._request_next(program, request)

    def _request_next(self, program: Program, request: Request) -> None:
        """Request the next decision of the same turn, which no notice announces.

        The thread that follows the seat finds the decision later if this fails, and reports why.
        """
        with suppress(Problem):
            turn = self.client.next_turn(request.turn)
            if turn is not None:
                self._request_action(program, self._request_for(turn, request.positions))


def run(client: Client, seats: Sequence[Seat], command: Sequence[str], seconds: float | None, positions: int) -> int:
    """Let a program play these seats until their games end; return 0 if all games have ended, else 1.

    Raises ProgramError and NetworkError.
    """
    bot = Bot(client, seconds)
    close_on_interrupt(bot)
    for seat in seats:
        bot.follow(seat, positions)
    drive(bot, command, len(seats))
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


def drive(bot: Bot, command: Sequence[str], seats: float = inf) -> None:
    """Start a program, let it play until enough seats have ended or the bot is closed, and end it.

    Raises ProgramError and NetworkError.
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
    """Return the id of the decision and the action, or its index, from a line; raises ProgramError."""
    try:
        response = json.loads(line)
        return response["id"], response["action"]
    except (ValueError, TypeError, KeyError) as error:
        shown = line[:LONGEST_SHOWN].decode(errors="replace").rstrip("\n")
        raise ProgramError(f'expected {{"id": ..., "action": ...}} from the program, got: {shown}') from error


def _action(actions: Sequence[Any], response: Any) -> Any:
    """Return the legal action with this index, or the action itself; raises ProgramError."""
    if type(response) is not int:
        return response
    if not 0 <= response < len(actions):
        raise ProgramError(f"the program chose action {response} of {len(actions)}; actions are numbered from 0")
    return actions[response]


def _line(turn: Turn) -> dict[str, Any]:
    """Return the line of a turn for a program."""
    return {
        "id": f"{turn.game_id}.{turn.seat}.{turn.decision}",
        "game_id": turn.game_id,
        "ruleset": turn.ruleset,
        "seat": turn.seat,
        "decision": turn.decision,
        "view": turn.view,
        "actions": turn.actions,
        "events": turn.events,
    }


def _sampled_positions(client: Client, turn: Turn, count: int) -> dict[str, Any]:
    """Return sampled positions if any are requested; rated games have none."""
    if not count or turn.view.get("rated"):
        return {}
    sampled = client.sample_positions(turn.game_id, body={"count": count}, token=turn.token)
    return {"positions": sampled["positions"], "rules_version": sampled["rules_version"]}
