"""Helpers that the tests of `test_hidden_from_players.py` share with others."""

from domain import replay


def put(service, game_id, position):
    """Replace the stored position of a game."""
    service.bottega.store.servers.client.set(f"bottega:{{{game_id}}}:state", replay.encode(position))
