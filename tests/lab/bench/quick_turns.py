"""Measure turns of AI levels without a search: moves a second, a whole game, and the wait of a player for opponents."""

import time
from collections.abc import Sequence
from statistics import median

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.game.game import Game, load
from service.store import SeatSetup
from service.store.channels import Listener
from tests.lab.bench.installation import RunningService, installed, seed_of
from tests.lab.strength.thinking import machine
from tests.submitting import submit
from tests.workers.waiting import PATIENCE_SECONDS

GAMES = 60
"""Games that are played at once."""
ALONE = 5
"""Games that are played alone, one after the other."""
FLOORS = {"moves": 1500.0, "game": 0.5, "wait": 15.0}
"""Moves a second; seconds of a game; milliseconds until a player's next decision."""
POLL_SECONDS = 0.002


def main() -> None:
    """Print the figures of every ruleset with four seats, or as many as it has."""
    print(machine())
    print("greedy, durability disk, one thinking and one scoring worker\n")
    for ruleset in RULESETS.values():
        seats = min(4, ruleset.max_seats)
        with installed() as running:
            for kind in ("thinking", "scoring"):
                running.start_worker(kind)
            _print(ruleset, f"moves a second, {GAMES} games at once", _rate(running, ruleset, seats), "moves")
            _print(ruleset, "a game from creation to result, s", _alone(running, ruleset, seats), "game")
            waits = _waits(running, ruleset, seats)
            _print(ruleset, f"own action to next decision, ms, {len(waits)} turns", median(waits), "wait")


def _print(ruleset: AnyRuleset, what: str, value: float, floor: str) -> None:
    passed = value >= FLOORS[floor] if floor == "moves" else value <= FLOORS[floor]
    verdict = "kept" if passed else "MISSED"
    print(f"  {ruleset.name:<10} {what:<50} {value:>9.2f}   floor {FLOORS[floor]:g} {verdict}", flush=True)


def _rate(running: RunningService, ruleset: AnyRuleset, seats: int) -> float:
    """Return the moves a second of games that are created one after the other, and played at the same time."""
    started = time.monotonic()
    played = [running.ai_game(ruleset, ["greedy"] * seats, number) for number in range(GAMES)]
    _until_scored(running, played)
    return sum(map(running.version, played)) / (time.monotonic() - started)


def _alone(running: RunningService, ruleset: AnyRuleset, seats: int) -> float:
    times = []
    for number in range(ALONE):
        started = time.monotonic()
        _until_scored(running, [running.ai_game(ruleset, ["greedy"] * seats, GAMES + number)])
        times.append(time.monotonic() - started)
    return median(times)


def _until_scored(running: RunningService, played: Sequence[str]) -> None:
    end = time.monotonic() + 3 * PATIENCE_SECONDS
    for game_id in played:
        while running.installation.store.results.of(game_id) is None:
            assert time.monotonic() < end, "the games do not end"
            time.sleep(POLL_SECONDS)


def _waits(running: RunningService, ruleset: AnyRuleset, seats: int) -> list[float]:
    """Play a game with one human seat; return the milliseconds from its actions to the opening of its next decision."""
    others = [SeatSetup("ai", "greedy")] * (seats - 1)
    game_id = running.game(ruleset, [SeatSetup("human"), *others], seed_of(1))
    listener, waits = running.installation.store.listener(), []
    listener.open()
    listener.subscribe([game_id])
    while (game := _next(running, game_id, listener)).to_act:
        decision, action = game.position.decisions[0], game.ruleset.default_action(game.position.state, 0)
        started = time.monotonic()
        submit(running.installation, game_id, 0, decision, action)
        game = _next(running, game_id, listener)
        if game.to_act and game.position.version - decision >= seats:
            waits.append(1000 * (time.monotonic() - started))
    listener.close()
    return waits


def _next(running: RunningService, game_id: str, listener: Listener) -> Game:
    """Wait until the human player must act again, or the game is over."""
    while (game := load(running.installation, game_id)).to_act and 0 not in game.to_act:
        listener.receive(PATIENCE_SECONDS)
    return game


if __name__ == "__main__":
    main()
