"""Implement `bottega bot`: let any program play seats until their games end.

The program reads one line of JSON per decision and writes one line. The command stores nothing: it reads pending
decisions from the service, and derives idempotency keys from the responses. It may be killed and started again at any
time.
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
from workers.command.console import print_status

MOST_REJECTIONS = 10
"""Rejected actions per decision after which the command ends."""
LONGEST_SHOWN = 200
"""Characters of an invalid line in an error message."""
CLOSED = ("decision_closed", "game_aborted", "game_not_found", "seat_resigned", "time_expired")
"""Problem codes of decisions that are no longer pending."""


@dataclass(frozen=True)
class ProgramLine:
    """A line from a program; None at the end of its output."""

    program: int
    """Number of the program, from 1; lines of an earlier program are ignored after a restart."""
    line: bytes | None


@dataclass(frozen=True)
class Closed:
    """There is nothing left to play."""


Message = PendingDecision | Ended | ProgramLine | Closed


@dataclass
class OpenDecision:
    """A decision that was sent to the program."""

    pending: PendingDecision
    rejections: int = 0


@dataclass
class Bot:
    """A program and its games. One thread handles all messages, which arrive through the inbox."""

    service: ServiceClient
    seconds: float | None
    """Time limit per decision; None for no limit."""
    inbox: SimpleQueue[Message] = field(default_factory=SimpleQueue)
    open: dict[str, OpenDecision] = field(default_factory=dict)
    """The open decisions by id, the oldest first."""
    failed: int = 0
    programs: int = 0
    """Number of programs started."""
    actions_taken: int = 0
    """Number of accepted actions."""
    heard_at: float = 0.0
    """When the program last responded, or last got a decision while it was idle."""

    def follow(self, seat: Seat, positions: int) -> None:
        """Put the decisions and the end of a seat into the inbox."""
        followed = Followed(self.service, seat, positions)
        threading.Thread(target=followed.run, args=(self.inbox.put,), daemon=True).start()

    def play(self, program: Program, seats: float) -> None:
        """Play until the given number of seats have ended, or the bot is closed.

        Decisions of an earlier program are sent first. Raises ProgramError and UnexpectedResponse.
        """
        self.heard_at = time.monotonic()
        for opened in self.open.values():
            program.send(opened.pending.request)
        while seats:
            match self._next():
                case Closed():
                    return
                case PendingDecision() as pending:
                    self._request_action(program, OpenDecision(pending))
                case Ended() as ended:
                    seats -= 1
                    self._note(ended)
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

    def _request_action(self, program: Program, opened: OpenDecision, **extra: Any) -> None:
        """Send a decision to the program, and drop an older one of the same seat."""
        pending = opened.pending
        for known in [name for name, each in self.open.items() if each.pending.seat == pending.seat]:
            del self.open[known]
        if not self.open:
            self.heard_at = time.monotonic()
        self.open[pending.request["id"]] = opened
        program.send({**pending.request, **extra})

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
            self.open[name] = OpenDecision(opened.pending)
            raise
        self.actions_taken += 1

    def _take_first_action(self, program: Program) -> None:
        """Take the first legal action of the oldest decision."""
        name = next(iter(self.open))
        print_status(f"{name}: no response within {self.seconds:g} s; taking the first legal action")
        self.heard_at = time.monotonic()
        self._act(program, self.open.pop(name), 0)

    def _act(self, program: Program, opened: OpenDecision, response: Any) -> None:
        """Submit an action; ask the program again if the service rejects it."""
        pending = opened.pending
        body = {
            "ruleset": pending.request["ruleset"],
            "decision": pending.decision,
            "action": _action(pending.request["actions"], response),
        }
        try:
            self.service.post(
                f"{pending.seat.path}/actions", pending.seat.token, body, _key(pending.request["id"], body)
            )
        except Rejected as rejected:
            if rejected.code in CLOSED:
                return
            opened.rejections += 1
            if opened.rejections > MOST_REJECTIONS:
                raise ProgramError(
                    f"{opened.rejections} actions rejected for one decision, the last one: {rejected}"
                ) from rejected
            self._request_action(program, opened, rejected=rejected.problem)

    def _note(self, ended: Ended) -> None:
        if ended.reason:
            self.failed += 1
            print_status(f"{ended.seat.game_id}: {ended.reason}")


def run(
    service: ServiceClient, seats: Sequence[Seat], command: Sequence[str], seconds: float | None, positions: int
) -> int:
    """Let a program play these seats until their games end; return 0 if all games have ended, else 1.

    Raises ProgramError and UnexpectedResponse.
    """
    bot = Bot(service, seconds)
    for seat in seats:
        bot.follow(seat, positions)
    drive(bot, command, len(seats))
    return 1 if bot.failed else 0


def run_player(service: ServiceClient, key: str, command: Sequence[str], seconds: float | None, positions: int) -> int:
    """Let a program play all current and future games of a player until Ctrl-C; return 1 if the key is revoked.

    Raises ProgramError and UnexpectedResponse.
    """
    bot = Bot(service, seconds)
    games = PlayersGames(service, key, lambda seat: bot.follow(seat, positions))

    def follow() -> None:
        try:
            games.run()
        except (Rejected, UnexpectedResponse) as error:
            print_status(f"cannot read the player's games: {error}")
        bot.inbox.put(Closed())

    threading.Thread(target=follow, daemon=True).start()
    drive(bot, command)
    return 1


def drive(bot: Bot, command: Sequence[str], seats: float = inf) -> None:
    """Start a program, let it play until enough seats have ended or the bot is closed, and end it.

    Raises ProgramError and UnexpectedResponse.
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
        response: Json = json.loads(line)
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


def _key(name: str, body: Json) -> str:
    """Return the idempotency key of an action: the same for the same action and decision."""
    return hashlib.sha256(f"{name} {json.dumps(body, sort_keys=True)}".encode()).hexdigest()
