"""Test that the tables in section Dice of `RULES.md` reproduce all random draws of recorded games."""

import re
from collections import Counter

import pytest

from domain.record import Wire
from domain.riddle import RULESET
from tests.documented_dice import Documented
from tests.recordings import recordings
from tests.rulesets.games import home
from workers.promises.records import recorded

RULES = home(RULESET) / "RULES.md"
CROSS, CORNERS = (1, 3, 4, 5, 7), (0, 2, 6, 8)
FIRST_ACTION = "N21"


def cards_of(row: list[str]) -> list[str]:
    """List the cards of a deck from its row in the table of units: `B11 to B16, ...`."""
    _, designs, copies, _ = row
    ranges = re.findall(r"([BN])(\d+) to [BN](\d+)", designs)
    names = [f"{kind}{number:02}" for kind, low, high in ranges for number in range(int(low), int(high) + 1)]
    return [f"{name}-{copy}" for name in names for copy in range(1, int(copies) + 1)]


class Cards:
    """Decks, discards and hands according to the facts of a record, and the draws by the documented dice."""

    def __init__(self, record: Wire) -> None:
        self.dice = Documented(RULES, bytes.fromhex(record["seed"]))
        self.seats = len(record["seats"])
        rows = self.dice.table("deck")
        self.names = [card for row in rows for card in cards_of(row)]
        self.units = {card: unit for unit, card in enumerate(self.names)}
        main, additional = (range(int(low), int(high) + 1) for low, high in (row[3].split(" to ") for row in rows))
        few = [unit for unit in additional if self.seats >= 5 or not self.names[unit].endswith("-3")]
        self.deck = {"main": [*main], "additional": few if record["options"].get("mode") == "expansion" else []}
        self.discard: dict[str, list[int]] = {"main": [], "additional": []}
        self.hands: list[list[int]] = [[] for _ in range(self.seats)]
        self.dealt: dict[tuple[str, int], list[int]] = {}
        self.turn = 1
        self.trading = self.drawing = (0, 0)
        self.deck_drawn = "main"
        self.checked: Counter[str] = Counter()

    def kind(self, unit: int) -> str:
        return "main" if self.names[unit].startswith("B") else "additional"

    def note(self, fact: Wire) -> None:
        """Apply a fact; a random draw in it must agree with the documented tables."""
        if check := getattr(self, fact["type"], None):
            check(fact)

    def act(self, seat: int, action: Wire) -> None:
        """Remove the card of a used action from the hand before its effect."""
        if action["type"] == "use_action":
            self.hands[seat].remove(self.units[action["card"]])
            self.trading = (seat, action.get("target_seat", 0))

    def first_player_drawn(self, fact: Wire) -> None:
        assert fact["seat"] == self.dice.below("first player", seats=self.seats)

    def card_laid_out(self, fact: Wire) -> None:
        unit = self.deal(fact)
        if self.names[unit] >= FIRST_ACTION:
            self.hands[fact["seat"]].append(unit)

    def card_dealt(self, fact: Wire) -> None:
        self.hands[fact["seat"]].append(self.deal(fact))

    def deal(self, fact: Wire) -> int:
        """Deal the next card of a seat, which the fact must name."""
        kind, seat = self.kind(self.units[fact["card"]]), fact["seat"]
        cards = 10 if kind == "main" else 6
        if (kind, seat) not in self.dealt:
            self.dealt[kind, seat] = self.dice.swap(f"{kind} cards SEAT", self.deck[kind], cards, SEAT=seat)
        dealt = self.dealt[kind, seat]
        zones = CROSS if kind == "main" else CORNERS
        place = len(zones) + cards - len(dealt) - len(zones)
        assert fact.get("zone") == (zones[place] if place < len(zones) else None)
        unit = dealt.pop(0)
        assert self.names[unit] == fact["card"]
        self.checked["dealt"] += 1
        return unit

    def turn_began(self, fact: Wire) -> None:
        self.turn = fact["turn"]

    def card_drawn(self, fact: Wire) -> None:
        self.drawing, self.deck_drawn = (fact["seat"], 0), fact["deck"]

    def card_seen(self, fact: Wire) -> None:
        deck = self.deck[self.deck_drawn]
        (unit,) = self.dice.sort("draw TURN", deck, TURN=self.turn)
        assert self.names[unit] == fact["card"]
        deck.remove(unit)
        self.hands[self.drawing[0]].append(unit)
        self.checked["drawn"] += 1

    def deck_renewed(self, fact: Wire) -> None:
        name = fact["deck"]
        assert not self.deck[name]
        self.deck[name], self.discard[name] = self.discard[name], []

    def card_played(self, fact: Wire) -> None:
        self.hands[fact["seat"]].remove(self.units[fact["card"]])

    def card_discarded(self, fact: Wire) -> None:
        unit = self.units[fact["card"]]
        self.discard[self.kind(unit)].append(unit)
        for hand in self.hands:
            if unit in hand:
                hand.remove(unit)

    def card_taken(self, fact: Wire) -> None:
        unit = self.units[fact["card"]]
        self.discard[self.kind(unit)].remove(unit)
        self.hands[fact["seat"]].append(unit)

    def trade_seen(self, fact: Wire) -> None:
        user, target = (self.hands[seat] for seat in self.trading)
        (taken,) = self.dice.sort("trade TURN SIZE", target, TURN=self.turn, SIZE=len(user))
        assert self.names[taken] == fact["taken"]
        given = self.units[fact["given"]]
        user.remove(given)
        target.remove(taken)
        user.append(taken)
        target.append(given)
        self.checked["traded"] += 1


def replayed(record: Wire) -> Cards:
    """Replay all random draws of a record."""
    cards = Cards(record)
    for entry in (record["setup"], *record["events"]):
        if "action" in entry:
            cards.act(entry["seat"], entry["action"])
        for facts in entry.get("facts", ()):
            cards.note(facts["fact"])
    return cards


def test_the_units_are_the_cards_in_the_order_of_their_ids() -> None:
    """15.1.2"""
    cards = replayed(recordings(RULESET)[0])
    assert cards.names == sorted(cards.names)
    assert len(cards.names) == 165


def test_every_draw_of_recorded_games_is_in_the_tables() -> None:
    """15.1.3, 15.1.4, 15.1.5"""
    found = [replayed(record) for record in recordings(RULESET)]
    assert len(found) == 8
    assert all(each.checked["dealt"] >= 10 * each.seats and each.checked["drawn"] for each in found)
    assert sum(each.checked["traded"] for each in found) > 0


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", range(2, 8))
def test_every_draw_of_random_games_is_in_the_tables(seats: int) -> None:
    """15.1.3, 15.1.4, 15.1.5"""
    used = {name for number in range(12) for name in replayed(recorded("riddle", seats, number)).dice.used}
    assert used == set(Documented(RULES, bytes(32)).draws)


def test_another_seed_produces_other_draws() -> None:
    """15.1.5"""
    with pytest.raises(AssertionError):
        replayed({**recordings(RULESET)[0], "seed": "ab" * 32})
