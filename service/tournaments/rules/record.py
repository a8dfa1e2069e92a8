"""Write the record of a tournament: a JSON document from which all pairings and standings can be verified.

    format           "bottega-tournament"
    format_version   1
    tournament_id    and `created_at`, UTC
    plan             the plan, with all fields of `service.tournaments.rules.plan`, except those newer than the plan
    commitment       SHA-256 of the seed, published at creation
    seed             64 hexadecimal digits: the source of all random choices (`service.tournaments.rules.random_choice`)
    deal_commitment  SHA-256 of the deal secret, published at creation
    deal_secret      64 hexadecimal digits: the source of the seeds of all games (`service.tournaments.rules.deals`)
                     until the first event `reopened`; each of these has the source of the later games
    log              all events in order (`service.tournaments.rules.events`), each with its `hash`
    standings        the final ones: `place`, `entrant`, `points` in sixtieths, `tie_breaks` in the order of the plan
                     with `random` last, as fractions ("7/2", "3"), `played`, `wins`, `byes` and `withdrawn`
    teams            their final standings, in the form of `rules.team_standings`; absent if there are no teams
    hash             of the whole tournament

The text is canonical JSON and a line feed. The hashes form a chain; `domain.record` describes both. The entries of the
chain are the head (all fields except `log`, `standings`, `teams` and `hash`), each event, the standings, and the teams.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET

from domain.record import Wire, canonical, link
from service.tournaments.rules.deals import deal_commitment
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.folding import fold
from service.tournaments.rules.plan import Plan
from service.tournaments.rules.random_choice import commitment
from service.tournaments.rules.standings import Standing, standings
from service.tournaments.rules.team_standings import TeamStanding, team_standings
from service.tournaments.rules.types import CLOSED

FORMAT = "bottega-tournament"
FORMAT_VERSION = 1
AFTER_HEAD = ("log", "standings", "teams", "hash")
"""The fields of a record that do not belong to its head."""


class NotOver(Exception):
    """The tournament has not ended, so it has no record."""


class Origin(msgspec.Struct, frozen=True):
    """The fixed data of a tournament."""

    tournament_id: str
    created_at: str
    plan: Plan
    seed: bytes
    deal_secret: bytes


def build(origin: Origin, log: Sequence[AnyEvent]) -> Wire:
    """Return the record of a tournament that has ended or was cancelled; raises NotOver.

    The record reveals the deals of all games. The caller must check that no game is still running.
    """
    tournament = fold(origin.plan, origin.seed, log)
    if tournament.status not in CLOSED:
        raise NotOver
    ranked, teams = standings_wire(standings(tournament)), teams_wire(team_standings(tournament))
    return seal(head(origin), [event_wire(each) for each in log], ranked, teams)


def head(origin: Origin) -> Wire:
    """Return the head of a record, which identifies the tournament."""
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "tournament_id": origin.tournament_id,
        "created_at": origin.created_at,
        "plan": plan_wire(origin.plan),
        "commitment": commitment(origin.seed),
        "seed": origin.seed.hex(),
        "deal_commitment": deal_commitment(origin.deal_secret),
        "deal_secret": origin.deal_secret.hex(),
    }


def seal(first: Wire, log: Sequence[Wire], listed: Sequence[Wire], teams: Sequence[Wire] = ()) -> Wire:
    """Return a record from its head, events and standings, bound by a hash chain."""
    last, sealed = link("", canonical(first)), []
    for event in log:
        last = link(last, canonical(event))
        sealed.append({**event, "hash": last})
    last = link(last, canonical(listed))
    shown = {"teams": list(teams)} if teams else {}
    last = link(last, canonical(teams)) if teams else last
    return {**first, "log": sealed, "standings": list(listed), **shown, "hash": last}


def plan_wire(plan: Plan) -> Wire:
    """Return a plan as JSON with all defaults written out, so that later defaults do not change it.

    A field that is newer than the plan stays absent.
    """
    stages = [_stated(each) for each in plan.stages]
    return dict(msgspec.json.decode(msgspec.json.encode({**_stated(plan), "stages": stages})))


def event_wire(event: AnyEvent) -> Wire:
    """Return an event as JSON."""
    return dict(msgspec.json.decode(msgspec.json.encode(event)))


def standings_wire(listed: Iterable[Standing]) -> list[Wire]:
    """Return standings as JSON for a record."""
    return [{**_stated(each), "tie_breaks": [str(value) for value in each.tie_breaks]} for each in listed]


def teams_wire(listed: Iterable[TeamStanding]) -> list[Wire]:
    """Return the standings of teams as JSON for a record."""
    return [dict(msgspec.json.decode(msgspec.json.encode(each))) for each in listed]


def _stated(struct: msgspec.Struct) -> Wire:
    """Return the fields of a struct that are present."""
    return {name: value for name, value in msgspec.structs.asdict(struct).items() if value is not UNSET}
