"""Requests that a process sends on many connections to one rate limit."""

from concurrent.futures import ThreadPoolExecutor

from service.store.rate_limits import open_rate_limits

BUCKET, CLIENT = "requests", "203.0.113.8"


def ask(limits, most):
    """Count one request as the service does, later if possible; return whether it is granted."""
    deferred = limits.defer(BUCKET, CLIENT, most)
    return (deferred or limits.take(BUCKET, CLIENT, most)).granted


def granted_of(url, most, connections):
    """Return the granted requests of a process that sends twice the limit on many connections."""
    limits = open_rate_limits(url)
    with ThreadPoolExecutor(connections) as pool:
        return sum(pool.map(lambda _: ask(limits, most), range(2 * most)))
