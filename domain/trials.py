"""Try out installed packages in another process, before this one imports them.

The code of a package runs when it is imported. It may compute without end, take all memory, or end its process: then
each process of a service would fail at its start. A package that fails in a trial is left out, and never imported.

One process tries the packages in order, up to the first that fails. Another process tries the rest.
"""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from tempfile import TemporaryFile
from typing import IO, Final, NamedTuple

import msgspec

from domain.data_files import BadDataFile
from domain.loading import FaultyRuleset, Source, in_a_line, load
from domain.process_limits import MEGABYTE, limit_memory

REGISTRY: Final = "domain.registry"
"""The module that a package cannot import, since it imports the package."""


class Limits(NamedTuple):
    """What the import of a package with the set-up of one game may need."""

    seconds: float = 10
    """Processor time."""
    waiting_seconds: float = 60
    """Time by the clock."""
    megabytes: int = 800
    """Memory."""
    written_megabytes: int = 16
    """The longest file that it may write, such as its output."""


LIMITS: Final = Limits()


class _Trial(msgspec.Struct):
    """What a process tries out."""

    sources: tuple[Source, ...]
    limits: Limits


def faults_of(sources: Sequence[Source], limits: Limits = LIMITS) -> Mapping[Source, str]:
    """Return why each source that cannot be loaded is left out.

    >>> faults_of([])
    {}
    """
    faults, untried = dict[Source, str](), [*sources]
    while untried:
        tried = _tried(_Trial(tuple(untried), limits))
        faults |= {source: fault for source, fault in zip(untried, tried, strict=False) if fault}
        untried = untried[len(tried) :]
    return faults


def _tried(trial: _Trial) -> list[str]:
    """Return the fault of each source up to the first that fails, empty without one."""
    command = [sys.executable, "-P", "-m", __name__, msgspec.json.encode(trial).decode()]
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run(command, env=environ, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)  # noqa: S603
    found = [msgspec.json.decode(line, type=str) for line in done.stdout.splitlines()]
    return [*found, _why_it_ended(done.returncode, trial.limits)] if done.returncode else found


def _why_it_ended(status: int, limits: Limits) -> str:
    """Return why a source ended the process that tried it."""
    if status == -signal.SIGPROF:
        return f"it needs more than {limits.seconds:g} s of processor time when it is imported"
    if status == -signal.SIGALRM:
        return f"it takes more than {limits.waiting_seconds:g} s when it is imported"
    if status == -signal.SIGXFSZ:
        return f"it writes more than {limits.written_megabytes} MB when it is imported"
    how = signal.Signals(-status).name if status < 0 else f"status {status}"
    return f"it ends its process when it is imported ({how})"


def fault_of(source: Source) -> str:
    """Load a source, and return why it must be left out; empty if it is valid."""
    try:
        load(source)
    except BadDataFile:  # the process that hosts the ruleset raises it, too
        pass
    except FaultyRuleset as faulty:
        return faulty.fault
    except MemoryError:
        return "it needs too much memory when it is imported"
    except BaseException as error:  # noqa: BLE001  # such as KeyboardInterrupt
        return in_a_line(error)
    return ""


def _run(trial: _Trial) -> None:  # pragma: no cover  # in a process of its own
    """Write the fault of each source to the standard output, one a line."""
    verdicts, printed = os.dup(1), TemporaryFile()  # noqa: SIM115  # open to the end
    os.dup2(printed.fileno(), 1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    sys.modules[REGISTRY] = None  # type: ignore[assignment]  # its import fails
    for source in trial.sources:
        _limit(trial.limits)
        fault = fault_of(source) or _fault_of_output(printed)
        os.write(verdicts, msgspec.json.encode(fault) + b"\n")
        if fault:
            break
    os._exit(0)  # without waiting for threads of the packages


def _limit(limits: Limits) -> None:  # pragma: no cover
    limit_memory(limits.megabytes)
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)
    signal.setitimer(signal.ITIMER_REAL, limits.waiting_seconds)
    signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    longest = limits.written_megabytes * MEGABYTE
    resource.setrlimit(resource.RLIMIT_FSIZE, (longest, longest))


def _fault_of_output(printed: IO[bytes]) -> str:  # pragma: no cover
    """Return the fault of a package that prints, as it would into the output of each command."""
    sys.stdout.flush()
    return "it writes to the standard output when it is imported" if os.fstat(printed.fileno()).st_size else ""


if __name__ == "__main__":  # pragma: no cover
    _run(msgspec.json.decode(sys.argv[1], type=_Trial))
