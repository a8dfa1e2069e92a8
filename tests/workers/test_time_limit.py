"""Test that rules which never end stop their job soon, and not the worker."""

import re
import time

import pytest

from service.runtime.error_places import place_of
from workers.jobs import lease, time_limit

SECONDS = 0.2


def in_python():
    while True:
        pass


def in_a_pattern():
    re.fullmatch("(a|aa)+", "a" * 1000 + "b")


def with_errors_caught():
    while True:
        try:
            in_python()
        except time_limit.TakesTooLong:
            caught.append(1)
            if len(caught) > 1:
                raise


caught = []


@pytest.mark.parametrize("endless", [in_python, in_a_pattern, with_errors_caught])
def test_rules_that_never_end_are_interrupted(endless):
    with pytest.raises(time_limit.TakesTooLong) as found, time_limit.limited(SECONDS):
        endless()
    assert place_of(found.value).startswith("TakesTooLong in tests/workers/test_time_limit.py:")


def test_a_job_that_checks_in_may_compute_for_longer(monkeypatch):
    monkeypatch.setattr(time_limit, "RENEWAL_SECONDS", 0.0)
    with time_limit.limited(SECONDS):
        start = time.process_time()
        while time.process_time() - start < 3 * SECONDS:
            sum(range(100_000))
            lease.check_in()


def test_a_job_after_a_limited_one_has_no_limit():
    with time_limit.limited(SECONDS):
        pass
    for _ in range(20):
        sum(range(1_000_000))
