"""The log of a tournament, and its record."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.events import MOST_WAIT_SECONDS
from service.contract.schemas.fields import BodyInteger, QueryInteger, RequestSchema, ResponseSchema
from service.contract.schemas.stages import MOST_MINUTES
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_GAMES, MOST_POINTS, MOST_ROUNDS

MOST_ENTRIES = 500
NUMBER = "^[0-9]{1,10}$"


def _after() -> fields.Integer:
    """Declare where a reader goes on."""
    return QueryInteger(
        load_default=0,
        validate=Range(0, shared_fields.HIGHEST_VERSION),
        metadata={"description": "Entries of higher numbers only."},
    )


class SeatedTable(ResponseSchema):
    """One table of a round, as it was seated."""

    table = own.table_number()
    entrants = own.entrants("In the seat order of the first game.")
    games = fields.List(
        fields.String(validate=Regexp("^[a-z0-9]{20}$")),
        required=True,
        validate=Length(1, MOST_GAMES),
        metadata={"description": "The ids of its games."},
    )
    group = own.group("The group of the stage; 0 if absent.", required=False)
    bracket = fields.String(
        validate=OneOf(["winners", "losers", "final"]), metadata={"description": "Of a double knock-out: the bracket."}
    )


class GameReplay(ResponseSchema):
    """A game that is played in place of one that a ruling had stopped."""

    game = own.number(MOST_GAMES - 1, "The number of the game in the match, from 0.")
    game_id = fields.String(
        required=True, validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": "The id of the new game."}
    )


class ChangedStage(ResponseSchema):
    """New lengths of one stage. An omitted value stays as it is."""

    stage = own.stage()
    rounds = own.number(MOST_ROUNDS, "Number of rounds of a Swiss.", required=False, least=1)
    minutes = own.number(MOST_MINUTES, "Minutes of an arena; 0: no limit.", required=False)
    matches = own.number(MOST_ROUNDS, "Matches of each entrant of an arena; 0: no limit.", required=False)


class PlanChangeFields:
    """The fields of a plan that may change."""

    name = own.name("The new name.")
    max_entrants = own.number(MOST_ENTRANTS, "The new limit of entrants.", required=False, least=LEAST_TABLE)
    late_entries = fields.Boolean(metadata={"description": "Whether entrants may enter after the start."})
    no_show_limit = own.number(MOST_ROUNDS, "The new limit of no-shows in a row; 0: none.", required=False)
    starts_at = fields.String(
        metadata={"description": "The new time of the start, UTC (RFC 3339); empty: the organiser starts it."}
    )
    next_round = fields.String(
        validate=OneOf(["automatic", "organiser"]), metadata={"description": "How the next rounds are seated."}
    )
    pause_seconds = own.number(
        shared_fields.HIGHEST_VERSION, "The new pause between two rounds, in seconds.", required=False
    )
    round_times = fields.List(
        fields.String(), metadata={"description": "The new earliest start times of the rounds, UTC (RFC 3339)."}
    )
    stages = fields.List(fields.Nested(ChangedStage), metadata={"description": "The stages with new lengths."})


class ChangedPlan(PlanChangeFields, ResponseSchema):
    """The values of a plan that changed. An omitted value stays as it is."""

    clock = shared_fields.clock()
    absence = shared_fields.absence()


class EventMembers:
    """What is told of an entry of a tournament's log, but for points."""

    number = own.number(shared_fields.HIGHEST_VERSION, "From 1, without gaps.", least=1)
    type = fields.String(
        required=True,
        validate=Regexp("^[a-z_]+$"),
        metadata={
            "description": "`entered`, `checked_in`, `withdrew`, `reentered`, `disqualified`, `penalised`: an entrant. "
            "`changed`: the plan. `postponed`: too few entrants at the time of the start. `started`: registration is "
            "closed, the seed is public. `stage_began`: a stage, with its groups. `paired`: a round is seated, and its "
            "games are created; `opened`: they are there. `taken_back`: the latest round is taken back. `finished`: a "
            "game has ended. `stopped`: a game was stopped. `ruled`, `ruling_withdrawn`: the organiser has set or "
            "withdrawn a result. `paused`, `resumed`, `cancelled`, `ended`: the whole tournament. More types may be "
            "added."
        },
    )
    at = shared_fields.moment("When it happened, UTC.")
    by = shared_fields.player(
        "Who did it; omitted of what the service does, and of a player who has been deleted.", required=False
    )
    reason = own.reason("Why, in the words of whoever did it.", least=0)
    entrant = own.entrant("Of an entrant: which one.", required=False)
    name = own.name("Of whoever entered; `Deleted player` and a number once the player has been deleted.")
    kind = fields.String(
        validate=OneOf(["player", "level"]), metadata={"description": "Of whoever entered: a player or an AI level."}
    )
    player = shared_fields.player("Of a player who entered; omitted once the player has been deleted.", required=False)
    bot = shared_fields.bot()
    level = fields.String(metadata={"description": "Of an AI level that entered."})
    rating = BodyInteger(
        validate=Range(0, shared_fields.HIGHEST_VERSION), metadata={"description": "Of whoever entered; 0 if absent."}
    )
    stage = own.stage(required=False)
    groups = fields.List(
        own.entrants("A group, in the order of seeding.", required=False),
        metadata={"description": "Of a stage: the entrants of each group, in the order of their seeding."},
    )
    round = own.round_number(required=False)
    tables = fields.List(fields.Nested(SeatedTable), metadata={"description": "Of a round that was seated."})
    byes = own.entrants("Of a round that was seated: who has a bye. Nobody if absent.", required=False)
    sitting_out = own.entrants(
        "Of a round that the organiser has seated: entrants with neither a table nor a bye. Omitted: none.",
        required=False,
    )
    manual = fields.Boolean(metadata={"description": "True of a round that the organiser has seated."})
    table = own.table_number(required=False)
    game = own.number(
        MOST_GAMES - 1,
        "Of a game that ended or was stopped, and of a ruling on one game: its number in the match, from 0. Omitted of "
        "a ruling: each game of the match.",
        required=False,
    )
    game_id = fields.String(
        validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": "Of a game that ended or was stopped: its id."}
    )
    ranks = own.ranks("How it ended, by entrant in the order of the table.", required=False)
    totals = own.totals("The scores, by entrant in the order of the table.")
    no_show_count = own.number(
        shared_fields.HIGHEST_VERSION,
        "Of an entrant whom the service withdrew: the number of no-shows in a row. Omitted: somebody else did it.",
        required=False,
    )
    no_shows = own.entrants(
        "Of a game that ended: entrants who missed a decision and never acted. They earn no points and no win, and "
        "rank last; if nobody acted, the game is a double loss. Omitted: none.",
        required=False,
    )
    aborted = fields.Boolean(metadata={"description": "True of a game that was given up by all."})
    double_loss = fields.Boolean(
        metadata={"description": "Of a ruling: true if nobody at the table earns points. Omitted: false."}
    )
    replays = fields.List(
        fields.Nested(GameReplay),
        metadata={"description": "Of a withdrawn ruling: the games that replace stopped games. Omitted: none."},
    )
    penalty = own.number(MOST_POINTS, "Of a penalty: the points lost, in whole points; 0 removes it.", required=False)
    record = fields.String(metadata={"description": "The hash of the game's record."})


