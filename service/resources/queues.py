"""Action queues: actions that the service submits for a seat once its decisions open."""

from typing import Annotated, Any

from msgspec import UNSET, Meta, UnsetType

from domain.fields import whole_text
from service.resources.base import (
    ACTION,
    HostedRuleset,
    OfRuleset,
    PartByRuleset,
    Request,
    Response,
    UnionByRuleset,
)
from service.resources.messages import DropReason
from service.resources.types import Count, GameId, GameVersion

MOST_QUEUED = 16
"""The maximum number of actions in a queue."""

DecisionKind = Annotated[
    str,
    whole_text(
        "^[a-z][a-z0-9_]*$",
        min_length=1,
        max_length=64,
        description="The only kind of decision that the action may answer: an id of the kind `decision` in the "
        "ruleset's `names`, as in `decision_kind` of the view. Omitted: any kind.",
    ),
]
LatestVersion = Annotated[
    Count, Meta(description="The latest version at which the decision may open. Omitted: any version.")
]
LastAction = Annotated[
    Any,
    OfRuleset("observed_type", "Observed"),
    Meta(
        description="The latest action of another seat must be equal to this one, in the form that the seat's log "
        "shows. Omitted: any action."
    ),
]


class ActionConditionRequest(Request, PartByRuleset, frozen=True):
    """Conditions on a decision. All of them must hold."""

    decision_kind: DecisionKind | UnsetType = UNSET
    latest_version: LatestVersion | UnsetType = UNSET
    last_action: LastAction | UnsetType = UNSET


class QueuedActionRequest(Request, PartByRuleset, frozen=True):
    """An action for a later decision."""

    action: Annotated[Any, ACTION]
    """The action. It need not be legal yet."""
    condition: ActionConditionRequest | UnsetType = UNSET
    """Conditions on the decision that the action answers. Omitted: the action answers the next decision."""


class ActionQueueRequest(Request, UnionByRuleset, frozen=True):
    """The actions that the service submits for the seat, one for each decision that opens."""

    ruleset: Annotated[str, HostedRuleset()]
    version: Count
    """The `version` of the view for which the actions were chosen. The first action answers the seat's first decision
    that opens after this version."""
    actions: Annotated[tuple[QueuedActionRequest, ...], Meta(min_length=0, max_length=MOST_QUEUED)]
    """The actions in their order. An empty list clears the queue."""


class ActionCondition(Response, PartByRuleset, frozen=True):
    """Conditions on a decision. All of them must hold."""

    decision_kind: DecisionKind | UnsetType = UNSET
    latest_version: LatestVersion | UnsetType = UNSET
    last_action: LastAction | UnsetType = UNSET


class QueuedAction(Response, PartByRuleset, frozen=True):
    """An action for a later decision."""

    action: Annotated[Any, ACTION]
    """The action."""
    condition: ActionCondition | UnsetType = UNSET
    """Conditions on the decision that the action answers. Omitted if there are none."""


class DroppedQueue(Response, frozen=True):
    """Why the service dropped the last queue of the seat."""

    version: GameVersion
    reason: DropReason
    code: str = ""
    """The code of the ruleset's rejection; present if `reason` is `illegal`."""


class ActionQueue(Response, UnionByRuleset, frozen=True):
    """The queued actions of a seat. Only the caller of the seat can see them."""

    ruleset: Annotated[str, HostedRuleset()]
    game_id: GameId
    version: GameVersion
    actions: tuple[QueuedAction, ...]
    """The actions that wait, in their order. Empty without a queue."""
    dropped: DroppedQueue | UnsetType = UNSET
    """Why the last queue was dropped. Omitted if it was not, and once the seat has set another queue."""
