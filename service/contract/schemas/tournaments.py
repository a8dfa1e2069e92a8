"""Tournaments: what is stated of one, and lists of them."""

from copy import copy
from typing import Any, get_args

from marshmallow import ValidationError, fields, validates_schema
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.creation import of_a_game
from service.contract.schemas.entrants import NewEntrant
from service.contract.schemas.fields import (
    BodyBoolean,
    QueryInteger,
    RequestSchema,
    ResponseSchema,
    RulesetName,
    UnionByRuleset,
)
from service.contract.schemas.lists import CURSOR, list_cursor
from service.contract.schemas.stages import NewPlacePoints, NewStage, PlacePoints, StageChange, TournamentStage
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
from service.tournament.state import Status

Json = dict[str, Any]

MOST_LISTED = 100
LONGEST_PAUSE_SECONDS = 7 * 24 * 3600
TOURNAMENTS = "t"
"""The first letter of positions in the list of tournaments."""
MOMENT = "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,6})?Z$"
USUAL_POINTS = "2: 12, 0. 3: 12, 6, 0. 4: 12, 8, 4, 0. 5: 12, 9, 6, 3, 0"
"""In the form of the description; a test compares them with the plan's."""


class NewTournament(RequestSchema, UnionByRuleset):
    """What a tournament is to be. `updateTournament` changes some of it later."""

    name = own.name("What the tournament is called.", required=True)
    ruleset = RulesetName(required=True)
    rules_version = of_a_game("rules_version")
    options = of_a_game("options")
    stages = fields.List(
        fields.Nested(NewStage),
        required=True,
        validate=Length(1, MOST_STAGES),
        metadata={"description": "One after the other: groups, then a knock-out."},
    )
    games = own.number(
        MOST_GAMES,
        "How many games each match has; the seats rotate from one to the next. 1 if absent.",
        required=False,
        least=1,
    )
    deal = fields.String(
        validate=OneOf(get_args(DealSharing)),
        metadata={
            "description": "Which games share a deal: `game`, none; `round`, those of the same number in each match "
            "of a round, as in duplicate bridge; `match`, those of a match. What is hidden of them stays closed until "
            "the last has ended. `match` is rejected (`invalid_plan`) where anything is dealt or drawn: each player "
            "would "
            "see the hand of an opponent in the other game (`deals` of `getRuleset`). Default: `game`."
        },
    )
    points = fields.List(
        fields.Nested(NewPlacePoints),
        validate=Length(1, MOST_TABLE - LEAST_TABLE + 1),
        metadata={
            "description": "Points for the places in one game, by table size. Tied entrants share the mean of their "
            "places. A table size that is omitted uses the scale of the nearest size given, the larger one of two: the "
            "first and last place keep their points, the places between are spaced evenly and rounded, halves up. "
            "Example: 10, 6, 3, 1 at tables of four makes 10, 5, 1 at tables of three. Default for all sizes: "
            f"{USUAL_POINTS}."
        },
    )
    bye_points = own.whole_points(
        "Points of a bye, for each game of a match. Default: the points of the first place at a full table of the "
        "first stage, 12 with the default points."
    )
    tie_breaks = fields.List(
        fields.String(validate=OneOf(get_args(TieBreak))),
        validate=Length(1, len(get_args(TieBreak))),
        metadata={
            "description": "Tie-breaks among entrants with equal points, in this order. `opponents`: the sum over all "
            "matches of the mean points of the others at the table, won in the whole stage; a bye counts like an "
            "opponent with the entrant's own points. `head_to_head`: points won at tables where the tied have met, 0 "
            "unless each has met each other. `difference`: the sum over all games of the own score less the mean score "
            "of the others at the table. `wins`: games won, alone or tied. `lots`: an order drawn from the seed, "
            "always the last. Default: all of them in this order."
        },
    )
    registration = fields.String(
        validate=OneOf(["organiser", "open", "code"]),
        metadata={
            "description": "Who enters somebody: the organiser alone, each player for himself, or each who knows the "
            "code that the organiser is told. `organiser` if absent."
        },
    )
    check_in = BodyBoolean(
        metadata={
            "description": "Whether only those players take part who say before the start that they are there "
            "(`checkInEntrant`); AI levels are."
        }
    )
    max_entrants = own.number(
        MOST_ENTRANTS, f"How many entrants there may be; {MOST_ENTRANTS} if absent.", required=False, least=LEAST_TABLE
    )
    late_entries = BodyBoolean(
        metadata={
            "description": "Whether somebody may enter once it has begun, by whom `registration` says; where the first "
            "stage is `swiss` or `arena`, and while it lasts. No if absent."
        }
    )
    late_points = own.whole_points("What a late entrant is given for each game that is missed; 0 if absent.")
    no_show_limit = own.number(
        MOST_ROUNDS,
        "After how many no-shows in a row an entrant is withdrawn automatically. A no-show is a match with a missed "
        "decision in which the entrant never acted. 0: never. Default: 2.",
        required=False,
    )
    starts_at = fields.String(
        validate=Regexp(MOMENT),
        metadata={"description": "When it begins by itself, UTC (RFC 3339); by `startTournament` alone if absent."},
    )
    next_round = fields.String(
        validate=OneOf(["automatic", "organiser"]),
        metadata={
            "description": "Whether the next round is seated automatically once each table has a result, or by "
            "`createRound`. Default: `automatic`."
        },
    )
    pause_seconds = own.number(
        LONGEST_PAUSE_SECONDS, "How long to wait before a round that comes by itself; 0 if absent.", required=False
    )
    round_times = fields.List(
        fields.String(validate=Regexp(MOMENT)),
        validate=Length(max=MOST_ROUNDS * MOST_STAGES),
        metadata={
            "description": "Before when each round, from the first on and through all stages, does not begin by "
            "itself, UTC (RFC 3339); rounds without a time begin once the one before is closed and the pause over."
        },
    )
    rated = BodyBoolean(
        metadata={
            "description": "Whether the results of its games count, as of other rated games. Only public tournaments "
            "can be rated (`rated_not_public`). Default: true if the tournament is public, else false."
        }
    )
    clock = of_a_game("clock")
    absence = of_a_game("absence")
    visibility = of_a_game("visibility")
    spectators = of_a_game("spectators")
    entrants = fields.List(
        fields.Nested(NewEntrant),
        validate=Length(0, MOST_ENTRANTS),
        metadata={
            "description": "Who takes part from the beginning; others enter by `addEntrant`, as do those whom one "
            "body has no room for."
        },
    )

    @validates_schema
    def _fits(self, data: Json, **_: Any) -> None:
        _check_distinct(data, "tie_breaks", data.get("tie_breaks", []))
        _check_distinct(data, "points", [each["table_size"] for each in data.get("points", [])])


