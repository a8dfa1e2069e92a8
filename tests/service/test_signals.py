"""Test that a signal handler wakes waiting threads."""

import threading

from service.runtime.signals import wake


def test_an_event_is_set_though_the_thread_that_was_interrupted_holds_its_lock():
    event = threading.Event()
    with event._cond:  # type: ignore[attr-defined]  # the undocumented lock
        wake(event)
    assert event.wait(10)
