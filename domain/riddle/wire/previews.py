"""What happens to the cards on the tables through an action (16.1), as arguments for its sentence."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import several
from domain.riddle.wire.actions import CardId


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """The cards on the tables that an action changes. Fields that do not apply are omitted."""

    replaced: CardId | UnsetType = UNSET
    """Play: the card in the zone, which the played card replaces."""
    removed: CardId | UnsetType = UNSET
    """Use of an action card: the corner card to discard."""
    swapped: Annotated[tuple[CardId, ...], several(2, fewest=2)] | UnsetType = UNSET
    """Use of an action card: the cards in `zones`, which change places."""
