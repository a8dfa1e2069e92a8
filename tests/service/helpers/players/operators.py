"""Operators, and bans by them over HTTP."""

from typing import Any

from tests.service.helpers.client.service import Service
from tests.service.helpers.players.player import Player, player


def operator(service: Service) -> Player:
    """Create a player with a key of the operator that bans players."""
    return player(service, "Olga").with_scopes("moderate")


def ban(who: Player, **terms: Any) -> None:
    """Ban a player."""
    response = operator(who.service).send("PUT", f"/operator/players/{who.id}/ban", terms)
    assert response.status_code == 204, response.text


def unban(who: Player) -> None:
    """End the ban of a player."""
    response = operator(who.service).send("DELETE", f"/operator/players/{who.id}/ban")
    assert response.status_code == 204, response.text
