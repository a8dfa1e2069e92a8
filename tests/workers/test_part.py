"""Test that the supervisor gives up an exited component only if the cause is permanent."""

import logging
import subprocess
import sys

import pytest

from service.runtime.liveness import USUAL
from tests.workers.waiting import until
from workers.processes.managed_process import QUICK_ENDS, ManagedProcess, ServiceError


def failing(complaint):
    """Return a component that always ends at once, and the list of its starts."""
    starts = []

    def launch():
        starts.append(subprocess.Popen([sys.executable, "-c", "raise SystemExit(1)"]))
        return starts[-1]

    return ManagedProcess("Redis", launch, lambda: b"", USUAL, complaint=lambda: complaint), starts


def held_alive(part, starts, times):
    """Supervise a component until it has been restarted this number of times."""
    until(lambda: part.keep_alive() or len(starts) > times, "it is started again")
    starts[-1].wait()


def test_a_part_that_ends_repeatedly_is_not_restarted():
    part, starts = failing("")
    with pytest.raises(ServiceError, match=f"Redis ended {QUICK_ENDS} times at its start, last with exit code 1$"):
        held_alive(part, starts, QUICK_ENDS)


def test_a_part_with_a_known_problem_is_restarted_until_it_has_passed_and_the_log_reports_it(caplog):
    part, starts = failing("the disk is full; make room on it")
    with caplog.at_level(logging.WARNING):
        held_alive(part, starts, QUICK_ENDS + 1)
    assert "Redis ended with exit code 1; starting it again: the disk is full; make room on it" in caplog.text
