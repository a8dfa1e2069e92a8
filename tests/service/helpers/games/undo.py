"""Games with undo, and requests to undo."""

from tests.service.helpers.client.service import HUMANS

AI = {"kind": "ai", "level": "random"}
THREE = [HUMANS[0]] * 3
LOW, HIGH = {"type": "set_stake", "stake": 1}, {"type": "set_stake", "stake": 2}


def opened(service, undo="own", seats=HUMANS, **more):
    """Create a game of the tiny ruleset with an undo rule."""
    body = {"ruleset": "tiny", "seats": list(seats), "undo": undo} | more
    created = service.client.post("/v1/games", json=body)
    assert created.status_code == 201, created.json
    return service.opened(created)


def undo(game, seat, to=None, key=None):
    headers = {"Idempotency-Key": key} if key else {}
    return game.post("/undo", seat, {} if to is None else {"to": to}, headers)


def offer(game, seat=0):
    return game.get("/view?include=undo", seat).json.get("undo_offer")


def without_counts(view):
    return {name: value for name, value in view.items() if name not in ("version", "decision")}
