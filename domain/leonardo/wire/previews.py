"""What an action would cost and bring (13.2), as arguments for its sentence."""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from domain.fields import several
from domain.leonardo.wire.actions import Kind, Yes


class Preview(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an action would cost and bring. Fields that do not apply are omitted."""

    change: int | UnsetType = UNSET
    """The florins to gain, or to pay (negative). Omitted for 0. Council space: the florins that lie at the Council."""
    component: Kind | UnsetType = UNSET
    """Turn in an area: the component to take."""
    apprentice: Yes | UnsetType = UNSET
    """Turn in the Academy: true, since the player takes an apprentice. Omitted otherwise."""
    weeks: int = 0
    """Declaration of work: the number of weeks of work to lose. Default: 0."""
    laid: Annotated[tuple[Kind, ...], several(12)] | UnsetType = UNSET
    """Declaration of work: the components to lay, with repetitions. Omitted if no work starts."""
    returned: Annotated[tuple[Kind, ...], several(12)] | UnsetType = UNSET
    """Declaration of work: the components of abandoned work, with repetitions. Omitted if no work is abandoned."""
