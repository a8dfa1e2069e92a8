"""Records of tournaments; `service.tournament.record` says how they are made.

Unlike what is shown of a tournament that goes on, they count points in sixtieths and leave out nothing that was stated.
"""

from marshmallow import fields
from marshmallow.validate import OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyInteger, ResponseSchema, RulesetName, UnionByRuleset
from service.contract.schemas.stages import TournamentStage
from service.contract.schemas.tournament_events import EventMembers, PlanChangeFields
from service.contract.schemas.tournaments import MOMENT, of_a_plan
from service.tournament.plan import MOST_ENTRANTS, MOST_POINTS
from service.tournament.record import FORMAT, FORMAT_VERSION


class RecordedPlan(ResponseSchema, UnionByRuleset):
    """What was stated of a tournament, whole: also what says nothing in its formats."""

    name = of_a_plan("name")
    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    options = shared_fields.options()
    terms = fields.Raw(  # of a mapping of anything not every generator makes something that compiles
        required=True,
        metadata={
            "description": "On what terms its games were played. What is in it is no part of this contract: the "
            "service's own words for what `getTournament` shows as `rated`, `clock` and so on."
        },
    )
    stages = fields.List(fields.Nested(TournamentStage), required=True, metadata={"description": "In order."})
    games = of_a_plan("games")
    deal = of_a_plan("deal")
    points = fields.Dict(
        keys=fields.String(),
        values=fields.List(BodyInteger(validate=Range(0, MOST_POINTS))),
        required=True,
        metadata={"description": "By size of the table, in digits: what the places are worth, from the first."},
    )
    bye_points = of_a_plan("bye_points")
    tie_breaks = of_a_plan("tie_breaks")
    registration = of_a_plan("registration")
    check_in = of_a_plan("check_in")
    max_entrants = of_a_plan("max_entrants")
    late_entries = of_a_plan("late_entries")
    late_points = of_a_plan("late_points")
    no_show_limit = of_a_plan("no_show_limit")
    starts_at = fields.String(
        required=True,
        validate=Regexp(f"^$|{MOMENT}"),
        metadata={"description": "When it was to begin by itself, UTC (RFC 3339); empty where it was not."},
    )
    next_round = of_a_plan("next_round")
    pause_seconds = of_a_plan("pause_seconds")
    round_times = fields.List(
        fields.String(validate=Regexp(MOMENT)),
        required=True,
        metadata={"description": "Before when each round was not to begin by itself, UTC (RFC 3339)."},
    )


class RecordedPlanChange(PlanChangeFields, ResponseSchema):
    """The values of a plan that changed. An omitted value stays as it is."""

    terms = fields.Raw(
        metadata={
            "description": "The terms that changed of games still to be created. Their content is no part of this "
            "contract, as that of the plan's `terms`. Omitted: none changed."
        }
    )


class RecordedTournamentEvent(EventMembers, ResponseSchema):
    """An entry of the log, as `listTournamentEvents` gives it but for its points, and with its hash."""

    by = shared_fields.alias("Who did it; omitted of what the service does.", required=False)
    player = shared_fields.alias("Of a player who entered.", required=False)
    name = shared_fields.words("Of an AI level that entered; a record has no name of a player.", shortest=0)
    points = own.number(shared_fields.HIGHEST_VERSION, "Of a late entrant: the points given.", required=False)
    change = fields.Nested(RecordedPlanChange, metadata={"description": "Of a changed plan: the values that changed."})
    hash = shared_fields.digits("SHA-256 of the hash before it and this entry.")


class RecordedStanding(ResponseSchema):
    """Where one entrant stood in the end."""

    place = own.number(MOST_ENTRANTS, "From 1; no two share one.", least=1)
    entrant = own.entrant()
    points = own.number(shared_fields.HIGHEST_VERSION, "Of the last stage that the entrant was in.")
    tie_breaks = fields.List(
        fields.String(validate=Regexp("^-?[0-9]+(/[0-9]+)?$")),
        required=True,
        metadata={
            "description": "What was compared where points were equal, in the order of the plan, lots last: whole "
            "numbers and fractions, as in `7/2`."
        },
    )
    played = own.number(shared_fields.HIGHEST_VERSION, "How many games counted.")
    wins = own.number(shared_fields.HIGHEST_VERSION, "How many of these were won, alone or with others.")
    byes = own.number(shared_fields.HIGHEST_VERSION, "In how many rounds the entrant had a bye.")
    withdrawn = fields.Boolean(required=True, metadata={"description": "Whether the entrant had withdrawn."})
    disqualified = fields.Boolean(
        required=True, metadata={"description": "Whether the entrant was disqualified and stands behind all others."}
    )
    penalty = own.number(MOST_POINTS, "The points that a penalty took, in whole points; 0 without one.")


class TournamentRecord(ResponseSchema):
    """A tournament from which anybody can draw everything again: canonical JSON (RFC 8785), bound by a chain of hashes.

    All points but those of the plan are in sixtieths. The hashes are made as those of a `GameRecord`. The entries are
    the head, which is all but `log`, `standings` and `hash`; each event; and `standings`, whose hash is that of the
    record.
    """

    format = fields.String(required=True, validate=OneOf([FORMAT]))
    format_version = BodyInteger(
        required=True,
        validate=Range(FORMAT_VERSION, FORMAT_VERSION),
        metadata={"description": "Raised when the format changes."},
    )
    tournament_id = own.tournament()
    created_at = shared_fields.moment("When the tournament was created, UTC.")
    plan = fields.Nested(RecordedPlan, required=True, metadata={"description": "What was stated."})
    commitment = shared_fields.digits("SHA-256 of the seed; known since the creation.")
    seed = shared_fields.digits("The seed of all its lots, from which each pairing follows.")
    deal_commitment = shared_fields.digits("SHA-256 of the deal secret; known since the creation.")
    deal_secret = shared_fields.digits("What the dice of all its games follow from.")
    log = fields.List(
        fields.Nested(RecordedTournamentEvent), required=True, metadata={"description": "All events, in order."}
    )
    standings = fields.List(fields.Nested(RecordedStanding), required=True, metadata={"description": "The best first."})
    hash = shared_fields.digits("SHA-256 of the last event's hash and the standings: of the whole tournament.")
