"""An installation on several Redis servers."""

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from service.store import Store, open_store
from tests.cluster.servers import Several, behind_sentinels
from tests.workers.running import Served, serving


@dataclass
class RunningService:
    """A service and its Redis servers."""

    served: Served
    store: Store
    several: Several
    queues: Several


@contextmanager
def installed(directory, make, **changes):
    """Run a service that waits for a replica before each acknowledgement, on servers that `make` runs."""
    with ExitStack() as stack:
        several = stack.enter_context(make(directory / "store"))
        queues = several if make is behind_sentinels else stack.enter_context(behind_sentinels(directory / "queues"))
        served = stack.enter_context(
            serving(
                directory,
                BOTTEGA_REDIS_URL=several.url,
                BOTTEGA_RQ_URL=queues.url,
                BOTTEGA_DURABILITY="replica",
                BOTTEGA_ANALYSIS_ITERATIONS="2",
                BOTTEGA_LEASE_SECONDS="1",
                **changes,
            )
        )
        store = open_store(several.url)
        stack.callback(store.close)
        yield RunningService(served, store, several, queues)
