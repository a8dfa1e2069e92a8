"""Create games with clocks for tests: with a virtual clock by default, or in real time."""

from datetime import datetime
from typing import Any

from tests.service.table import HUMANS, Service, Table

PER_DECISION = {"kind": "per_decision", "seconds": 30}
BUDGET = {"kind": "budget", "seconds": 60, "increment": 5, "delay": 2}
DAYS = {"kind": "days", "days": 2, "pause": {"from": "22:00", "to": "07:00"}}
LATENCY = 1


def timed(service: Service, clock: Any = PER_DECISION, absence: Any = None, seats: Any = HUMANS, **more: Any) -> Any:
    """Create a game with a clock; return the response."""
    body = {"ruleset": "tiny", "seats": list(seats), "sandbox": {"clock": "virtual"}} | more
    body |= {} if clock is None else {"clock": clock}
    body |= {} if absence is None else {"absence": absence}
    return service.client.post("/v1/games", json={name: value for name, value in body.items() if value is not None})


class TimedTable:
    """A game with a clock, and its creator's token."""

    def __init__(self, service: Service, *arguments: Any, **named: Any) -> None:
        created = timed(service, *arguments, **named)
        assert created.status_code == 201, created.json
        self.created = created.json
        self.table: Table = service.opened(created)
        self.game_id = self.table.game_id

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)

    def creator(self, path: str, body: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {self.created['creator_token']}", "Content-Type": "application/json"}
        return self.service.client.post(f"/v1/games/{self.game_id}{path}", json=body, headers=headers)

    def wait(self, seconds: int) -> Any:
        response = self.creator("/clock", {"seconds": seconds})
        assert response.status_code == 200, response.json
        return response.json

    def clocks(self, seat: int | None = None) -> dict[int, dict[str, Any]]:
        return {each["seat"]: each for each in self.view(seat)["clocks"]}

    def by(self) -> list[Any]:
        return [event.get("by") for event in self.events() if "change" not in event]


def seconds_between(earlier: str, later: str) -> float:
    return (datetime.fromisoformat(later) - datetime.fromisoformat(earlier)).total_seconds()
