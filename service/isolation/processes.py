"""Keep rule processes, and call functions of a ruleset in them."""

import os
import signal
import socket
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

import msgspec

from service.isolation.calls import Call, Reply
from service.isolation.frames import TooLong, receive, send
from service.runtime import child_process
from service.runtime.liveness import processor_seconds, waits_for_machine
from service.settings import Settings

AT_ONCE: Final = 2
"""Rule processes of one ruleset in one process of the service: while one computes for too long, the other serves."""
IDLE_SECONDS: Final = 5.0
"""A call that uses no processor time for so long has failed. On a busy machine a healthy call may take longer."""
FROM_OUTSIDE: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL)
"""Signals with which an operator, a shutdown or the machine ends a process."""
MOST_ENDS: Final = 2
"""So often another process answers a call whose process was ended from outside, or exhausted by earlier calls."""
LEAST_SECONDS: Final = 0.02
"""Processor time that counts as progress."""
START_SECONDS: Final = 60.0
MOST_BYTES: Final = 4 * 1024 * 1024
"""The longest reply, and so the largest state: Redis stores each state."""
REMEMBERED: Final = 64
"""The latest replies of a ruleset. A request needs the same facts of a position several times."""
REMEMBERED_BYTES: Final = 64 * 1024
"""The longest call with its reply that is remembered, so that large states fill no memory of the service."""
_replies = msgspec.msgpack.Decoder(Reply)


class Limits(NamedTuple):
    """The limits of a call."""

    seconds: float
    """Processor time."""
    megabytes: int
    """Memory of the rule process besides its code."""


def limits_of(settings: Settings) -> Limits:
    """Return the limits of an installation."""
    return Limits(settings.rule_seconds, settings.rule_megabytes)


class CallFailed(Exception):
    """A rule process has not answered a call; the message says why."""


class ProcessEnded(CallFailed):
    """A signal from outside has ended the rule process; it says nothing about the rules."""


class ProcessExhausted(ProcessEnded):
    """Earlier calls have used up the memory or the files of the rule process."""


class RuleProcess:
    """A process with the ruleset of a package."""

    def __init__(self, package: str, limits: Limits) -> None:
        self._limits = limits
        self._connection, other = socket.socketpair()
        with other:
            command = [sys.executable, "-P", "-m", "service.isolation.program", other.fileno(), package, *limits]
            environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
            self._process = child_process.start([*map(str, command)], environ=environ, keep=[other.fileno()])
        self._connection.settimeout(START_SECONDS)
        with suppress(OSError):
            if receive(self._connection) is not None:
                self._connection.settimeout(IDLE_SECONDS)
                return
        self.end()
        raise CallFailed("the rule process does not start")

    @property
    def is_alive(self) -> bool:
        """Whether the process still runs. The machine may have ended it between two calls."""
        return self._process.poll() is None

    def call(self, request: bytes) -> bytes:
        """Return the reply to a call. Raises CallFailed; the process must not be used after that."""
        try:
            send(self._connection, request)
            self._wait()
            reply = receive(self._connection, MOST_BYTES)
        except TooLong:
            raise CallFailed(f"its result has more than {MOST_BYTES // 1024 // 1024} MB") from None
        except TimeoutError:
            raise CallFailed(f"has used no processor time for {IDLE_SECONDS:g} s") from None
        except OSError:
            reply = None
        if reply is None:
            raise self._why_it_ended()
        return reply

    def _wait(self) -> None:
        """Wait for the reply while the process makes progress. Raises TimeoutError and another OSError."""
        used = 0.0
        while True:
            try:
                self._connection.recv(1, socket.MSG_PEEK)
            except TimeoutError:
                before, used = used, processor_seconds(self._process.pid)
                if used - before < LEAST_SECONDS and not waits_for_machine(self._process.pid):
                    raise
            else:
                return

    def _why_it_ended(self) -> CallFailed:
        status = self._process.wait()
        if status == -signal.SIGPROF:
            return CallFailed(f"needed more than {self._limits.seconds:g} s of processor time")
        if status >= 0:
            return CallFailed(f"ended its process (status {status})")
        number = signal.Signals(-status)
        return (ProcessEnded if number in FROM_OUTSIDE else CallFailed)(f"ended its process ({number.name})")

    def end(self) -> None:
        """End the process at once."""
        self._connection.close()
        self._process.kill()
        self._process.wait()


class RuleProcesses:
    """The processes of one ruleset, which start with the first call."""

    def __init__(self, package: str, limits: Limits) -> None:
        self._package, self._limits = package, limits
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._idle: list[RuleProcess] = []
        self._remembered: OrderedDict[bytes, Reply] = OrderedDict()

    def call(self, call: Call) -> Reply:
        """Return the reply to a call. Raises CallFailed."""
        request = msgspec.msgpack.encode(call)
        if (known := self._remembered.get(request)) is not None:
            return known
        with self._free:
            reply = self._call_surely(request)
        if not reply.fault and len(request) + len(reply.result) + len(reply.facts) <= REMEMBERED_BYTES:
            self._remembered[request] = reply
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)
        return reply

    def _call_surely(self, request: bytes) -> Reply:
        """Return the reply to a call; if a signal ends the process, another one answers. Raises CallFailed."""
        for _ in range(MOST_ENDS):
            with suppress(ProcessEnded):
                return self._call(request)
        return self._call(request)

    def _call(self, request: bytes) -> Reply:
        process, is_new = self._process()
        try:
            reply = _replies.decode(process.call(request))
        except BaseException:  # also the end of a request: its reply would answer the next call
            process.end()
            raise
        if not reply.is_exhausted:
            self._idle.append(process)
            return reply
        process.end()
        if not is_new:
            raise ProcessExhausted
        return reply

    def _process(self) -> tuple[RuleProcess, bool]:
        """Return a process, and whether it is new."""
        while self._idle:
            process = self._idle.pop()
            if process.is_alive:
                return process, False
            process.end()
        return RuleProcess(self._package, self._limits), True


_all: dict[tuple[int, str, Limits], RuleProcesses] = {}


def processes_of(package: str, limits: Limits) -> Callable[[Call], Reply]:
    """Return the function that calls rules of a package; it shares the processes of this process of the service."""

    def call(request: Call) -> Reply:
        key = (os.getpid(), package, limits)  # a web server process is a copy of the first one
        if key not in _all:
            _all[key] = RuleProcesses(package, limits)
        return _all[key].call(request)

    return call
