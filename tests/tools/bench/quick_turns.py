"""Measure turns of AI levels without a search: moves a second, a whole game, and the wait of a player for opponents."""

import time
from collections.abc import Sequence
from statistics import median

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.game.game import Game, load
from service.playing import games
from service.store import SeatSetup
from service.store.channels import Listener
from tests.tools.bench.installation import Installation, installed, seed_of
from tests.tools.strength.thinking import machine
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
        with installed() as installation:
            for kind in ("thinking", "scoring"):
                installation.start_worker(kind)
            _print(ruleset, f"moves a second, {GAMES} games at once", _rate(installation, ruleset, seats), "moves")
            _print(ruleset, "a game from creation to result, s", _alone(installation, ruleset, seats), "game")
            waits = _waits(installation, ruleset, seats)
            _print(ruleset, f"own action to next decision, ms, {len(waits)} turns", median(waits), "wait")


def _print(ruleset: AnyRuleset, what: str, value: float, floor: str) -> None:
    kept = value >= FLOORS[floor] if floor == "moves" else value <= FLOORS[floor]
    verdict = "kept" if kept else "MISSED"
    print(f"  {ruleset.name:<10} {what:<50} {value:>9.2f}   floor {FLOORS[floor]:g} {verdict}", flush=True)


def _rate(installation: Installation, ruleset: AnyRuleset, seats: int) -> float:
    """Return the moves a second of games that are created one after the other, and played at the same time."""
    started = time.monotonic()
    played = [installation.ai_game(ruleset, ["greedy"] * seats, number) for number in range(GAMES)]
    _until_scored(installation, played)
    return sum(map(installation.version, played)) / (time.monotonic() - started)


def _alone(installation: Installation, ruleset: AnyRuleset, seats: int) -> float:
    times = []
    for number in range(ALONE):
        started = time.monotonic()
        _until_scored(installation, [installation.ai_game(ruleset, ["greedy"] * seats, GAMES + number)])
        times.append(time.monotonic() - started)
    return median(times)


def _until_scored(installation: Installation, played: Sequence[str]) -> None:
    end = time.monotonic() + 3 * PATIENCE_SECONDS
    for game_id in played:
        while installation.bottega.store.result(game_id) is None:
            assert time.monotonic() < end, "the games do not end"
            time.sleep(POLL_SECONDS)


def _waits(installation: Installation, ruleset: AnyRuleset, seats: int) -> list[float]:
    """Play a game with one human seat; return the milliseconds from its actions to the opening of its next decision."""
    others = [SeatSetup("ai", "greedy")] * (seats - 1)
    game_id = installation.game(ruleset, [SeatSetup("human"), *others], seed_of(1))
    listener, waits = installation.bottega.store.listener(), []
    listener.open()
    listener.subscribe([game_id])
    while (game := _next(installation, game_id, listener)).to_act:
        decision, action = game.position.decisions[0], game.ruleset.default_action(game.position.state, 0)
        started = time.monotonic()
        games.act(installation.bottega, game_id, 0, decision, action)
        game = _next(installation, game_id, listener)
        if game.to_act and game.position.version - decision >= seats:
            waits.append(1000 * (time.monotonic() - started))
    listener.close()
    return waits


def _next(installation: Installation, game_id: str, listener: Listener) -> Game:
    """Wait until the human player must act again, or the game is over."""
    while (game := load(installation.bottega, game_id)).to_act and 0 not in game.to_act:
        listener.receive(PATIENCE_SECONDS)
    return game


if __name__ == "__main__":
    main()
