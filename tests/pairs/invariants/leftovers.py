"""After a deletion or a merge no Redis key has the id or the name of the former player."""

from tests.pairs.playing import Play
from tests.pairs.scene import HERO
from tests.service.helpers.games.stored import READERS, texts_of

GUARDS = {"deleted", "revoked", "merged", "merges", "creation", "idempotency"}
"""Parts of the names of keys that may have an id, for retries and for the export."""

LINKED = {"linked", "identities"}
"""Parts of the names of keys that name an identity, which belongs to another player after a merge."""


def check(play: Play) -> None:
    """Search for everything that names a former player."""
    for person in play.scene.former:
        needles = [person.id, person.id.removeprefix("pl_")]
        needles += [person.name] if person.name == HERO and not person.is_merged else []
        linked = LINKED if person.is_merged and person.kind == "identity" else set()
        for place in in_redis(play, needles, GUARDS | linked):
            play.scene.journal.fault("after deletion nothing is left", f"{person.name} in {place}")


def in_redis(play: Play, needles: list[str], guards: set[str]) -> list[str]:
    """List the Redis keys that contain one of these texts."""
    client = play.scene.environment.installation.store.servers.client
    found = []
    for name in client.keys("*"):
        words = set(name.decode().replace("{", "").replace("}", "").split(":"))
        if words & guards:
            continue
        read = READERS.get(client.type(name))
        parts = (name, *(read(client, name) if read else ()))
        texts = [text for part in parts if part is not None for text in texts_of(part)]  # None: it has just expired
        if any(needle in text for text in texts for needle in needles):
            found.append(name.decode())
    return found
