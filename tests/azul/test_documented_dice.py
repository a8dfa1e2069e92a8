"""Test that the tables in section Dice of `RULES.md` reproduce all random draws of recorded games."""

from collections import Counter

import pytest

from domain.azul import RULESET
from domain.record import Wire
from tests.documented_dice import Documented
from tests.recordings import recordings
from tests.rulesets.games import home
from workers.promises.records import recorded

RULES = home(RULESET) / "RULES.md"
Tiles = Counter[str]


class Table:
    """Bag and supply according to the facts of a record, and the draws by the documented dice."""

    def __init__(self, record: Wire) -> None:
        self.dice = Documented(RULES, bytes.fromhex(record["seed"]))
        self.seats = len(record["seats"])
        self.first = {colour: int(units.split(" ")[0]) for colour, units in self.dice.table("colour")}
        sizes = [units.split(" to ") for _, units in self.dice.table("colour")]
        self.bag = Counter({colour: int(b) - int(a) + 1 for colour, (a, b) in zip(self.first, sizes, strict=True)})
        self.tipped: Tiles | None = None
        self.supply = self.rewards = 0
        self.round = 1
        self.checked: Counter[str] = Counter()

    def note(self, fact: Wire) -> None:
        """Apply a fact; a random draw in it must agree with the documented tables."""
        if check := getattr(self, fact["type"], None):
            check(fact)

    def take(self, name: str, amount: int, **parts: int) -> Tiles:
        """Draw tiles from the bag by the documented tables."""
        present = [unit + tile for colour, unit in self.first.items() for tile in range(self.bag[colour])]
        units = self.dice.sort(name, present, **parts)[:amount]
        drawn = Counter(self.colour(unit) for unit in units)
        self.bag -= drawn
        return drawn

    def draw(self, name: str, amount: int, **parts: int) -> Tiles:
        """Draw tiles, from the tower as well if the bag has too few."""
        drawn = self.take(name, amount, **parts)
        missing = amount - drawn.total()
        if missing and self.tipped is not None:
            self.bag, self.tipped = self.tipped, None
            drawn += self.take(f"{name} tipped", missing, **parts)
        return drawn

    def colour(self, unit: int) -> str:
        return max((first, colour) for colour, first in self.first.items() if first <= unit)[1]

    def start_drawn(self, fact: Wire) -> None:
        assert fact["seat"] == self.dice.below("start seat", seats=self.seats)

    def round_began(self, fact: Wire) -> None:
        self.round = fact["round"]

    def tower_tipped(self, fact: Wire) -> None:
        self.tipped = tiles(fact["tiles"])

    def decoration_completed(self, fact: Wire) -> None:
        self.rewards += fact["reward"]

    def bonus_taken(self, fact: Wire) -> None:
        self.supply -= tiles(fact["tiles"]).total()

    def factory_filled(self, fact: Wire) -> None:
        drawn = self.draw("factory ROUND F", 4, ROUND=self.round, F=int(fact["source"][1:]))
        assert tiles(fact["tiles"]) == drawn
        self.checked["factory"] += 1

    def supply_refilled(self, fact: Wire) -> None:
        missing, drawn = 10 - self.supply, Counter[str]()
        for tile in range(missing):
            drawn += self.draw("supply N", 1, N=10 + self.rewards - missing + tile)
        assert tiles(fact["tiles"]) == drawn
        self.supply += drawn.total()
        self.checked["supply"] += 1


def tiles(counts: Wire) -> Tiles:
    return Counter(counts)


def replayed(record: Wire) -> Table:
    """Replay all random draws of a record."""
    table = Table(record)
    for entry in (record["setup"], *record["events"]):
        for facts in entry.get("facts", ()):
            table.note(facts["fact"])
    return table


@pytest.mark.no_cover
def test_every_draw_of_recorded_games_is_in_the_tables() -> None:
    """11.1.1, 11.1.2, 11.1.3"""
    found = [replayed(record) for record in recordings(RULESET)]
    assert len(found) == 6
    assert all(each.checked["factory"] >= 30 and each.checked["supply"] > 1 for each in found)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_draw_of_random_games_is_in_the_tables(seats: int) -> None:
    """11.1.1, 11.1.2, 11.1.3"""
    used = {name for number in range(12) for name in replayed(recorded("azul", seats, number)).dice.used}
    documented = set(Documented(RULES, bytes(32)).draws)
    assert used >= documented - {"supply N tipped"}


def test_another_seed_produces_other_draws() -> None:
    """11.1.4"""
    record = recordings(RULESET)[0]
    with pytest.raises(AssertionError):
        replayed({**record, "seed": "ab" * 32})
