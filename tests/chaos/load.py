"""Play many games at once."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from random import Random

from domain.registry import RULESETS
from tests.chaos.games import ClientGame

OPPONENT = {"kind": "ai", "level": "easy"}
PERSON = {"kind": "human"}


def games(address: str, number: int, seed: int) -> list[ClientGame]:
    """Return games of all rulesets in turn, alternately without and with AI players; none is created yet."""
    made = []
    for each in range(number):
        rng = Random(f"{seed} {each}")
        rules = list(RULESETS.values())[each % len(RULESETS)]
        others = [PERSON if each % 2 else OPPONENT] * (rng.randint(rules.min_seats, rules.max_seats) - 1)
        made.append(ClientGame(address, rules.name, [PERSON, *others], rng))
    return made


@contextmanager
def played(games: Sequence[ClientGame]) -> Iterator[Sequence[Future[None]]]:
    """Play all games while the block runs, and then to their ends; raises the errors of any of them."""
    with ThreadPoolExecutor(len(games)) as pool:
        playing = [pool.submit(_play, game) for game in games]
        yield playing
        for each in playing:
            each.result()


def _play(game: ClientGame) -> None:
    game.create()
    game.play()
