"""Schemas of tournaments and lists of them."""

from copy import copy
from typing import Any, get_args

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.creation import of_a_game
from service.contract.schemas.fields import (
    BodyBoolean,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.lists import CURSOR, list_cursor
from service.contract.structs import schema_of
from service.resources.entrants import NewEntrant
from service.resources.stages import NewPlacePoints, NewStage, PlacePoints, StageChange, TournamentStage
from service.tournament.plan import (
    LEAST_TABLE,
    MOST_ENTRANTS,
    MOST_GAMES,
    MOST_ROUNDS,
    MOST_STAGES,
    MOST_TABLE,
    DealSharing,
    TieBreak,
)
from service.tournament.types import Status

Json = dict[str, Any]

MOST_LISTED = 100
LONGEST_PAUSE_SECONDS = 7 * 24 * 3600
TOURNAMENTS = "t"
"""The first letter of cursors in the list of tournaments."""
MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?Z$"
USUAL_POINTS = "2: 12, 0. 3: 12, 6, 0. 4: 12, 8, 4, 0. 5: 12, 9, 6, 3, 0"
"""The default points in the words of the description; a test compares them with those of the plan."""


class NewTournament(RequestSchema, UnionByRuleset):
    """The plan of a new tournament. `updateTournament` can change some fields later."""

    name = own.name("The display name of the tournament.", required=True)
    ruleset = RulesetName(required=True)
    rules_version = of_a_game("rules_version")
    options = of_a_game("options")
    stages = fields.List(
        fields.Nested(schema_of(NewStage)),
        required=True,
        validate=Length(1, MOST_STAGES),
        metadata={"description": "The stages in order, such as groups and a knock-out."},
    )
    games = own.number(
        MOST_GAMES,
        "The number of games in each match; the seats rotate from game to game. Default: 1.",
        required=False,
        least=1,
    )
    deal = fields.String(
        validate=OneOf(get_args(DealSharing)),
        metadata={
            "description": "Which games share their random draws. `game`: none. `round`: games with the same number "
            "in all matches of a round, as in duplicate bridge. `match`: all games of a match. Hidden information "
            "stays hidden until the last of these games has ended. Rulesets with random draws reject `match` "
            "(`invalid_plan`), since players would see an opponent's hand in the other game (`deals` of "
            "`getRuleset`). Default: `game`."
        },
    )
    points = fields.List(
        fields.Nested(schema_of(NewPlacePoints)),
        validate=Length(1, MOST_TABLE - LEAST_TABLE + 1),
        metadata={
            "description": "Points for the places in one game, by table size. Tied entrants share the mean of their "
            "places. An omitted table size uses the scale of the nearest size given, the larger one of two. The "
            "first and last place keep their points. Places between are spaced evenly and rounded, halves up. "
            "Example: 10, 6, 3, 1 at tables of four makes 10, 5, 1 at tables of three. Default for all sizes: "
            f"{USUAL_POINTS}."
        },
    )
    bye_points = own.whole_points(
        "The points of a bye, for each game of a match. Default: the points of the first place at a full table of "
        "the first stage, 12 with the default points."
    )
    tie_breaks = fields.List(
        fields.String(validate=OneOf(get_args(TieBreak))),
        validate=Length(1, len(get_args(TieBreak))),
        metadata={
            "description": "Tie-breaks among entrants with equal points, in this order. `opponents`: the sum over "
            "all matches of the mean points of the other entrants at the table, counted over the whole stage. A "
            "bye counts like an opponent with the entrant's own points. `head_to_head`: points won at tables where "
            "the tied entrants have met, 0 unless all have met each other. `difference`: the sum over all games of "
            "the entrant's score less the mean score of the others at the table. `wins`: games won, alone or tied. "
            "`lots`: a random order from the seed, always the last. Default: all of them in this order."
        },
    )
    registration = fields.String(
        validate=OneOf(["organiser", "open", "code"]),
        metadata={
            "description": "Who can enter. `organiser`: only the organiser enters players. `open`: any player. "
            "`code`: players with the code that the organiser receives. Default: `organiser`."
        },
    )
    check_in = BodyBoolean(
        metadata={
            "description": "Whether players must confirm before the start that they take part (`checkInEntrant`); AI "
            "levels need not. Default: false."
        }
    )
    max_entrants = own.number(
        MOST_ENTRANTS, f"The maximum number of entrants. Default: {MOST_ENTRANTS}.", required=False, least=LEAST_TABLE
    )
    late_entries = BodyBoolean(
        metadata={
            "description": "Whether entrants may enter after the start, as `registration` permits, during a first "
            "stage of format `swiss` or `arena`. Default: false."
        }
    )
    late_points = own.whole_points("The points of a late entrant for each missed game. Default: 0.")
    no_show_limit = own.number(
        MOST_ROUNDS,
        "The number of no-shows in a row after which an entrant is withdrawn automatically. A no-show is a match "
        "with a missed decision in which the entrant never acted. 0: never. Default: 2.",
        required=False,
    )
    starts_at = fields.String(
        validate=Regexp(MOMENT),
        metadata={
            "description": "When the tournament starts automatically, in UTC (RFC 3339). Omitted: it starts with "
            "`startTournament`."
        },
    )
    next_round = fields.String(
        validate=OneOf(["automatic", "organiser"]),
        metadata={
            "description": "Whether the next round is seated automatically once each table has a result, or by "
            "`createRound`. Default: `automatic`."
        },
    )
    pause_seconds = own.number(
        LONGEST_PAUSE_SECONDS,
        "The seconds to wait before a round that is seated automatically. Default: 0.",
        required=False,
    )
    round_times = fields.List(
        fields.String(validate=Regexp(MOMENT)),
        validate=Length(max=MOST_ROUNDS * MOST_STAGES),
        metadata={
            "description": "The earliest start time of each automatic round, in order across all stages, in UTC (RFC "
            "3339). A round without a time starts after the previous round and the pause."
        },
    )
    rated = BodyBoolean(
        metadata={
            "description": "Whether the games change ratings, like other rated games. Only public tournaments can be "
            "rated (`rated_not_public`). Default: true if the tournament is public, else false."
        }
    )
    clock = of_a_game("clock")
    absence = of_a_game("absence")
    visibility = of_a_game("visibility")
    spectators = of_a_game("spectators")
    entrants = fields.List(
        fields.Nested(schema_of(NewEntrant)),
        validate=Length(0, MOST_ENTRANTS),
        metadata={
            "description": "The first entrants. `addEntrant` adds further ones, also those that do not fit into one "
            "request."
        },
    )

    @validates_schema
    def _fits(self, data: Json, **_: Any) -> None:
        _check_distinct(data, "tie_breaks", data.get("tie_breaks", []))
        _check_distinct(data, "points", [each.table_size for each in data.get("points", [])])


def _check_distinct(data: Json, name: str, values: list[Any]) -> None:
    """Raise ValidationError if a value occurs twice."""
    if name in data and len(set(values)) < len(values):
        raise ValidationError({name: ["Values must be distinct."]})


def of_a_plan(name: str) -> Any:
    """Return a field of the plan for a request or a response."""
    told = copy(NewTournament._declared_fields[name])  # noqa: SLF001  # the copy is marshmallow's own
    told.required = True
    return told


def _secret(description: str) -> fields.String:
    """Declare a secret of 32 bytes that is revealed later."""
    return fields.String(validate=Regexp("^[0-9a-f]{64}$"), metadata={"description": description})


class TournamentChange(RequestSchema):
    """New values of a tournament's plan. An omitted value stays as it is."""

    name = own.name("The new display name.")
    max_entrants = own.number(
        MOST_ENTRANTS,
        "The new maximum number of entrants, at least the present number.",
        required=False,
        least=LEAST_TABLE,
    )
    late_entries = BodyBoolean(metadata={"description": "Whether entrants may enter after the start."})
    no_show_limit = own.number(
        MOST_ROUNDS,
        "The new number of no-shows in a row after which an entrant is withdrawn; 0: never.",
        required=False,
    )
    starts_at = fields.String(
        validate=Regexp(f"^$|{MOMENT}"),
        metadata={
            "description": "The new time of the start in UTC (RFC 3339); allowed before the start only. Empty: the "
            "tournament starts with `startTournament`."
        },
    )
    next_round = fields.String(
        validate=OneOf(["automatic", "organiser"]),
        metadata={"description": "Whether the next rounds are seated automatically, or by `createRound`."},
    )
    pause_seconds = own.number(LONGEST_PAUSE_SECONDS, "The new pause between two rounds, in seconds.", required=False)
    round_times = fields.List(
        fields.String(validate=Regexp(MOMENT)),
        validate=Length(max=MOST_ROUNDS * MOST_STAGES),
        metadata={
            "description": "The new earliest start times of all rounds in order, in UTC (RFC 3339). Empty: none."
        },
    )
    stages = fields.List(
        fields.Nested(schema_of(StageChange)),
        validate=Length(1, MOST_STAGES),
        metadata={"description": "New lengths of stages that have not ended."},
    )
    clock = of_a_game("clock")
    absence = of_a_game("absence")
    reason = own.reason("The reason for the change, for the public log.")


class TournamentSummary(ResponseSchema):
    """The summary of a tournament."""

    tournament = own.tournament()
    version = own.version()
    name = own.name("The display name of the tournament.", required=True)
    ruleset = shared_fields.ruleset()
    rules_version = shared_fields.rules_version()
    status = own.status()
    organiser = shared_fields.player(
        "The id of the player who created the tournament. Omitted once the player has been deleted.", required=False
    )
    created_at = shared_fields.moment("When the tournament was created, in UTC.")
    entrants = own.number(MOST_ENTRANTS, "The number of entrants that have not withdrawn.")
    rounds = own.number(shared_fields.HIGHEST_VERSION, "The number of rounds that have started.")
    stage = own.stage(required=False)


class Seating(ResponseSchema):
    """The progress of a round that is being created."""

    round = own.number(shared_fields.HIGHEST_VERSION, "The number of the round, from 1.", least=1)
    games_created = own.number(
        shared_fields.HIGHEST_VERSION, "The number of games of the round that have been created."
    )
    games = own.number(shared_fields.HIGHEST_VERSION, "The total number of games of the round.", least=1)


class Tournament(TournamentSummary, UnionByRuleset):
    """A tournament: its plan and its progress."""

    ruleset = RulesetName(required=True)
    options = shared_fields.options()
    stages = fields.List(
        fields.Nested(schema_of(TournamentStage)), required=True, metadata={"description": "The stages in order."}
    )
    games = of_a_plan("games")
    deal = of_a_plan("deal")
    points = fields.List(
        fields.Nested(schema_of(PlacePoints)),
        required=True,
        metadata={
            "description": "The points for the places in one game, by table size. Tied entrants share the mean of "
            "their places."
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
    starts_at = shared_fields.moment(
        "When the tournament starts automatically, in UTC. Omitted: it starts with `startTournament`.", required=False
    )
    next_round = of_a_plan("next_round")
    pause_seconds = of_a_plan("pause_seconds")
    round_times = fields.List(
        shared_fields.moment("A time in UTC."),
        metadata={"description": "The earliest start times of the rounds, in order. Omitted if there are none."},
    )
    rated = shared_fields.rated()
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    commitment = shared_fields.digits("The SHA-256 of `seed`, published when the tournament is created.")
    seed = _secret(
        "The seed of all random pairings, which makes each pairing reproducible. Omitted until registration has closed."
    )
    deal_commitment = shared_fields.digits("The SHA-256 of `deal_secret`, published when the tournament is created.")
    deal_secret = _secret(
        "The secret that determines the seeds of all games. Omitted until the tournament is over, and always if a "
        "match was decided before its games had ended."
    )
    seating = fields.Nested(
        Seating,
        metadata={
            "description": "Progress of the round that is being created. The round is listed once all its games exist. "
            "Omitted while no round is being created."
        },
    )
    code = fields.String(
        metadata={"description": "The code that players need to enter; returned to the organiser only."}
    )


class TournamentPage(ResponseSchema):
    """A page of tournaments, newest first."""

    tournaments = fields.List(
        fields.Nested(TournamentSummary), required=True, metadata={"description": "The tournaments, newest first."}
    )
    next_cursor = list_cursor(TOURNAMENTS, "Send it as `cursor` to get the next page. Omitted on the last page.")


class TournamentQuery(RequestSchema):
    """Query parameters of a list of tournaments."""

    status = fields.String(
        validate=OneOf(get_args(Status)), metadata={"description": "Return only tournaments with this status."}
    )
    cursor = list_cursor(TOURNAMENTS, CURSOR)
    limit = QueryInteger(
        load_default=20,
        validate=Range(1, MOST_LISTED),
        metadata={"description": "The maximum number of tournaments on a page."},
    )


class ReasonBody(RequestSchema):
    """The reason for an action of the organiser. The body may be omitted."""

    reason = own.reason("The reason, for the public log. Omitted: none.")
