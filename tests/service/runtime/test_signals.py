"""Test that a signal handler wakes waiting threads."""

import threading

from service.runtime.signals import wake


def test_an_event_is_set_even_if_the_interrupted_thread_has_its_lock():
    event = threading.Event()
    with event._cond:  # type: ignore[attr-defined]  # the undocumented lock
        wake(event)
    assert event.wait(10)
