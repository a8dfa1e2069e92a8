"""Schemas of a tournament's event log."""

from marshmallow import fields
from marshmallow.validate import Length, OneOf, Range, Regexp

from service.contract.schemas import shared_fields
from service.contract.schemas import tournament_fields as own
from service.contract.schemas.fields import BodyInteger, QueryInteger, RequestSchema, ResponseSchema
from service.contract.schemas.stages import MOST_MINUTES
from service.resources.types import MOST_WAIT_SECONDS
from service.tournament.plan import LEAST_TABLE, MOST_ENTRANTS, MOST_GAMES, MOST_POINTS, MOST_ROUNDS

MOST_ENTRIES = 500
NUMBER = "^[0-9]{1,10}$"


def _after() -> fields.Integer:
    """Declare a log position."""
    return QueryInteger(
        load_default=0,
        validate=Range(0, shared_fields.HIGHEST_VERSION),
        metadata={"description": "Return entries with a higher number. Default: 0, all entries."},
    )


class SeatedTable(ResponseSchema):
    """A table of a round."""

    table = own.table_number()
    entrants = own.entrants("The entrants in the seat order of the first game.")
    games = fields.List(
        fields.String(validate=Regexp("^[a-z0-9]{20}$")),
        required=True,
        validate=Length(1, MOST_GAMES),
        metadata={"description": "The ids of the games."},
    )
    group = own.group("The group of the stage, from 0. Omitted: group 0.", required=False)
    bracket = fields.String(
        validate=OneOf(["winners", "losers", "final"]),
        metadata={"description": "The bracket of the table in a double knock-out. Omitted in other formats."},
    )


class GameReplay(ResponseSchema):
    """A game that replaces a game stopped by a ruling."""

    game = own.number(MOST_GAMES - 1, "The number of the game in the match, from 0.")
    game_id = fields.String(
        required=True, validate=Regexp("^[a-z0-9]{20}$"), metadata={"description": "The id of the new game."}
    )


class ChangedStage(ResponseSchema):
    """New lengths of a stage. An omitted value stayed as it was."""

    stage = own.stage()
    rounds = own.number(MOST_ROUNDS, "The number of rounds of a `swiss`.", required=False, least=1)
    minutes = own.number(MOST_MINUTES, "The minutes of an `arena`; 0: no limit.", required=False)
    matches = own.number(MOST_ROUNDS, "The matches of each entrant of an `arena`; 0: no limit.", required=False)


class PlanChangeFields:
    """The fields of a plan that can change."""

    name = own.name("The new display name.")
    max_entrants = own.number(MOST_ENTRANTS, "The new maximum number of entrants.", required=False, least=LEAST_TABLE)
    late_entries = fields.Boolean(metadata={"description": "Whether entrants may enter after the start."})
    no_show_limit = own.number(
        MOST_ROUNDS,
        "The new number of no-shows in a row after which an entrant is withdrawn; 0: never.",
        required=False,
    )
    starts_at = fields.String(
        metadata={
            "description": "The new time of the start in UTC (RFC 3339). Empty: the organiser starts the tournament."
        }
    )
    next_round = fields.String(
        validate=OneOf(["automatic", "organiser"]), metadata={"description": "How the next rounds are seated."}
    )
    pause_seconds = own.number(
        shared_fields.HIGHEST_VERSION, "The new pause between two rounds, in seconds.", required=False
    )
    round_times = fields.List(
        fields.String(),
        metadata={"description": "The new earliest start times of the rounds in order, in UTC (RFC 3339)."},
    )
    stages = fields.List(fields.Nested(ChangedStage), metadata={"description": "The stages with new lengths."})


class ChangedPlan(PlanChangeFields, ResponseSchema):
    """The changed values of a plan. An omitted value stayed as it was."""

    clock = shared_fields.clock()
    absence = shared_fields.absence()


