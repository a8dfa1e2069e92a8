"""The Riddle of Leonardo in plain form: an independent engine for comparison with the rules, in sets of card ids.

It follows the paragraphs of `RULES.md` with the supplied cards and imports nothing of the product: it reads
`cards.json` itself. A legal action is any conceivable action that the rules allow. Chance is taken from the facts of
the game that is compared.
"""

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from pathlib import Path
from typing import Any

Wire = dict[str, Any]
LIST = json.loads((Path(__file__).parents[2] / "domain/riddle/cards.json").read_text(encoding="utf-8"))
SYMBOLS = [each["id"] for each in LIST["symbols"]]
SYMBOLS_ON = {each["id"]: set(each["symbols"]) for each in (*LIST["main_designs"], *LIST["corner_designs"])}
ACTIONS = {each["id"]: each for each in LIST["action_designs"]}
CROSS, CORNERS = (1, 3, 4, 5, 7), (0, 2, 6, 8)
LINES = {
    "base": ((1, 4, 7), (3, 4, 5)),
    "expansion": ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)),
}
PATTERNS = {"base": (CROSS,), "expansion": (CROSS, (0, 2, 4, 6, 8))}
GOAL = {"base": 7, "expansion": 9}
END_STEP: Wire = {"type": "end_step"}


def design(card: str) -> str:
    """Return the design of a card."""
    return card.rpartition("-")[0]


def kind(card: str) -> str:
    """Return the deck of a card."""
    return "main" if card.startswith("B") else "additional"


def symbols(card: str | None) -> set[str]:
    """Return the symbols of a card, or of an empty zone."""
    return set() if card is None else SYMBOLS_ON.get(design(card), set())


def zones_for(card: str) -> tuple[int, ...]:
    """Return the zones in which a card may lie (5.2.6, 5.2.7)."""
    return () if design(card) in ACTIONS else CROSS if kind(card) == "main" else CORNERS


def deck_of(seats: int, sets: Iterable[str] | None) -> set[str]:
    """Return the additional deck (1.4.3, 1.4.7)."""
    if sets is None:
        few = {2: "two_seats", 3: "three_seats", 4: "four_seats"}.get(seats, "five_seats")
        copies = dict.fromkeys([*SYMBOLS_ON, *ACTIONS], LIST["additional_copies"][few])
        held = Counter({each: number for each, number in copies.items() if each.startswith("N")})
    else:
        held = Counter(card for each in LIST["additional_sets"] if each["id"] in sets for card in each["designs"])
    return {f"{each}-{copy}" for each, number in held.items() for copy in range(1, number + 1)}


