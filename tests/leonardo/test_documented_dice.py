"""Test that the tables in section Dice of `RULES.md` reproduce all random draws of recorded games."""

import pytest

from domain.leonardo import RULESET
from domain.record import Wire
from tests.documented_dice import Documented
from tests.recordings import recordings
from tests.rulesets.games import home
from workers.promises.records import recorded

RULES = home(RULESET) / "RULES.md"
OPENING = {2: (1, 12, 8), 3: (1, 12, 8, 3), 4: (1, 12, 8, 3, 9), 5: (1, 12, 8, 3, 9)}


class Deck:
    """The deck in the order of the documented draws; facts must agree with it."""

    def __init__(self, record: Wire) -> None:
        self.dice = Documented(RULES, bytes.fromhex(record["seed"]))
        self.seats = len(record["seats"])
        self.tiers = {tier: [*map(int, cards.split())] for tier, cards, _ in self.dice.table("tier")}
        self.middle = {tier: int(middle or 0) for tier, _, middle in self.dice.table("tier")}
        self.removed: list[int] = []
        self.cards: list[int] = []
        self.is_expert = record["options"].get("setup") == "expert"
        self.checked = 0

    def build(self) -> None:
        """Build the deck in its order."""
        gone = self.removed if self.is_expert else OPENING[self.seats]
        left = {tier: [card for card in cards if card not in gone] for tier, cards in self.tiers.items()}
        top, middle = [], [card for card in left["gold"] if card < 21]
        for tier in ("bronze", "copper", "silver"):
            ordered = self.dice.sort("piles", left[tier])
            middle += ordered[: self.middle[tier]]
            top += ordered[self.middle[tier] :]
        bottom = [card for card in left["gold"] if card >= 21]
        self.cards = [card for pile in (top, middle, bottom) for card in self.dice.sort("deck", pile)]

    def report(self, fact: Wire) -> None:
        """Apply a fact; a random draw in it must agree with the documented tables."""
        if check := getattr(self, fact["type"], None):
            check(fact)
            self.checked += 1

    def first_player_drawn(self, fact: Wire) -> None:
        assert fact["seat"] == self.dice.below("first player", seats=self.seats)

    def invention_removed(self, fact: Wire) -> None:
        tier = ("bronze", "copper", "silver")[len(self.removed)]
        assert [fact["invention"]] == self.dice.sort("removed", self.tiers[tier])
        self.removed.append(fact["invention"])

    def inventions_requested(self, fact: Wire) -> None:
        if not self.cards:
            self.build()
        shown = list(fact["inventions"])
        assert shown == self.cards[: len(shown)]
        del self.cards[: len(shown)]

    def saw(self, fact: Wire) -> None:
        if not self.cards:
            self.build()
        shown = list(fact["inventions"])
        assert shown == self.cards[: len(shown)]

    def put_back(self, order: list[int]) -> None:
        """Put the cards that a seat has looked at back in another order."""
        assert sorted(self.cards[: len(order)]) == sorted(order)
        self.cards[: len(order)] = order


def replayed(record: Wire) -> Deck:
    """Replay all random draws of a record."""
    deck = Deck(record)
    for entry in (record["setup"], *record["events"]):
        if entry.get("action", {}).get("type") == "council_order":
            deck.put_back(list(entry["action"]["order"]))
        for facts in entry.get("facts", ()):
            deck.report(facts["fact"])
    return deck


@pytest.mark.no_cover
def test_every_draw_of_recorded_games_is_in_the_tables() -> None:
    """3.1.6, 3.4.4"""
    found = [replayed(record) for record in recordings(RULESET)]
    assert len(found) == 8
    assert all(each.checked >= 4 for each in found)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_every_draw_of_random_games_is_in_the_tables(seats: int) -> None:
    """3.1.6, 3.4.4, 3.5.3"""
    used = {name for number in range(16) for name in replayed(recorded("leonardo", seats, number)).dice.used}
    documented = set(Documented(RULES, bytes(32)).draws)
    assert used == documented - (set() if seats == 2 else {"removed"})


def test_another_seed_produces_other_draws() -> None:
    """3.1.6"""
    with pytest.raises(AssertionError):
        replayed({**recordings(RULESET)[0], "seed": "ab" * 32})