def _check_distinct(data: Json, name: str, values: list[Any]) -> None:
    """Raise ValidationError for something that is named twice."""
    if name in data and len(set(values)) < len(values):
        raise ValidationError({name: ["Each is named once."]})


def of_a_plan(name: str) -> Any:
    """Declare a member as it was stated, or as it is where nothing was."""
    told = copy(NewTournament._declared_fields[name])  # noqa: SLF001  # the copy is marshmallow's own
    told.required = True
    return told


def _secret(description: str) -> fields.String:
    """Declare 32 bytes in hexadecimal digits that are told in the end."""
    return fields.String(validate=Regexp("^[0-9a-f]{64}$"), metadata={"description": description})


class TournamentChange(RequestSchema):
    """New values of a tournament. An omitted value stays as it is."""

    name = own.name("The new name.")
    max_entrants = own.number(
        MOST_ENTRANTS, "The new limit of entrants, no lower than have entered.", required=False, least=LEAST_TABLE
    )
    late_entries = BodyBoolean(metadata={"description": "Whether entrants may enter after the start."})
    no_show_limit = own.number(MOST_ROUNDS, "The new limit of no-shows in a row; 0: none.", required=False)
    starts_at = fields.String(
        validate=Regexp(f"^$|{MOMENT}"),
        metadata={
            "description": "The new time of the start, UTC (RFC 3339), before the start only. Empty: by "
            "`startTournament` alone."
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
            "description": "The new earliest start times of all rounds, from the first on, UTC (RFC 3339). Empty: none."
        },
    )
    stages = fields.List(
        fields.Nested(StageChange),
        validate=Length(1, MOST_STAGES),
        metadata={"description": "New lengths of stages that are not over: more rounds, or fewer."},
    )
    clock = of_a_game("clock")
    absence = of_a_game("absence")
    reason = own.reason("Why, for the log, which everybody can read.")


