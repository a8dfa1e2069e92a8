"""Find texts in stored data."""

from contextlib import suppress

from service.store.compression import unpack


def texts_of(raw):
    """Return the texts in some bytes, raw and uncompressed."""
    yield raw.decode(errors="replace")
    with suppress(ValueError):
        yield unpack(raw).decode(errors="replace")


READERS = {
    b"string": lambda client, name: [client.get(name)],
    b"hash": lambda client, name: [part for pair in client.hgetall(name).items() for part in pair],
    b"list": lambda client, name: client.lrange(name, 0, -1),
    b"set": lambda client, name: client.smembers(name),
    b"zset": lambda client, name: client.zrange(name, 0, -1),
    b"stream": lambda client, name: [part for _, entry in client.xrange(name) for part in entry.values()],
}
"""Reads the value of a Redis key, by its type."""
