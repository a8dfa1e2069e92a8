"""Schemas of tournament records; `service.tournament.record` creates the records.

Points are counted in sixtieths, except those of the plan. All fields of the plan are present.
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
    """The complete plan of a tournament, including fields that its formats do not use."""

    name = of_a_plan("name")
    ruleset = RulesetName(required=True)
    rules_version = shared_fields.rules_version()
    options = shared_fields.options()
    terms = fields.Raw(  # of a mapping of anything not every generator makes something that compiles
        required=True,
        metadata={
            "description": "The terms of the games, such as `rated` and `clock` of `getTournament`. Their content is "
            "not part of this contract."
        },
    )
    stages = fields.List(
        fields.Nested(TournamentStage), required=True, metadata={"description": "The stages in order."}
    )
    games = of_a_plan("games")
    deal = of_a_plan("deal")
    points = fields.Dict(
        keys=fields.String(),
        values=fields.List(BodyInteger(validate=Range(0, MOST_POINTS))),
        required=True,
        metadata={
            "description": "The points of each place, from the first. The keys are table sizes as decimal digits."
        },
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
        metadata={"description": "The planned time of the automatic start in UTC (RFC 3339). Empty: none."},
    )
    next_round = of_a_plan("next_round")
    pause_seconds = of_a_plan("pause_seconds")
    round_times = fields.List(
        fields.String(validate=Regexp(MOMENT)),
        required=True,
        metadata={"description": "The earliest start times of the rounds in order, in UTC (RFC 3339)."},
    )


class RecordedPlanChange(PlanChangeFields, ResponseSchema):
    """The changed values of a plan. Omitted values stayed unchanged."""

    terms = fields.Raw(
        metadata={
            "description": "The changed terms of games that were not yet created. Their content is not part of this "
            "contract. Omitted: none."
        }
    )


class RecordedTournamentEvent(EventMembers, ResponseSchema):
    """A log entry as in `listTournamentEvents`, with its hash and with points in sixtieths."""

    by = shared_fields.alias("The player who caused the entry. Omitted if it was the service.", required=False)
    player = shared_fields.alias("The player who entered. Omitted in other entries.", required=False)
    name = shared_fields.words("The name of an AI level that entered. Records contain no names of players.", shortest=0)
    points = own.number(
        shared_fields.HIGHEST_VERSION,
        "The initial points of a late entrant, in sixtieths. Omitted in other entries.",
        required=False,
    )
    change = fields.Nested(
        RecordedPlanChange, metadata={"description": "The changed values of the plan. Omitted in other entries."}
    )
    hash = shared_fields.digits("The SHA-256 of the previous hash and this entry.")


class RecordedStanding(ResponseSchema):
    """The final standing of an entrant."""

    place = own.number(MOST_ENTRANTS, "The place, from 1. Places are distinct.", least=1)
    entrant = own.entrant()
    points = own.number(shared_fields.HIGHEST_VERSION, "The points in the last stage of the entrant, in sixtieths.")
    tie_breaks = fields.List(
        fields.String(validate=Regexp("^-?[0-9]+(/[0-9]+)?$")),
        required=True,
        metadata={
            "description": "The tie-breaks in the order of the plan, the random order last. Values are integers or "
            "fractions such as `7/2`."
        },
    )
    played = own.number(shared_fields.HIGHEST_VERSION, "The number of games that counted.")
    wins = own.number(shared_fields.HIGHEST_VERSION, "The number of games won, alone or tied.")
    byes = own.number(shared_fields.HIGHEST_VERSION, "The number of rounds in which the entrant had a bye.")
    withdrawn = fields.Boolean(required=True, metadata={"description": "Whether the entrant had withdrawn."})
    disqualified = fields.Boolean(
        required=True, metadata={"description": "Whether the entrant was disqualified and ranks below all others."}
    )
    penalty = own.number(MOST_POINTS, "The points of a penalty, in whole points; 0 without a penalty.")


class TournamentRecord(ResponseSchema):
    """The record of a tournament as canonical JSON (RFC 8785), with a chain of hashes.

    The record makes all pairings verifiable. All points but those of the plan are in sixtieths. The hashes are computed
    as in `GameRecord`. The first entry is the head: all fields but `log`, `standings` and `hash`. Each event and
    `standings` follow; the hash of `standings` is the `hash` of the record.
    """

    format = fields.String(
        required=True, validate=OneOf([FORMAT]), metadata={"description": "The name of the record format."}
    )
    format_version = BodyInteger(
        required=True,
        validate=Range(FORMAT_VERSION, FORMAT_VERSION),
        metadata={"description": "The version of the record format."},
    )
    tournament_id = own.tournament()
    created_at = shared_fields.moment("When the tournament was created, in UTC.")
    plan = fields.Nested(RecordedPlan, required=True, metadata={"description": "The complete plan."})
    commitment = shared_fields.digits("The SHA-256 of `seed`, published when the tournament was created.")
    seed = shared_fields.digits("The seed of all random pairings, which makes each pairing reproducible.")
    deal_commitment = shared_fields.digits("The SHA-256 of `deal_secret`, published when the tournament was created.")
    deal_secret = shared_fields.digits("The secret that determines the seeds of all games.")
    log = fields.List(
        fields.Nested(RecordedTournamentEvent), required=True, metadata={"description": "All events, in order."}
    )
    standings = fields.List(
        fields.Nested(RecordedStanding), required=True, metadata={"description": "The final standings, best first."}
    )
    hash = shared_fields.digits(
        "The SHA-256 of the last event's hash and the standings. It covers the whole tournament."
    )