class Game:
    """A game; `reveal` has the cards that chance shows next."""

    def __init__(self, seats: int, mode: str, sets: Iterable[str] | None, setup: Iterable[Wire], first: int) -> None:
        """Deal the cards that the facts of the set-up show (2)."""
        self.seats, self.mode, self.active = range(seats), mode, first
        self.tables: list[dict[int, str]] = [{} for _ in self.seats]
        self.hands: list[set[str]] = [set() for _ in self.seats]
        main = {f"{each['id']}-{copy}" for each in LIST["main_designs"] for copy in range(1, each["copies"] + 1)}
        self.deck = {"main": main, "additional": deck_of(seats, sets) if mode == "expansion" else set()}
        self.discards: dict[str, set[str]] = {"main": set(), "additional": set()}
        self.lasting: list[tuple[str, int, int | None, int | None]] = []
        self.keys: list[set[str]] = [set() for _ in self.seats]
        self.free_used = [False for _ in self.seats]
        self.turn, self.keyless, self.key_in_round, self.over = 0, 0, False, False
        self.reveal: deque[str] = deque()
        for fact in setup:
            if fact["type"] in ("card_laid_out", "card_dealt"):
                card, seat = fact["card"], fact["seat"]
                self.deck[kind(card)].remove(card)
                if fact["type"] == "card_laid_out" and zones_for(card):
                    assert fact["zone"] in zones_for(card)
                    self.tables[seat][fact["zone"]] = card
                else:
                    self.hands[seat].add(card)
        self._begin_turn()
        self._proceed()

    # The course of a turn (3.1.4)

    def _begin_turn(self) -> None:
        self.turn += 1
        self.step = "start_actions" if self.mode == "expansion" else "play"
        self.played: Counter[str] = Counter()
        self.extra, self.redirecting = 0, False
        self._expire("until_owner_turn_start", self.active, user=True)

    def _expire(self, until: str, seat: int, *, user: bool) -> None:
        """Discard lasting cards that end now (11.3)."""
        for entry in [*self.lasting]:
            card, owner, target, _ = entry
            if ACTIONS[design(card)]["duration"] == until and seat == (owner if user else target):
                self.lasting.remove(entry)
                self._discard(card)

    def _proceed(self) -> None:
        """Go on until there is a choice: a step without an action ends, and a single action is carried out (16.1.3)."""
        while not self.over:
            legal = list(self.legal())
            if len(legal) > 1:
                return
            if legal and legal != [END_STEP]:
                self._carry_out(legal[0])
            else:
                self._end_step()

    def _end_step(self) -> None:
        """Go to the next step (3.1.4)."""
        if self.step == "start_actions":
            self.step = "play"
        elif self.step == "play":
            self.step = "free_key"
            self._line_keys()
        elif self.step == "free_key":
            self.step = "end_actions"
        elif self.step == "end_actions":
            self.step = "draw"
            if self.mode == "base":
                self._draw("main")
        else:
            self._end_turn()

    def _end_turn(self) -> None:
        self._expire("until_target_turn_end", self.active, user=False)
        stop = LIST["technical_stop"]
        if self.turn % len(self.seats) == 0:
            self.keyless = 0 if self.key_in_round else self.keyless + 1
            self.key_in_round = False
            rounds = self.turn // len(self.seats)
            self.over = self.keyless >= stop["keyless_rounds"] or rounds >= stop["last_round"]
        if not self.over:
            self.active = self._left()
            self._begin_turn()

    def _left(self) -> int:
        return (self.active + 1) % len(self.seats)

    # Sections 6 and 7: Keys

    def _shared(self, zones: Iterable[int]) -> set[str]:
        """Return the symbols that the cards of all these zones of the active seat have."""
        return set.intersection(*(symbols(self.tables[self.active].get(zone)) for zone in zones))

    def _line_keys(self) -> None:
        if self.played:
            self._receive(set().union(*(self._shared(line) for line in LINES[self.mode])))

    def _receive(self, found: set[str]) -> None:
        own = self.keys[self.active]
        self.key_in_round |= bool(found - own)
        own |= found
        self.over = len(own) >= GOAL[self.mode]

    # Legal actions (16.1.1)

    def legal(self) -> Iterator[Wire]:
        """Yield the legal actions of the active seat in the current step."""
        if self.over:
            return
        hand = sorted(self.hands[self.active])
        if self.step == "play":
            plays = [play for card in hand for play in self._plays(card)]
            yield from plays
            if self.played or not plays:
                yield END_STEP
        elif self.step == "free_key":
            if self.played and not self.free_used[self.active] and any(map(self._shared, PATTERNS[self.mode])):
                yield from ({"type": "take_free_key", "symbol": each} for each in SYMBOLS if self._lacks(each))
            yield END_STEP
        elif self.step == "draw":
            if self.mode == "expansion" and len(hand) < 7:
                yield from ({"type": "draw_card", "deck": each} for each in self.deck if self._drawable(each))
        else:
            yield from (use for card in hand for use in self._uses(card))
            if self.step == "end_actions":
                actions = [card for card in hand if design(card) in ACTIONS]
                yield from ({"type": "discard_actions", "cards": each} for each in subsets(actions))
            yield END_STEP

    def _lacks(self, symbol: str) -> bool:
        return symbol not in self.keys[self.active]

    def _drawable(self, deck: str) -> bool:
        return bool(self.deck[deck] or self.discards[deck])

    def _plays(self, card: str) -> Iterator[Wire]:
        """Yield the legal plays of a card (5, 10.1.4, 12.3)."""
        played = self.played + Counter([kind(card)])
        if sum(max(0, number - 1) for number in played.values()) > self.extra:
            return
        for zone in zones_for(card):
            if self._is_prohibited(self.active, zone):
                continue
            play = {"type": "play_card", "card": card, "zone": zone}
            if self.redirecting and zone in self.tables[self.active]:
                yield from ({**play, "pass_to": seat} for seat in self.seats if seat != self.active)
                yield {**play, "pass_to_discard": True}
            else:
                yield play

    def _uses(self, card: str) -> Iterator[Wire]:
        """Yield the legal uses of a card, if it is an action card of this step (11, 12)."""
        action = ACTIONS.get(design(card))
        if not action or f"{action['timing']}_actions" != self.step or self._lasts("forbid_actions"):
            return
        others = sorted(self.hands[self.active] - {card})
        opponents = [seat for seat in self.seats if seat != self.active]
        unsealed = [seat for seat in opponents if not self._lasts("protect_table", user=seat)]
        use: Wire = {"type": "use_action", "card": card}
        match action["operation"]:
            case "extra_play" | "forbid_actions" | "redirect_replaced" | "protect_table" as operation:
                if not self._is_in_force(operation):
                    yield use
            case "swap_own" | "swap_opponent" as operation:
                own = [(self.active, use)] if operation == "swap_own" else []
                targets = own or [(t, {**use, "target_seat": t}) for t in unsealed]
                yield from ({**named, "zones": pair} for t, named in targets for pair in self._pairs(t))
            case "take_from_discard":
                found = sorted(card for pile in self.discards.values() for card in pile if symbols(card))
                yield from ({**use, "take": each} for each in found)
            case "trade_random":
                yield from ({**use, "target_seat": t, "give": each} for t in opponents for each in others)
            case "discard_hand":
                yield from ({**use, "cards": each} for each in subsets(others))
            case "remove_corner":
                open_corners = [(t, zone) for t in unsealed for zone in CORNERS if self._is_open(t, zone)]
                yield from ({**use, "target_seat": t, "zone": zone} for t, zone in open_corners)
            case "freeze_zone":
                free = [(t, zone) for t in opponents for zone in range(9) if not self._is_prohibited(t, zone)]
                yield from ({**use, "target_seat": t, "zone": zone} for t, zone in free)

    def _is_in_force(self, operation: str) -> bool:
        """Whether an effect cannot be put in force again (12.3.5, 13.1.4)."""
        is_sealed = operation == "protect_table" and self._lasts("protect_table", user=self.active)
        return is_sealed or (operation == "redirect_replaced" and self.redirecting)

    def _pairs(self, seat: int) -> list[list[int]]:
        """List the pairs of zones whose cards can be swapped (12.2.1)."""
        pairs = chain(combinations(CROSS, 2), combinations(CORNERS, 2))
        return [list(pair) for pair in pairs if all(self._is_open(seat, zone) for zone in pair)]

    def _is_open(self, seat: int, zone: int) -> bool:
        return zone in self.tables[seat] and not self._is_prohibited(seat, zone)

    def _is_prohibited(self, seat: int, zone: int) -> bool:
        return any((target, at) == (seat, zone) for _, _, target, at in self.lasting)

    def _lasts(self, operation: str, user: int | None = None) -> bool:
        """Whether a lasting card with this operation is in force (13)."""
        found = [owner for card, owner, *_ in self.lasting if ACTIONS[design(card)]["operation"] == operation]
        return bool(found) if user is None else user in found

    # Effects

    def apply(self, action: Wire, shown: Iterable[str]) -> None:
        """Carry out an action; `shown` are the cards that chance draws from then on, up to the next decision."""
        self.reveal = deque(shown)
        self._carry_out(action)
        self._proceed()
        assert not self.reveal

    def _carry_out(self, action: Wire) -> None:
        hand = self.hands[self.active]
        match action["type"]:
            case "play_card":
                self._play(action)
            case "use_action":
                self._use(action)
            case "take_free_key":
                self.free_used[self.active] = True
                self._receive({action["symbol"]})
                if not self.over:
                    self._end_step()
            case "discard_actions":
                for card in action["cards"]:
                    hand.remove(card)
                    self._discard(card)
            case "draw_card":
                self._draw(action["deck"])
            case _:
                self._end_step()

    def _play(self, action: Wire) -> None:
        """Play a card and pass on the replaced one (5.1, 5.2)."""
        card, zone = action["card"], action["zone"]
        self.hands[self.active].remove(card)
        self.played[kind(card)] += 1
        replaced = self.tables[self.active].get(zone)
        self.tables[self.active][zone] = card
        if replaced is None:
            return
        receiver = action.get("pass_to", self._left())
        table = self.tables[receiver]
        is_sealed = zone in table and self._lasts("protect_table", user=receiver)
        if action.get("pass_to_discard") or is_sealed or self._is_prohibited(receiver, zone):
            self._discard(replaced)
            return
        if zone in table:
            self._discard(table[zone])
        table[zone] = replaced

    def _use(self, action: Wire) -> None:
        """Use an action card (12)."""
        card, hand = action["card"], self.hands[self.active]
        design_of, target = ACTIONS[design(card)], action.get("target_seat")
        hand.remove(card)
        match design_of["operation"]:
            case "extra_play":
                self.extra += design_of["amount"]
            case "redirect_replaced":
                self.redirecting = True
            case "swap_own" | "swap_opponent":
                table, (one, other) = self.tables[self.active if target is None else target], action["zones"]
                table[one], table[other] = table[other], table[one]
            case "take_from_discard":
                self.discards[kind(action["take"])].remove(action["take"])
                hand.add(action["take"])
            case "trade_random":
                assert target is not None
                taken = self.reveal.popleft()
                self.hands[target].remove(taken)
                hand.remove(action["give"])
                self.hands[target].add(action["give"])
                hand.add(taken)
            case "discard_hand":
                for each in action["cards"]:
                    hand.remove(each)
                    self._discard(each)
            case "remove_corner":
                assert target is not None
                self._discard(self.tables[target].pop(action["zone"]))
        if design_of["duration"].startswith("until"):
            self.lasting.append((card, self.active, target, action.get("zone")))
        else:
            self._discard(card)

    def _discard(self, card: str) -> None:
        self.discards[kind(card)].add(card)

    def _draw(self, deck: str) -> None:
        """Draw the card that chance shows; an empty deck is renewed first (8.1.4)."""
        if not self.deck[deck]:
            self.deck[deck], self.discards[deck] = self.discards[deck], set()
        card = self.reveal.popleft()
        self.deck[deck].remove(card)
        self.hands[self.active].add(card)


def subsets(cards: list[str]) -> Iterator[list[str]]:
    """Yield the non-empty subsets of a list."""
    return (list(each) for size in range(1, len(cards) + 1) for each in combinations(cards, size))
