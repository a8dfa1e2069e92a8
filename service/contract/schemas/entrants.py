"""Schemas of entrants."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import RequestSchema, ResponseSchema
from service.resources.seats import LONGEST_CODE
from service.tournament.plan import MOST_POINTS

HIGHEST_RATING = 10_000


class EntrantMembers:
    """Fields of an entrant."""

    name = own.name(
        "The display name of the entrant. Default: the name of the player or AI level, with a number from the second "
        "entrant of a level on. Names of AI levels are distinct."
    )
    player = shared_fields.player("The id of the player. Send either `player` or `level`.", required=False)
    level = shared_fields.level("The name of one of the ruleset's AI levels. Send either `level` or `player`.")
    rating = own.number(
        HIGHEST_RATING, "The rating for seeding; the highest is seeded first. Default: 0.", required=False
    )


class NewEntrant(EntrantMembers, RequestSchema):
    """A player or an AI level to enter."""

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if ("player" in data) == ("level" in data):
            raise ValidationError("Either `player` or `level` is needed.")


class EntrantBody(EntrantMembers, RequestSchema):
    """The entrant to add: the caller, or a player or AI level that the organiser enters. The body may be omitted."""

    code = fields.String(
        validate=Length(1, LONGEST_CODE),
        metadata={"description": "The code that the organiser has passed on. Required if `registration` is `code`."},
    )
    points = own.whole_points(
        "The initial points of a late entrant; only the organiser may set them. Default: `late_points` for each "
        "missed game."
    )
    reason = own.reason("The reason, for the public log. Omitted: none.")

    @validates_schema
    def _fits(self, data: dict[str, Any], **_: Any) -> None:
        if "player" in data and "level" in data:
            raise ValidationError("Send either `player` or `level`, or neither for the caller.")


class EntrantPenalty(ResponseSchema):
    """The points that an entrant loses in a stage."""

    stage = own.stage()
    points = own.number(MOST_POINTS, "The lost points, in whole points.", least=1)
    reason = own.reason("The reason that the organiser gave.", required=True, least=0)


class Entrant(ResponseSchema):
    """An entrant of a tournament."""

    entrant = own.entrant()
    name = own.name("The display name of the entrant.", required=True)
    kind = fields.String(
        required=True,
        validate=OneOf(["player", "level"]),
        metadata={"description": "Whether the entrant is a player or an AI level."},
    )
    player = shared_fields.player(
        "The id of the player. Omitted for AI levels and for deleted players.", required=False
    )
    bot = shared_fields.bot()
    deleted = fields.Boolean(
        metadata={
            "description": "True if the player has been deleted (`deleteMe`). The name is then `Deleted player` and "
            "a number, and the entrant has withdrawn. Omitted otherwise."
        }
    )
    level = fields.String(metadata={"description": "The AI level. Omitted for players."})
    rating = own.number(HIGHEST_RATING, "The rating for seeding; 0 if none was set.")
    points = own.points("The initial points of a late entrant; 0 for all others.")
    checked_in = fields.Boolean(
        required=True, metadata={"description": "Whether the entrant has checked in (`checkInEntrant`)."}
    )
    withdrawn = fields.Boolean(
        required=True, metadata={"description": "Whether the entrant has withdrawn and plays no further rounds."}
    )
    disqualified = fields.Boolean(
        metadata={
            "description": "True if the organiser disqualified the entrant, who ranks below all others of the stage. "
            "Omitted otherwise."
        }
    )
    penalties = fields.List(
        fields.Nested(EntrantPenalty), metadata={"description": "The point penalties by stage. Omitted: none."}
    )
    entered_at = shared_fields.moment("When the entrant entered, in UTC.")


class EntrantList(ResponseSchema):
    """All entrants of a tournament, including withdrawn ones."""

    tournament = own.tournament()
    version = own.version()
    entrants = fields.List(
        fields.Nested(Entrant), required=True, metadata={"description": "The entrants in the order of entry."}
    )


class Withdrawal(RequestSchema):
    """The reason for a withdrawal. The body may be omitted."""

    reason = own.reason("The reason, for the public log. Omitted: none.")


class Disqualification(RequestSchema):
    """The reason for a disqualification."""

    reason = own.reason("The reason, for the public log.", required=True)


class NewPenalty(RequestSchema):
    """The penalty of an entrant."""

    points = own.number(
        MOST_POINTS,
        "The points lost in the current stage, in whole points. They replace an earlier penalty. 0: no penalty.",
    )
    reason = own.reason("The reason, for the public log.", required=True)


class Reentry(RequestSchema):
    """The reason for a re-entry. The body may be omitted."""

    reason = own.reason("The reason, for the public log. Omitted: none.")
