"""The stored data that remains after games are removed."""


def leftovers(service):
    """List the stored data except counters, checks of Redis, and the one-day marks of removed games."""
    kept = (b"bottega:{lists}:sequence", b":check", b":deleted", b"bottega:{archive}")
    return {name for name in service.bottega.store.servers.client.keys("bottega:*") if not name.endswith(kept)}
