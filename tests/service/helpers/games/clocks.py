"""Games with clocks, virtual by default, and games whose players miss deadlines."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from service.playing.pending_jobs import pending_job
from tests.service.helpers.client.service import HUMANS, RemoteGame, Service
from workers.jobs import context
from workers.jobs.scoring import score_game
from workers.jobs.turns import play_turns

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


class TimedGame:
    """A game with a clock, and its creator's token."""

    def __init__(self, service: Service, *arguments: Any, **named: Any) -> None:
        created = timed(service, *arguments, **named)
        assert created.status_code == 201, created.json
        self.created = created.json
        self.game: RemoteGame = service.opened(created)
        self.game_id = self.game.game_id

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

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


def level(on_timeout):
    return {"on_timeout": on_timeout, "level": "random"}


JOBS: dict[str, Callable[..., None]] = {"play_turns": play_turns, "score_game": score_game}


def work(service, game):
    """Run the jobs of a game, one after the other, until it waits for human players or has been scored."""
    context.use(service.installation)
    while (job := pending_job(service.installation, game.game_id)) is not None:
        name = job.function.rpartition(".")[2]
        JOBS[name](*job.arguments)


def finish(service, game):
    """Let all present players act until the game is finished and scored."""
    work(service, game)
    while waiting := game.view()["to_act"]:
        assert game.act(waiting[0]).status_code == 200
        work(service, game)


def taken_for_good(sandbox, **named):
    """Create a game in which seat 0 missed two deadlines in a row, so that a level took over; seat 1 must act."""
    game = TimedGame(sandbox, absence=level("level"), **named)
    game.wait(31)
    work(sandbox, game)
    game.act(1)
    game.wait(31)
    work(sandbox, game)
    return game
