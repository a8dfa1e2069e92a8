"""Claims of entrants about their matches: list, file, answer, decide and appeal them.

The entrants of the match and the referees see a claim. The public log has who added which step, and the reasons of
decisions. The texts of entrants are stored apart from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from msgspec import UNSET
from msgspec.structs import replace

from service.installation.installation import Installation
from service.players.callers import Caller, require_scope
from service.resources.accounts import ExportedClaimText
from service.tournaments import access, log, messages, staff
from service.tournaments import problems as tournament_problems
from service.tournaments.claim_rights import allowed_steps, entrant_of, find, sees
from service.tournaments.log import LoadedTournament
from service.tournaments.resources import claims as resources
from service.tournaments.resources.claims import ClaimList, ClaimRequest, ClaimStepRequest, MatchClaim
from service.tournaments.rules.claim_events import ClaimStepAdded
from service.tournaments.rules.claims import DECISIONS, PENDING, pending_claim, status_of, steps_of_entrant
from service.tournaments.rules.events import AnyEvent
from service.tournaments.rules.match_table import MatchTable
from service.tournaments.rules.state import Claim
from service.tournaments.rulings import Match, table_of
from service.tournaments.store.statements import NO_STATEMENT, Statement, place_of, statements_in
from service.tournaments.store.tournament_players import is_player
from service.tournaments.store.tournaments import tournaments_in


def listed(installation: Installation, name: str, caller: Caller) -> ClaimList:
    """Return the claims that a caller sees, in the order in which they were filed. Raises TournamentNotFound."""
    running = log.load(installation, name)
    access.check_visible(running, caller)
    claims = [each for each in running.tournament.claims if sees(running, caller, each)]
    written = statements_in(installation.store).of(name)
    found = tuple(_shown(running, caller, each, written) for each in claims)
    steps = (step for each in claims for step in each.steps)
    return ClaimList(name, running.tournament.version, found, staff.named(installation, running, steps))


def file(installation: Installation, name: str, caller: Caller, requested: ClaimRequest) -> MatchClaim:
    """File a claim of the caller about a match; idempotent while the claim waits for a decision.

    Raises TournamentNotFound, RoundNotFound, TableNotFound, NotInMatch, InsufficientScope, InvalidClaim,
    TournamentNotRunning and TournamentBusy.
    """
    filed: list[int] = []
    statement = Statement(requested.text, requested.kind, requested.game, requested.versions)

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        require_scope(caller, "play")
        _check_not_cancelled(running)
        table = table_of(running, Match(name, requested.round, requested.table))
        entrant = entrant_of(running, caller, table.entrants)
        _check_game(table, requested)
        pending = pending_claim(running.tournament, requested.round, requested.table, entrant)
        filed[:] = [pending.number if pending else len(running.tournament.claims) + 1]
        if pending:
            _check_same(installation, name, pending.steps[0], statement)
            return []
        step = log.new_entry(
            installation,
            ClaimStepAdded,
            by=caller.player,
            claim=filed[0],
            step="filed",
            round=requested.round,
            table=requested.table,
            entrant=entrant,
        )
        statements_in(installation.store).write(name, step, statement)
        return [step]

    running = access.change(installation, name, caller, decide)
    return _sent(installation, running, caller, filed[0])


def add_step(
    installation: Installation, name: str, caller: Caller, number: int, requested: ClaimStepRequest
) -> MatchClaim:
    """Add a step of the caller to a claim: an answer, a decision or an appeal. A repeated step changes nothing.

    Raises TournamentNotFound, ClaimNotFound, NotInMatch, NotOrganiser, InsufficientScope, InvalidClaim,
    TournamentNotRunning and TournamentBusy.
    """

    def decide(running: LoadedTournament) -> Sequence[AnyEvent]:
        claim = find(running, caller, number, requested.step)
        _check_not_cancelled(running)
        step = _step(installation, running, caller, claim, requested)
        statement = Statement(requested.text, UNSET, requested.game, requested.versions)
        if _is_added(installation, name, claim, step, statement):
            return []
        _check_possible(claim, step)
        if requested.step not in DECISIONS:
            _check_game(_table(running, claim), requested)
            statements_in(installation.store).write(name, step, statement)
        return [step]

    running = access.change(installation, name, caller, decide)
    return _sent(installation, running, caller, number)


def delete_statements(installation: Installation, running: LoadedTournament, player: str) -> None:
    """Delete what a player wrote about claims; their steps stay in the log."""
    steps = [step for claim in running.tournament.claims for step in claim.steps if step.by == player]
    statements_in(installation.store).remove(running.name, steps)


def texts_of(installation: Installation, player: str) -> Iterator[ExportedClaimText]:
    """Return what a player wrote about claims, by tournament."""
    for name in sorted(tournaments_in(installation.store).of_player(player)):
        yield from _texts_in(installation, name, player)


def _texts_in(installation: Installation, name: str, player: str) -> Sequence[ExportedClaimText]:
    written, claims = statements_in(installation.store).of(name), list[Claim]()
    with suppress(tournament_problems.TournamentNotFound):
        claims = log.load(installation, name).tournament.claims if written else []
    steps = [step for claim in claims for step in claim.steps if step.by == player]
    texts = ((step, written.get(place_of(step), NO_STATEMENT).text) for step in steps)
    return [ExportedClaimText(name, step.claim, step.at, text) for step, text in texts if text]


def _sent(installation: Installation, running: LoadedTournament, caller: Caller, number: int) -> MatchClaim:
    """Send the notices of a claim, and return it."""
    messages.send_soon(installation, running)
    written = statements_in(installation.store).of(running.name)
    return _shown(running, caller, running.tournament.claims[number - 1], written)


def _step(
    installation: Installation, running: LoadedTournament, caller: Caller, claim: Claim, requested: ClaimStepRequest
) -> ClaimStepAdded:
    """Return the log entry of a step; the reason of a decision is public."""
    filed, is_decision = claim.steps[0], requested.step in DECISIONS
    return log.new_entry(
        installation,
        ClaimStepAdded,
        by=caller.player,
        reason=requested.text if is_decision else "",
        claim=claim.number,
        step=requested.step,
        round=filed.round,
        table=filed.table,
        entrant=UNSET if is_decision else entrant_of(running, caller, claim.entrants),
    )


def _is_added(installation: Installation, name: str, claim: Claim, step: ClaimStepAdded, statement: Statement) -> bool:
    """Whether a claim has a step already, as after a retry."""
    is_decision = step.step in DECISIONS
    earlier = claim.steps[-1:] if is_decision else claim.steps
    if not any(replace(each, number=step.number, at=step.at) == step for each in earlier):
        return False
    return is_decision or statements_in(installation.store).of(name).get(place_of(step)) == statement


def _check_possible(claim: Claim, step: ClaimStepAdded) -> None:
    """Raise InvalidClaim unless a claim allows a step now."""
    if step.entrant is UNSET:
        possible = status_of(claim) in PENDING
    else:
        possible = step.step in steps_of_entrant(claim, step.entrant)
    if not possible:
        facts = {"status": status_of(claim), "step": step.step}
        raise tournament_problems.InvalidClaim(
            "The status of the claim is `{status}`. You cannot add the step `{step}` now.", facts
        )


def _check_same(installation: Installation, name: str, filed: ClaimStepAdded, statement: Statement) -> None:
    """Raise InvalidClaim unless a pending claim has this statement, as after a retry."""
    if statements_in(installation.store).of(name).get(place_of(filed)) != statement:
        raise tournament_problems.InvalidClaim(
            "You have claim {claim} about this match. Wait for its decision.", {"claim": filed.claim}
        )


def _check_game(table: MatchTable, requested: resources.EvidenceFields) -> None:
    """Raise InvalidClaim if the match does not have the game of the evidence."""
    games = len(table.seating.games)
    if requested.game >= games:
        raise tournament_problems.InvalidClaim("The match has {games} games, numbered from 0.", {"games": games})


def _check_not_cancelled(running: LoadedTournament) -> None:
    if running.tournament.status == "cancelled":
        raise tournament_problems.TournamentNotRunning("The tournament was cancelled.")


def _table(running: LoadedTournament, claim: Claim) -> MatchTable:
    """Return the match of a claim, also if its round was taken back."""
    filed = claim.steps[0]
    return running.tournament.round_at(filed.round, filed.number).tables[filed.table - 1]


def _shown(running: LoadedTournament, caller: Caller, claim: Claim, written: Mapping[str, Statement]) -> MatchClaim:
    """Return a claim in wire form, with what entrants have written, by place."""
    filed = claim.steps[0]
    return MatchClaim(
        claim=claim.number,
        round=filed.round,
        table=filed.table,
        entrants=claim.entrants,
        kind=written.get(place_of(filed), NO_STATEMENT).kind,
        status=status_of(claim),
        steps=tuple(_shown_step(each, written.get(place_of(each), NO_STATEMENT)) for each in claim.steps),
        allowed=allowed_steps(running, caller, claim),
    )


def _shown_step(step: ClaimStepAdded, statement: Statement) -> resources.MatchClaimStep:
    return resources.MatchClaimStep(
        step=step.step,
        at=step.at,
        by=step.by if is_player(step.by) else UNSET,
        entrant=step.entrant,
        text=step.reason or statement.text,
        game=statement.game,
        versions=statement.versions,
    )
