"""Replace stored positions."""

from domain import replay


def put(service, game_id, position):
    """Replace the stored position of a game."""
    service.bottega.store.servers.client.set(f"bottega:{{{game_id}}}:state", replay.encode(position))
