"""Create and read seeks."""

from service.matchmaking.store import seeks_in
from tests.service.examples.recording import ruleset
from tests.service.helpers.players.notices import FUTURE


def new_seek(seats=(2,), **terms):
    return {"ruleset": ruleset(), "seats": list(seats), **terms}


def seek(who, seats=(2,), **terms):
    """Let a player create a seek; return the response body."""
    response = who.post("/seeks", new_seek(seats, **terms))
    assert response.status_code == 201, response.text
    return response.json


def look(who, sought):
    """Return the state of a seek."""
    response = who.get(f"/seeks/{sought['seek']}")
    assert response.status_code == 200, response.text
    return response.json


def seated_in(service, game_id):
    """Return the player of each seat."""
    return {seat: holder.player for seat, holder in service.installation.store.seats.all(game_id).items()}


def due(service):
    return seeks_in(service.installation.store).due.before(FUTURE, 100)
