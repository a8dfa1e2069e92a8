"""Create and read seeks."""

from tests.service.notices import FUTURE


def wanted(seats=(2,), **terms):
    return {"ruleset": "tiny", "seats": list(seats), **terms}


def seek(who, seats=(2,), **terms):
    """Let a player create a seek; return the response body."""
    response = who.post("/seeks", wanted(seats, **terms))
    assert response.status_code == 201, response.text
    return response.json


def look(who, sought):
    """Return the state of a seek."""
    response = who.get(f"/seeks/{sought['seek']}")
    assert response.status_code == 200, response.text
    return response.json


def seated_in(service, game_id):
    """Return the player of each seat."""
    return {seat: holder.player for seat, holder in service.bottega.store.seats.all(game_id).items()}


def due(service):
    return service.bottega.store.seeks.due.before(FUTURE, 100)
