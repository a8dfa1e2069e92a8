"""Damage stored games."""


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
    DAMAGES[how](service.bottega.store.servers.client, lambda part: f"bottega:{{{game_id}}}:{part}")
