"""What a signal's handler may do to wake a thread that waits."""

import threading
from _thread import start_new_thread


def wake(event: threading.Event) -> None:
    """Set an event, soon.

    In the handler itself that could wait for ever: it may have interrupted whoever has just taken the event's lock, in
    the same thread.
    """
    start_new_thread(event.set, ())
