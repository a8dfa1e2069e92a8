"""Link the trace of an action to the next read of the game."""

from contextlib import suppress

from service.installation.installation import Installation
from service.store import OUTAGES, trace_links
from service.telemetry import tracing


def store_link(installation: Installation, game_id: str) -> None:
    """Store the current span, to be linked by the next read of the game; not stored during an outage.

    Call it before the event is written, because clients read the game at once after the event.
    """
    carried = tracing.carried()
    if carried:
        with suppress(*OUTAGES):
            trace_links.keep(installation.store.servers, game_id, carried)


def link(installation: Installation, game_id: str) -> None:
    """Link the current span to the span that wrote the last event of a game."""
    with suppress(*OUTAGES):
        tracing.link(trace_links.last(installation.store.servers, game_id), "last event")
