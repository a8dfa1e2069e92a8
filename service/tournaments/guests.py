"""Guests: players without an account. An organiser enters them by name, and they sign in with a PIN."""

from service import problems
from service.installation.installation import Installation
from service.players import callers, players
from service.players.callers import Caller
from service.players.tokens import is_same
from service.resources.players import CreatedKey, KeyRequest
from service.store import Idempotency
from service.tournaments import log
from service.tournaments import problems as tournament_problems
from service.tournaments.access import check_visible
from service.tournaments.log import LoadedTournament
from service.tournaments.rules.state import Entrant
from service.tournaments.rules.types import CLOSED
from service.tournaments.store.guests import guests_in

PIN_LENGTH = 6
MOST_TRIES = 10
TRY_SECONDS = 15 * 60
"""A guest has MOST_TRIES in this time: 40 an hour, of a million PINs."""
KEY_SECONDS = 30 * 24 * 3600


def add_guest(installation: Installation, caller: Caller, running: LoadedTournament, name: str) -> str:
    """Create a player with a PIN for a tournament; return its id. The player has no key before the guest signs in.

    Raises SignUpDisabled and InvitationRequired in a tournament that was created without scope `organise`, unless
    sign-up is open.
    """
    _check_admission(installation, running, caller)
    player = callers.new_player_id(installation)
    installation.store.players.ensure(player, callers.new_profile(installation, name, vouched=False))
    guests_in(installation.store).add(running.name, {player: _random_pin(installation)})
    return player


def renew_pin(installation: Installation, name: str, player: str) -> None:
    """Replace the PIN of a guest of a tournament, with new tries. The old PIN ends."""
    guests_in(installation.store).replace(name, player, _random_pin(installation))


def find_guest(installation: Installation, running: LoadedTournament, name: str) -> Entrant:
    """Return the guest with a name; raises EntrantNotFound."""
    pins = guests_in(installation.store).of(running.name)
    for each in running.tournament.entrants:
        if each.name == name and each.entered.player in pins:
            return each
    raise tournament_problems.EntrantNotFound("The tournament has no guest with this name.")


def _random_pin(installation: Installation) -> str:
    number = int.from_bytes(installation.sources.seed(), "big") % 10**PIN_LENGTH
    return f"{number:0{PIN_LENGTH}}"


def sign_in(
    installation: Installation,
    name: str,
    caller: Caller | None,
    entrant: int,
    pin: str,
    idempotency: Idempotency | None = None,
) -> tuple[CreatedKey, bool]:
    """Return a new key of a guest, and whether it is repeated. The key has scope `play` and expires.

    Raises TournamentNotFound, EntrantNotFound, WrongPin, TooManyPins, TournamentNotRunning, TooManyKeys and
    IdempotencyKeyReused.
    """
    running = log.load(installation, name)
    player = _guest(installation, running, caller, entrant)
    if guests_in(installation.store).count_try(name, player, TRY_SECONDS) > MOST_TRIES:
        check_visible(running, caller)
        raise tournament_problems.TooManyPins("Wait for a quarter of an hour. Too many PINs were sent for this guest.")
    if not is_same(pin, guests_in(installation.store).of(name).get(player, "")):
        check_visible(running, caller)
        raise tournament_problems.WrongPin("Send the PIN that the organiser has for this guest.")
    if running.tournament.status in CLOSED:
        raise tournament_problems.TournamentNotRunning("The tournament has ended or was cancelled.")
    guest = Caller(player, frozenset({"play"}))
    requested = KeyRequest(scopes=("play",), expires_in=KEY_SECONDS)
    return players.add_key(installation, guest, requested, idempotency=idempotency)


def _guest(installation: Installation, running: LoadedTournament, caller: Caller | None, entrant: int) -> str:
    """Return the player of a guest. Raises TournamentNotFound and EntrantNotFound."""
    entrants = running.tournament.entrants
    player = entrants[entrant].entered.player if 0 <= entrant < len(entrants) else ""
    if player and player in guests_in(installation.store).of(running.name):
        return player
    check_visible(running, caller)
    raise tournament_problems.EntrantNotFound("Entrant {entrant} is no guest.", {"entrant": entrant})


def _check_admission(installation: Installation, running: LoadedTournament, caller: Caller) -> None:
    """Raise SignUpDisabled or InvitationRequired unless the organiser may create players."""
    admission = installation.settings.players
    if "organise" in {*caller.scopes, running.header.scope} or admission == "open":
        return
    if admission == "closed":
        raise problems.SignUpDisabled("Ask the operator for a player key. Sign-up is disabled.")
    raise problems.InvitationRequired("Send a key with scope `organise`. Players need an invitation here.")
