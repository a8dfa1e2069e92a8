"""The program of a rule process: answer calls that arrive on a socket, one after the other.

The kernel limits each call. After its processor time a signal ends the process, even in an endless loop or in a regular
expression that never ends. The memory of the process is limited, too. What the rules print is discarded, since it could
fill the disk that stores the log, or wait for a reader.
"""

import errno
import os
import signal
import sys
import traceback
from importlib import import_module
from socket import socket
from typing import Final, TextIO

import msgspec

from domain.process_limits import limit_memory
from domain.ruleset import AnyRuleset
from service.isolation.calls import Call, Reply, answer
from service.isolation.frames import receive, send
from service.runtime.error_places import place_of

READY: Final = b"ready"
MOST_LOGGED: Final = 10_000
"""The most characters of a traceback that are logged: its end."""
EXHAUSTED: Final = (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
"""Errors of the system after which the process cannot continue."""
_calls = msgspec.msgpack.Decoder(Call)


def serve(connection: socket, package: str, seconds: float, megabytes: int) -> None:
    """Answer calls of the ruleset of a package until the other side closes the connection."""
    log = _discard_output()
    ruleset: AnyRuleset = import_module(package).RULESET
    limit_memory(megabytes)
    send(connection, READY)
    while (request := receive(connection)) is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        try:
            reply = answer(ruleset, _calls.decode(request))
        except MemoryError:
            reply = Reply(fault=f"needed more than {megabytes} MB of memory", is_exhausted=True)
        except BaseException as error:  # noqa: BLE001  # also SystemExit: the rules decide nothing about the process
            log.write(traceback.format_exc()[-MOST_LOGGED:])
            reply = Reply(fault=place_of(error), is_exhausted=getattr(error, "errno", None) in EXHAUSTED)
        signal.setitimer(signal.ITIMER_PROF, 0)
        send(connection, msgspec.msgpack.encode(reply))


def _discard_output() -> TextIO:
    """Discard what this process writes from now on, and return a file that is the log of the service."""
    log, nothing = os.fdopen(os.dup(2), "w", buffering=1), os.open(os.devnull, os.O_WRONLY)
    for output in (1, 2):
        os.dup2(nothing, output)
    return log


if __name__ == "__main__":
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    other_side = socket(fileno=int(sys.argv[1]))
    other_side.setblocking(True)  # gevent's sockets do not block
    serve(other_side, sys.argv[2], float(sys.argv[3]), int(sys.argv[4]))