class TournamentEvent(EventMembers, ResponseSchema):
    """An entry of a tournament's log. Leave out entries of a `type` that you do not know: there may be more."""

    points = own.points("Of a late entrant: the points given.", required=False)
    change = fields.Nested(ChangedPlan, metadata={"description": "Of a changed plan: the values that changed."})


class TournamentEventPage(ResponseSchema):
    """A stretch of a tournament's log."""

    events = fields.List(fields.Nested(TournamentEvent), required=True, metadata={"description": "Oldest first."})
    status = own.status()
    after = own.number(
        shared_fields.HIGHEST_VERSION,
        "Where to go on: send it as `after` with the next request. Absent where there is nothing.",
        required=False,
        least=1,
    )


class TournamentEventStreamQuery(RequestSchema):
    """Where a stream of a tournament's log begins."""

    after = _after()


class TournamentTicketQuery(TournamentEventStreamQuery):
    """Where a stream of a tournament's log begins, and who reads it."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={
            "description": "What `createTournamentStreamTicket` gave, in place of a key, where none can be sent."
        },
    )


class TournamentEventQuery(TournamentEventStreamQuery):
    """Which stretch of a tournament's log is read, and how long to wait for it."""

    limit = QueryInteger(
        load_default=100, validate=Range(1, MOST_ENTRIES), metadata={"description": "How many entries at most."}
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "Seconds to wait for the next entry where there is none yet."},
    )


class LastTournamentEvent(ResponseSchema):
    """What a reader has read."""

    number = fields.String(
        data_key="Last-Event-ID",
        validate=Regexp(NUMBER, error="Not the number of an entry."),
        metadata={"description": "The `number` of the last entry received; wins over `after`."},
    )
