"""Deleting a player: the one module that knows every place that holds a player's id or name.

What there is of a player, and what becomes of it:

    seeks                     given up
    tournaments               withdrawn from; the entrant is `Deleted player` and a number, and its number stays
    tournaments created       they go on if they need no organiser, and are cancelled if they do
    invitations               withdrawn; the seat is to be had by its code
    games created             they have no host any more; the creator's token opens nothing new
    seats                     of a game that is played resigned, then nobody's; of one that waits open again
    profile, name, keys       removed; bots of the player stay, without an owner, and related to each other
    feed, presence, webhooks  removed
    ratings                   listed nowhere; ratings of others are recomputed from an alias, as records have it

What stays: the alias (`rp_` and 20 random letters or digits) in records and logs, to which nothing leads any more; for
BOTTEGA_IDEMPOTENCY_SECONDS the id in keys of Redis that keep a repeated request from creating the player again; and
what the player wrote about other things, such as names of games and tournaments.

Each step may be repeated. Steps that others could undo at the same moment are done again once the profile is removed.
The feed goes last: it names the games with invitations.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

from service.play import webhooks
from service.play.bottega import Bottega
from service.play.callers import Caller, is_over, need
from service.play.seat_removal import leave_seats, release, remove_from_game, withdraw_invitation
from service.play.tournaments import log, progress
from service.play.tournaments.log import LoadedTournament
from service.problems import RulesNotHosted, TournamentBusy, TournamentNotFound
from service.store import ListEntry
from service.tournament.events import AnyEvent, Cancelled, Withdrew

PAGE = 100
ORGANISER_LEFT = "The organiser has left."


def leave(bottega: Bottega, caller: Caller) -> None:
    """Delete the caller, who may do whatever any of the own keys may do.

    Raises InsufficientScope and what `forget` does.
    """
    for kept in bottega.store.players.keys(caller.player).values():
        for scope in kept.scopes if not is_over(bottega, kept) else ():
            need(caller, scope)
    forget(bottega, caller.player)


def forget(bottega: Bottega, player: str) -> None:
    """Remove a player from every place. Raises one of OUTAGES, GameBusy, TournamentBusy and ArchiveUnavailable.

    The profile goes after the places that others see: should anything fail, the player can ask again.
    """
    for step in (*SHARED, *PROFILE, *SHARED, _remove_own):
        step(bottega, player)


def forget_again(bottega: Bottega, player: str, game_id: str = "") -> bool:
    """Remove what a request has written for a player who was deleted at the same moment; whether the player is deleted.

    The request may have written a seat of the game `game_id` after the lists of the player were emptied. Raises what
    `forget` does.
    """
    if bottega.store.players.profile(player) is not None:
        return False
    if game_id:
        remove_from_game(bottega, game_id, player)
    forget(bottega, player)
    return True


def _give_up_seeks(bottega: Bottega, player: str) -> None:
    """Let no seek of a player wait any more."""
    for seek in bottega.store.seeks.of(player):
        bottega.store.seeks.give_up(seek, bottega.sources.now().timestamp())
    bottega.store.seeks.forget(player)


def _leave_tournaments(bottega: Bottega, player: str) -> None:
    """Withdraw a player from all tournaments, and remove the id and the name from them."""
    for name in bottega.store.tournaments.of_player(player):
        with suppress(TournamentNotFound):
            running = log.change(bottega, name, partial(_left, bottega, player))
            bottega.store.tournaments.forget_player(name, player)
            with suppress(TournamentBusy, RulesNotHosted):  # then the sweeper carries it on, as it does with the rest
                progress.drive(bottega, running.name, 0.0)
        bottega.store.tournaments.forget_player(name, player)


def _left(bottega: Bottega, player: str, running: LoadedTournament) -> Sequence[AnyEvent]:
    """Return what follows in a tournament from a player's leaving: nothing in one that is over."""
    tournament = running.tournament
    if tournament.status in ("over", "cancelled"):
        return ()
    left = [
        log.new_entry(bottega, Withdrew, by=player, entrant=each.number)
        for each in tournament.entrants
        if each.entered.player == player and not each.withdrawn
    ]
    if running.founded.organiser != player or not _needs_organiser(running):
        return left
    progress.open_rounds(bottega, running)
    return [*left, log.new_entry(bottega, Cancelled, by=player, reason=ORGANISER_LEFT)]


def _needs_organiser(running: LoadedTournament) -> bool:
    """Whether a tournament comes to no end without its organiser."""
    plan, status = running.founded.plan, running.tournament.status
    waits = status == "paused" or (status == "registration" and not plan.starts_at)
    return waits or plan.next_round != "automatic"


def _decline_invitations(bottega: Bottega, player: str) -> None:
    """Keep no seat for a player any more."""
    for game_id in bottega.store.feeds.games_with_notices(player):
        withdraw_invitation(bottega, game_id, player)


def _leave_hosted(bottega: Bottega, player: str) -> None:
    """Let the games that a player has created have no creator."""
    for game_id in _games(partial(bottega.store.lists.hosted, player)):
        release(bottega, game_id, player)


def _leave_seats(bottega: Bottega, player: str) -> None:
    """Empty all seats of a player."""
    for game_id in _games(partial(bottega.store.lists.seated, player, None)):
        leave_seats(bottega, game_id, player)


def _games(page: Callable[[int | None, int], Sequence[ListEntry]]) -> Iterator[str]:
    """Iterate over the games of a list, newest first."""
    before = None
    while entries := page(before, PAGE):
        yield from (game_id for _, game_id in entries)
        before = entries[-1].number


def _remove_ratings(bottega: Bottega, player: str) -> None:
    """List a player nowhere, nor as a bot of its owner; comes before the profile, which knows the aliases."""
    profile = bottega.store.players.profile(player)
    if profile is not None:
        bottega.store.ratings.forget(profile.alias)
        bottega.store.players.forget_alias(profile.alias)
        if profile.owner:
            bottega.store.players.forget_bot(player, profile.owner)


def _remove_profile(bottega: Bottega, player: str) -> None:
    """Remove the name and all keys."""
    bottega.store.players.remove(player, bottega.settings.idempotency_seconds)


def _remove_own(bottega: Bottega, player: str) -> None:
    """Remove what is kept for a player alone."""
    bottega.store.feeds.remove(player)
    bottega.store.presence.remove(player)
    webhooks.remove_all(bottega, player)


Step = Callable[[Bottega, str], None]
SHARED: Sequence[Step] = (
    _give_up_seeks,
    _leave_tournaments,
    _decline_invitations,
    _leave_hosted,
    _leave_seats,
)
"""What others see, and may write at the same moment."""
PROFILE: Sequence[Step] = (_remove_ratings, _remove_profile)
"""After these no request writes the player's id any more, or it removes what it has written."""