class TournamentSummary(ResponseSchema):
    """A tournament in brief."""

    tournament = own.tournament()
    version = own.version()
    name = own.name("What the tournament is called.", required=True)
    ruleset = shared_fields.ruleset()
    rules_version = shared_fields.rules_version()
    status = own.status()
    organiser = shared_fields.player(
        "The player who has created it; omitted once the player has been deleted.", required=False
    )
    created_at = shared_fields.moment("When it was created, UTC.")
    entrants = own.number(MOST_ENTRANTS, "How many have entered and not withdrawn.")
    rounds = own.number(shared_fields.HIGHEST_VERSION, "How many rounds have begun.")
    stage = own.stage(required=False)


class Seating(ResponseSchema):
    """How far the creation of a round has come."""

    round = own.number(shared_fields.HIGHEST_VERSION, "The number of the round, from 1.", least=1)
    games_created = own.number(shared_fields.HIGHEST_VERSION, "How many games of the round have been created so far.")
    games = own.number(shared_fields.HIGHEST_VERSION, "How many games the round has in all.", least=1)


class Tournament(TournamentSummary, UnionByRuleset):
    """A tournament: all that is stated of it, and how far it has come."""

    ruleset = RulesetName(required=True)
    options = shared_fields.options()
    stages = fields.List(fields.Nested(TournamentStage), required=True, metadata={"description": "In order."})
    games = of_a_plan("games")
    deal = of_a_plan("deal")
    points = fields.List(
        fields.Nested(PlacePoints),
        required=True,
        metadata={"description": "What the places are worth, by size of the table; those who tie share the mean."},
    )
    bye_points = of_a_plan("bye_points")
    tie_breaks = of_a_plan("tie_breaks")
    registration = of_a_plan("registration")
    check_in = of_a_plan("check_in")
    max_entrants = of_a_plan("max_entrants")
    late_entries = of_a_plan("late_entries")
    late_points = of_a_plan("late_points")
    no_show_limit = of_a_plan("no_show_limit")
    starts_at = shared_fields.moment("When it begins by itself, UTC; absent where it does not.", required=False)
    next_round = of_a_plan("next_round")
    pause_seconds = of_a_plan("pause_seconds")
    round_times = fields.List(
        shared_fields.moment("UTC."),
        metadata={"description": "Before when each round does not begin by itself; absent where none has a time."},
    )
    rated = shared_fields.rated()
    clock = shared_fields.clock()
    absence = shared_fields.absence()
    visibility = shared_fields.visibility()
    spectators = shared_fields.spectators()
    commitment = shared_fields.digits("SHA-256 of the seed of all its lots.")
    seed = _secret("The seed of all its lots, from which each pairing follows; once registration is closed.")
    deal_commitment = shared_fields.digits("SHA-256 of what the dice of all its games follow from.")
    deal_secret = _secret(
        "What the dice of all its games follow from; once it is over, and unless a match was decided before its games "
        "had ended."
    )
    seating = fields.Nested(
        Seating,
        metadata={
            "description": "Progress of the round that is being created. The round is listed once all its games exist. "
            "Omitted while no round is being created."
        },
    )
    code = fields.String(metadata={"description": "By which players enter: told to the organiser, and to nobody else."})


class TournamentPage(ResponseSchema):
    """A stretch of the list of tournaments, newest first."""

    tournaments = fields.List(
        fields.Nested(TournamentSummary), required=True, metadata={"description": "Newest first."}
    )
    next_cursor = list_cursor(TOURNAMENTS, "Send it as `cursor` to get the next page. Omitted on the last page.")


class TournamentQuery(RequestSchema):
    """Which tournaments are listed."""

    status = fields.String(
        validate=OneOf(get_args(Status)), metadata={"description": "Only tournaments that have come so far."}
    )
    cursor = list_cursor(TOURNAMENTS, CURSOR)
    limit = QueryInteger(
        load_default=20, validate=Range(1, MOST_LISTED), metadata={"description": "How many tournaments at most."}
    )


class ReasonBody(RequestSchema):
    """Why the organiser does something; may be left out."""

    reason = own.reason("Why, for the log, which everybody can read.")
