"""Read, replace and damage the stored data of games."""

from contextlib import suppress

import msgspec

from domain import replay
from service.game.game import load
from service.store.compression import unpack
from tests.tiny import TINY


def of_another_type(client, name):
    """Replace a value by a list."""
    client.delete(name)
    client.rpush(name, b"xx")


DAMAGES = {
    "state": lambda client, name: client.set(name("state"), b"xx"),
    "state of another type": lambda client, name: client.delete(name("state")) and client.rpush(name("state"), b"xx"),
    "state missing": lambda client, name: client.delete(name("state")),
    "header": lambda client, name: client.set(name("header"), b"xx"),
    "header of another type": lambda client, name: client.delete(name("header")) and client.sadd(name("header"), b"x"),
    "log": lambda client, name: client.rpush(name("log"), b"xx"),
    "log of another type": lambda client, name: client.delete(name("log")) and client.set(name("log"), b"xx"),
    "log at its start": lambda client, name: [client.lpop(name("log")), client.lpush(name("log"), b"xx")],
    "log missing": lambda client, name: client.delete(name("log")),
    "log cut": lambda client, name: client.rpop(name("log")),
    "seats": lambda client, name: client.hset(name("seats"), "x", b"\xff\xfe"),
    "seats of another type": lambda client, name: client.delete(name("seats")) and client.set(name("seats"), b"xx"),
    "seats missing": lambda client, name: client.delete(name("seats")),
    "info": lambda client, name: client.set(name("info"), b"xx"),
    "info of another type": lambda client, name: of_another_type(client, name("info")),
    "info missing": lambda client, name: client.delete(name("info")),
    "result": lambda client, name: client.set(name("result"), b"xx"),
    "result of another type": lambda client, name: of_another_type(client, name("result")),
}
"""Ways to damage the Redis data of a game."""


def damage(service, game_id, how):
    """Damage a game."""
    DAMAGES[how](service.installation.store.servers.client, lambda part: f"bottega:{{{game_id}}}:{part}")


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


def put(service, game_id, position):
    """Replace the stored position of a game."""
    service.installation.store.servers.client.set(f"bottega:{{{game_id}}}:state", replay.encode(position))


def leftovers(service):
    """List the stored data except counters, checks of Redis, and the one-day marks of removed games."""
    remaining = (b"bottega:{lists}:sequence", b":check", b":deleted", b"bottega:{archive}")
    return {
        name for name in service.installation.store.servers.client.keys("bottega:*") if not name.endswith(remaining)
    }


def replayed(service, game):
    """Rebuild a snapshot from the stored log of a game."""
    header = service.installation.store.header(game.game_id)
    version, events = service.installation.store.events(game.game_id, 0, 1000)
    options = msgspec.json.decode(header.options, type=TINY.options_type)
    log = [(event.seat, msgspec.json.decode(event.action, type=TINY.action_type)) for event in events]
    position = replay.replay(TINY, options, len(header.seats), header.dice_seed, log)
    assert position.version == version == load(service.installation, game.game_id).position.version
    return replay.encode(position)
