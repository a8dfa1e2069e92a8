"""What things are called in The Riddle of Leonardo; symbols and cards as their data file has them.

A card is called as its design, which has a name of its own for who draws designs.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.data_files import read_names
from domain.names import Names, Text, agreed, in_each
from domain.riddle.wire.card_list import DATA, DataFile
from domain.riddle.wire.constants import LEAST_ADDITIONAL


def names_with(data: DataFile) -> Names:
    """Name what a card list holds: a card with symbols is called by them, an action card has a name of its own."""
    known = read_names("domain.riddle")
    symbols, cards, texts = known.things["symbol"], known.things["card"], known.things["card_text"]
    symbols = {each.id: agreed(symbols.get(each.id), en=each.english, ru=each.russian) for each in data.symbols}
    cards = {
        **{each.id: _joined(symbols, each.symbols) for each in data.main_designs},
        **{each.id: _joined(symbols, each.symbols) for each in data.corner_designs},
        **{each.id: agreed(cards.get(each.id), en=each.english, ru=each.russian) for each in data.action_designs},
    }
    copies = {*data.main_ids(), *(each for seats in LEAST_ADDITIONAL for each in data.additional_ids(seats))}
    cards |= {each: cards[each.rpartition("-")[0]] for each in sorted(copies)}
    texts = {
        each.id: agreed(texts.get(each.id), en=each.text_english, ru=each.text_russian) for each in data.action_designs
    }
    return replace(known, things={**known.things, "symbol": symbols, "card": cards, "card_text": texts})


def _joined(symbols: Mapping[str, Text], several: Iterable[str]) -> Text:
    """Call a card by its symbols."""
    parts = [symbols[each] for each in several]
    return in_each(lambda language: " + ".join(part.read_in(language) for part in parts))


NAMES: Final = names_with(DATA)
