"""Players with seeks, and a match that a process left without a game."""

from service.matchmaking.store import seeks_in
from tests.service.helpers.players.player import player
from tests.service.helpers.players.seeks import new_seek, seek


def renew(who, sought):
    """Renew a seek; return its state."""
    response = who.post(f"/seeks/{sought['seek']}/renew")
    assert response.status_code == 200, response.text
    return response.json


def new_players(service, count=2):
    return [player(service, f"Player {number}") for number in range(count)]


def broken_off(service, monkeypatch, where, name):
    """Let two players seek, and kill the matching process at this point; return them and their seeks."""
    ann, bea = new_players(service)
    first = seek(ann)
    with monkeypatch.context() as patch:
        patch.setattr(where, name, lambda *_, **__: 1 // 0)
        assert bea.post("/seeks", new_seek()).json["status"] == "waiting"
    (second,) = seeks_in(service.installation.store).of(bea.id)
    return (ann, first), (bea, {"seek": second.seek})
