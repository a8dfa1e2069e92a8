"""The trace of an action, from the request that sends it to whoever looks at the game next."""

from contextlib import suppress

from service.play.bottega import Bottega
from service.store import OUTAGES, trace_links
from service.telemetry import tracing


def keep(bottega: Bottega, game_id: str) -> None:
    """Have whoever looks at the game next find the present span; without a store nobody will.

    It is kept before the event is written: whoever hears of the event looks at once.
    """
    carried = tracing.carried()
    if carried:
        with suppress(*OUTAGES):
            trace_links.keep(bottega.store.servers, game_id, carried)


def link(bottega: Bottega, game_id: str) -> None:
    """Link the present span to the one in which the last event of a game was written."""
    with suppress(*OUTAGES):
        tracing.link(trace_links.last(bottega.store.servers, game_id), "last event")
