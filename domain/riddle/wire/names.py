"""Names in The Riddle of Leonardo; those of symbols and cards come from the data file.

A card has the name of its design. Clients that draw designs can use the separate names of designs.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from msgspec.structs import replace

from domain.data_files import read_names
from domain.names import Names, Text, agreed, in_each
from domain.riddle.wire.card_list import DATA, DataFile


def names_with(data: DataFile) -> Names:
    """Return the names of a card list: symbol cards are named by their symbols, action cards by their title."""
    known = read_names("domain.riddle")
    symbols, cards, texts = known.things["symbol"], known.things["card"], known.things["card_text"]
    symbols = {each.id: agreed(symbols.get(each.id), en=each.english, ru=each.russian) for each in data.symbols}
    cards = {
        **{each.id: _joined(symbols, each.symbols) for each in data.main_designs},
        **{each.id: _joined(symbols, each.symbols) for each in data.corner_designs},
        **{each.id: agreed(cards.get(each.id), en=each.english, ru=each.russian) for each in data.action_designs},
    }
    copies = sorted({*data.main_ids(), *data.every_additional_id()})
    cards |= {each: cards[each.rpartition("-")[0]] for each in copies}
    texts = {
        each.id: agreed(texts.get(each.id), en=each.text_english, ru=each.text_russian) for each in data.action_designs
    }
    sets = known.things["additional_set"]
    sets = {each.id: agreed(sets.get(each.id), en=each.english, ru=each.russian) for each in data.additional_sets}
    things = {"symbol": symbols, "card": cards, "card_text": texts, "additional_set": sets}
    return replace(known, things={**known.things, **things})


def _joined(symbols: Mapping[str, Text], several: Iterable[str]) -> Text:
    """Return the name of a card with these symbols."""
    parts = [symbols[each] for each in several]
    return in_each(lambda language: " + ".join(part.read_in(language) for part in parts))


NAMES: Final = names_with(DATA)
