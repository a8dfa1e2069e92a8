"""Action queues for the tests."""

from tests.service.helpers.client.service import HUMANS

THREE = [HUMANS[0]] * 3
LOW, HIGH = {"type": "set_stake", "stake": 1}, {"type": "set_stake", "stake": 2}


def put(game, seat, *actions, version=None, ruleset="tiny", headers=None):
    """Replace the queue of a seat; an action is a pair with its condition, or alone."""
    queued = [each if "action" in each else {"action": each} for each in actions]
    seen = game.view(seat)["version"] if version is None else version
    body = {"ruleset": ruleset, "version": seen, "actions": queued}
    sent = {"Content-Type": "application/json"} | game.authorization(seat) | (headers or {})
    return game.service.client.put(f"/v1/games/{game.game_id}/queue", json=body, headers=sent)


def queue(game, seat):
    response = game.get("/queue", seat)
    assert response.status_code == 200, response.json
    return response.json


def seal(game, seat, index=0):
    """Return the action that seals a card of a seat's hand."""
    return {"type": "seal_card", "card": game.view(seat)["view"]["hand"][index]}


def acted(game):
    shown = ((each["seat"], each["decision"], each["action"]["type"]) for each in game.events())
    return [(seat, decision, kind.replace("concealed", "seal")) for seat, decision, kind in shown]
