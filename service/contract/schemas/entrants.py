"""Entrants of a tournament."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.creation import LONGEST_CODE
from service.contract.schemas.fields import RequestSchema, ResponseSchema
from service.tournament.plan import MOST_POINTS

HIGHEST_RATING = 10_000


class EntrantMembers:
    """Who is to take part."""

    name = own.name(
        "What the entrant is called; if absent as the player, or after the AI level, with a number from the second on. "
        "No two levels are called the same."
    )
    player = shared_fields.player("The player; instead of `level`.", required=False)
    level = shared_fields.level("One of the ruleset's AI levels; instead of `player`.")
    rating = own.number(HIGHEST_RATING, "By which entrants are seeded, the highest first; 0 if absent.", required=False)


class NewEntrant(EntrantMembers, RequestSchema):
    """Who is to take part: a player or an AI level."""

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if ("player" in data) == ("level" in data):
            raise ValidationError("Either `player` or `level` is needed.")


class EntrantBody(EntrantMembers, RequestSchema):
    """Who enters: the caller, or, where the organiser asks, a player or an AI level. May be left out."""

    code = fields.String(
        validate=Length(1, LONGEST_CODE),
        metadata={"description": "Where players enter by a code: the one that the organiser has passed on."},
    )
    points = own.whole_points(
        "What a late entrant begins with, if the organiser says so; `late_points` for each game missed if absent."
    )
    reason = own.reason("Why, for the log, which everybody can read.")

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if "player" in data and "level" in data:
            raise ValidationError("Either `player` or `level`, or neither for the caller.")


class EntrantPenalty(ResponseSchema):
    """Points that an entrant loses in a stage."""

    stage = own.stage()
    points = own.number(MOST_POINTS, "The points lost, in whole points.", least=1)
    reason = own.reason("Why.", required=True, least=0)


class Entrant(ResponseSchema):
    """Somebody who takes part."""

    entrant = own.entrant()
    name = own.name("What the entrant is called.", required=True)
    kind = fields.String(
        required=True,
        validate=OneOf(["player", "level"]),
        metadata={"description": "Whether it is a player or an AI level."},
    )
    player = shared_fields.player("The player; of a player who has not been deleted only.", required=False)
    bot = shared_fields.bot()
    deleted = fields.Boolean(
        metadata={
            "description": "True if the player has been deleted (`deleteMe`): the name is `Deleted player` and a "
            "number, and the entrant has withdrawn. Omitted otherwise."
        }
    )
    level = fields.String(metadata={"description": "The AI level; of a level only."})
    rating = own.number(HIGHEST_RATING, "By which entrants are seeded; 0 if none was given.")
    points = own.points("What a late entrant began with; 0 of all others.")
    checked_in = fields.Boolean(
        required=True, metadata={"description": "Whether the entrant has said to be there (`checkInEntrant`)."}
    )
    withdrawn = fields.Boolean(required=True, metadata={"description": "Whether the entrant is in no further round."})
    disqualified = fields.Boolean(
        metadata={
            "description": "True if the organiser disqualified the entrant, who is placed behind all others of the "
            "stage. Omitted: false."
        }
    )
    penalties = fields.List(
        fields.Nested(EntrantPenalty), metadata={"description": "The point penalties, by stage. Omitted: none."}
    )
    entered_at = shared_fields.moment("When the entrant entered, UTC.")


class EntrantList(ResponseSchema):
    """All who take part in a tournament, withdrawn ones included."""

    tournament = own.tournament()
    version = own.version()
    entrants = fields.List(
        fields.Nested(Entrant), required=True, metadata={"description": "In the order in which they entered."}
    )


class Withdrawal(RequestSchema):
    """Why an entrant withdraws; may be left out."""

    reason = own.reason("Why, for the log, which everybody can read.")


class Disqualification(RequestSchema):
    """Why an entrant is disqualified."""

    reason = own.reason("Why, for the log, which everybody can read.", required=True)


class NewPenalty(RequestSchema):
    """The points that an entrant loses."""

    points = own.number(
        MOST_POINTS, "The points lost in the present stage, in whole points, in place of any before. 0: no penalty."
    )
    reason = own.reason("Why, for the log, which everybody can read.", required=True)


class Reentry(RequestSchema):
    """Why an entrant takes part again; may be omitted."""

    reason = own.reason("Why, for the log, which everybody can read.")