class EventMembers:
    """The fields of a log entry, except points."""

    number = own.number(shared_fields.HIGHEST_VERSION, "The number of the entry, from 1 without gaps.", least=1)
    type = fields.String(
        required=True,
        validate=Regexp("^[a-z_]+$"),
        metadata={
            "description": "The type of the entry. About an entrant: `entered`, `checked_in`, `withdrew`, "
            "`reentered`, `disqualified`, `penalised`. About the plan: `changed`. `postponed`: too few entrants at "
            "the time of the start. `started`: registration is closed, and the seed is public. `stage_began`: a "
            "stage with its groups. `paired`: a round has been paired; its games are being created. `opened`: all "
            "games of the round exist. `taken_back`: the latest round was undone. `finished`: a game has ended. "
            "`stopped`: a game was stopped. `ruled`, `ruling_withdrawn`: the organiser has set or withdrawn a "
            "result. About the tournament: `paused`, `resumed`, `cancelled`, `ended`. More types may be added."
        },
    )
    at = shared_fields.moment("When the entry was added, in UTC.")
    by = shared_fields.player(
        "The id of the player who caused the entry. Omitted if it was the service or a deleted player.", required=False
    )
    reason = own.reason("The reason that the player gave. Omitted: none.", least=0)
    entrant = own.entrant("The number of the entrant. Omitted in entries about no entrant.", required=False)
    name = own.name(
        "The display name of an entrant who entered. It is `Deleted player` and a number once the player has been "
        "deleted. Omitted in other entries."
    )
    kind = fields.String(
        validate=OneOf(["player", "level"]),
        metadata={
            "description": "Whether the entrant who entered is a player or an AI level. Omitted in other entries."
        },
    )
    player = shared_fields.player(
        "The id of the player who entered. Omitted in other entries, and once the player has been deleted.",
        required=False,
    )
    bot = shared_fields.bot()
    level = fields.String(metadata={"description": "The AI level that entered. Omitted in other entries."})
    rating = BodyInteger(
        validate=Range(0, shared_fields.HIGHEST_VERSION),
        metadata={"description": "The rating for seeding of an entrant who entered. Omitted: 0."},
    )
    stage = own.stage(required=False)
    groups = fields.List(
        own.entrants("The entrants of a group, in seeding order.", required=False),
        metadata={"description": "The groups of a stage that began. Omitted in other entries."},
    )
    round = own.round_number(required=False)
    tables = fields.List(
        fields.Nested(SeatedTable),
        metadata={"description": "The tables of a round that was paired. Omitted in other entries."},
    )
    byes = own.entrants("The entrants with a bye in a round that was paired. Omitted: none.", required=False)
    sitting_out = own.entrants(
        "The entrants to whom the organiser gave neither a table nor a bye. Omitted: none.",
        required=False,
    )
    manual = fields.Boolean(metadata={"description": "True if the organiser seated the round. Omitted otherwise."})
    table = own.table_number(required=False)
    game = own.number(
        MOST_GAMES - 1,
        "The number of the game in the match, from 0, if it ended, was stopped or received a ruling. Omitted in a "
        "ruling: all games of the match.",
        required=False,
    )
    game_id = fields.String(
        validate=Regexp("^[a-z0-9]{20}$"),
        metadata={"description": "The id of a game that ended or was stopped. Omitted in other entries."},
    )
    ranks = own.ranks("The ranks of the entrants, in the order of the table.", required=False)
    totals = own.totals("The scores of the entrants, in the order of the table.")
    no_show_count = own.number(
        shared_fields.HIGHEST_VERSION,
        "The number of no-shows in a row for which the service withdrew the entrant. Omitted in other entries.",
        required=False,
    )
    no_shows = own.entrants(
        "The entrants who missed a decision of the ended game and never acted. They earn no points and no win, and "
        "rank last. If no entrant acted, the game is a double loss. Omitted: none.",
        required=False,
    )
    aborted = fields.Boolean(metadata={"description": "True if all players resigned from the game. Omitted otherwise."})
    double_loss = fields.Boolean(
        metadata={"description": "True if a ruling denies points to all entrants at the table. Omitted otherwise."}
    )
    replays = fields.List(
        fields.Nested(GameReplay),
        metadata={"description": "The games that replace stopped games after a ruling was withdrawn. Omitted: none."},
    )
    penalty = own.number(
        MOST_POINTS, "The points of a penalty, in whole points; 0 removes it. Omitted in other entries.", required=False
    )
    record = fields.String(metadata={"description": "The hash of the game's record."})


class TournamentEvent(EventMembers, ResponseSchema):
    """An entry of a tournament's log. Ignore entries with an unknown `type`: later versions may add types."""

    points = own.points("The initial points of a late entrant. Omitted in other entries.", required=False)
    change = fields.Nested(
        ChangedPlan, metadata={"description": "The changed values of the plan. Omitted in other entries."}
    )


class TournamentEventPage(ResponseSchema):
    """A page of a tournament's log."""

    events = fields.List(
        fields.Nested(TournamentEvent), required=True, metadata={"description": "The entries, oldest first."}
    )
    status = own.status()
    after = own.number(
        shared_fields.HIGHEST_VERSION,
        "The position after this page. Send it as `after` with the next request. Omitted if the page is empty.",
        required=False,
        least=1,
    )


class TournamentEventStreamQuery(RequestSchema):
    """Query parameters of a tournament stream."""

    after = _after()


class TournamentTicketQuery(TournamentEventStreamQuery):
    """Query parameters of a tournament stream, with a ticket instead of a key."""

    ticket = fields.String(
        validate=Length(1, 255),
        metadata={
            "description": "The ticket of `createTournamentStreamTicket`, for clients that cannot send a header."
        },
    )


class TournamentEventQuery(TournamentEventStreamQuery):
    """Query parameters of a page of a tournament's log."""

    limit = QueryInteger(
        load_default=100,
        validate=Range(1, MOST_ENTRIES),
        metadata={"description": "The maximum number of entries on a page."},
    )
    wait = QueryInteger(
        load_default=0,
        validate=Range(0, MOST_WAIT_SECONDS),
        metadata={"description": "How many seconds to wait for the next entry if there is none yet. Default: 0."},
    )


class LastTournamentEvent(ResponseSchema):
    """The header that continues a tournament stream."""

    number = fields.String(
        data_key="Last-Event-ID",
        validate=Regexp(NUMBER, error="Not the number of an entry."),
        metadata={"description": "The `number` of the last entry that the client received. It overrides `after`."},
    )
