"""What happens to the cards on the tables through an action (16.1), as arguments for its sentence."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import several
from domain.riddle.wire.actions import CardId, SymbolName
from domain.riddle.wire.constants import SYMBOL_COUNT


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards on the tables that an action changes, and the Keys that it wins. Other fields are omitted."""

    replaced: CardId | UnsetType = UNSET
    """Play: the card in the zone, which the played card replaces."""
    symbols: Annotated[tuple[SymbolName, ...], several(SYMBOL_COUNT, fewest=1)] | UnsetType = UNSET
    """Play: the symbols of the Keys that the seat gains by its complete lines if this is its last play of the turn."""
    removed: CardId | UnsetType = UNSET
    """Use of an action card: the corner card to discard."""
    swapped: Annotated[tuple[CardId, ...], several(2, fewest=2)] | UnsetType = UNSET
    """Use of an action card: the cards in `zones`, which change places."""
