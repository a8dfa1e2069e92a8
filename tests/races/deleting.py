"""Find data of deleted games in Redis."""

READS = {
    "zset": lambda client, name: [member for member, _ in client.zscan_iter(name)],
    "hash": lambda client, name: [part for pair in client.hscan_iter(name) for part in pair],
    "set": lambda client, name: [*client.smembers(name)],
    "list": lambda client, name: client.lrange(name, 0, -1),
    "string": lambda client, name: [client.get(name) or b""],
}


def _left_over(client, games):
    """List keys that name one of these games and do not expire, except earlier notices."""
    found = set()
    for name in client.scan_iter(count=1000):
        kind = client.type(name).decode()
        if kind not in READS or client.ttl(name) > 0:
            continue
        words = [name, *READS[kind](client, name)]
        found |= {(name, game) for game in games if any(game in word for word in words)}
    return found
