"""Who may do what in a tournament: the right that each operation needs, and the rights that players have.

The organiser has all rights. A player of the staff has those of `HELD`.
"""

from collections.abc import Mapping
from typing import Literal

from service.tournaments.rules.staff_events import StaffRight

Right = Literal["staff", "organise", "referee", "assist"]
"""`staff` changes the staff, and is the organiser's alone."""

ALL_RIGHTS: tuple[Right, ...] = ("staff", "organise", "referee", "assist")
HELD: Mapping[StaffRight, tuple[Right, ...]] = {
    "organise": ("organise", "referee", "assist"),
    "referee": ("referee",),
    "assist": ("assist",),
}
"""The rights of the staff. A referee does not assist: the PINs of guests would show the referee their hands."""
NEEDED: Mapping[str, Right] = {
    "updateTournament": "organise",
    "updateTournament.staff": "staff",
    "startTournament": "organise",
    "pauseTournament": "organise",
    "resumeTournament": "organise",
    "cancelTournament": "organise",
    "previewPairings": "organise",
    "createRound": "organise",
    "deleteRound": "referee",
    "setMatchResult": "referee",
    "deleteMatchResult": "referee",
    "challengeEntrant": "assist",
    "chooseSeat": "referee",
    "addEntrant": "assist",
    "addEntrant.points": "organise",
    "addEntrants": "assist",
    "checkInEntrant": "assist",
    "withdrawEntrant": "referee",
    "reenterEntrant": "referee",
    "reenterEntrant.player": "organise",
    "disqualifyEntrant": "referee",
    "setPenalty": "referee",
    "setLineup": "referee",
    "addClaimStep": "referee",
    "createTournamentWebhook": "organise",
    "deleteTournamentWebhook": "organise",
    "listTournamentWebhooks": "organise",
    "listTournamentDeliveries": "organise",
    "redeliverTournamentWebhook": "organise",
    "resumeTournamentWebhook": "organise",
    "rotateTournamentWebhookSecret": "organise",
}
"""The right that each operation needs, by operation id. A name after a dot is a field of the request."""
