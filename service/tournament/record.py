"""The record of a tournament: all that happened, in one JSON document from which anybody can draw everything again.

    format           "bottega-tournament"
    format_version   1
    tournament_id    and `created_at`, UTC
    plan             what was stated, with all members that `service.tournament.plan` has
    commitment       SHA-256 of the seed, known since the creation
    seed             64 hexadecimal digits: all lots follow from it, as `service.tournament.random_choice` says
    deal_commitment  SHA-256 of the deal secret, likewise
    deal_secret      64 hexadecimal digits: the seeds of all games follow from it, as `service.tournament.deals` says
    log              all events in order, as `service.tournament.events` has them, each with its `hash`
    standings        the final ones: `place`, `entrant`, `points` in sixtieths, `tie_breaks` in the order of the plan
                     with lots last, as fractions ("7/2", "3"), `played`, `wins`, `byes` and `withdrawn`
    hash             of the whole tournament

The text is canonical JSON and a line feed, and the hashes are a chain, as `domain.record` describes both. The entries
of the chain are the head, which is all but `log`, `standings` and `hash`; each event; and the standings.
"""

from collections.abc import Iterable, Sequence

import msgspec

from domain.record import Wire, canonical, link
from service.tournament.deals import deal_commitment
from service.tournament.events import AnyEvent
from service.tournament.plan import Plan
from service.tournament.random_choice import commitment
from service.tournament.standings import Standing, standings
from service.tournament.state import fold

FORMAT = "bottega-tournament"
FORMAT_VERSION = 1
AFTER_HEAD = ("log", "standings", "hash")
"""The members of a record that are not its head."""


class NotOver(Exception):
    """The tournament goes on, so there is no record of it."""


class Origin(msgspec.Struct, frozen=True):
    """What a tournament began with."""

    tournament_id: str
    created_at: str
    plan: Plan
    seed: bytes
    deal_secret: bytes


def build(origin: Origin, log: Sequence[AnyEvent]) -> Wire:
    """Write a tournament down that has ended or was cancelled; raises NotOver.

    It opens the deals of all its games: whoever asks for it sees to it that none is still played.
    """
    tournament = fold(origin.plan, origin.seed, log)
    if tournament.status not in {"over", "cancelled"}:
        raise NotOver
    return seal(head(origin), [event_wire(each) for each in log], standings_wire(standings(tournament)))


def head(origin: Origin) -> Wire:
    """Return the entry that begins a record: which tournament it is."""
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


def seal(first: Wire, log: Sequence[Wire], listed: Sequence[Wire]) -> Wire:
    """Put a record together from its head, its events and its standings, binding them by their hashes."""
    last, sealed = link("", canonical(first)), []
    for event in log:
        last = link(last, canonical(event))
        sealed.append({**event, "hash": last})
    return {**first, "log": sealed, "standings": list(listed), "hash": link(last, canonical(listed))}


def plan_wire(plan: Plan) -> Wire:
    """Return a plan as JSON has it, with its raw parts read; whole, so that no default of a later day changes it."""
    stages = [msgspec.structs.asdict(each) for each in plan.stages]
    return dict(msgspec.json.decode(msgspec.json.encode({**msgspec.structs.asdict(plan), "stages": stages})))


def event_wire(event: AnyEvent) -> Wire:
    """Return an event as JSON has it."""
    return dict(msgspec.json.decode(msgspec.json.encode(event)))


def standings_wire(listed: Iterable[Standing]) -> list[Wire]:
    """Return standings as a record has them."""
    return [
        {**msgspec.structs.asdict(each), "tie_breaks": [str(value) for value in each.tie_breaks]} for each in listed
    ]
