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

Each step may be repeated. Steps that others could undo at the same moment are done again at the end.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial

import msgspec

from service.play import missed_decisions, webhooks
from service.play.bottega import Bottega
from service.play.callers import Caller, is_over, need
from service.play.game import vacated
from service.play.game_info_updates import rearrange
from service.play.tournaments import log, progress
from service.play.tournaments.log import LoadedTournament
from service.problems import (
    GameAborted,
    GameNotFound,
    GameNotStarted,
    GameOver,
    RulesNotHosted,
    TournamentBusy,
    TournamentNotFound,
)
from service.store import GameInfo, Holder
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
    for step in (*SHARED, *OWN, *SHARED):
        step(bottega, player)


def forget_again(bottega: Bottega, player: str, game_id: str = "") -> bool:
    """Remove what a request has written for a player who was deleted at the same moment; whether the player is deleted.

    The request may have written a seat of the game `game_id` after the lists of the player were emptied. Raises what
    `forget` does.
    """
    if bottega.store.players.profile(player) is not None:
        return False
    while game_id and any(each.player == player for each in bottega.store.seats.all(game_id).values()):
        _leave_game(bottega, game_id, player)
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
        log.note(bottega, Withdrew, by=player, entrant=each.number)
        for each in tournament.entrants
        if each.entered.player == player and not each.withdrawn
    ]
    if running.founded.organiser != player or not _needs_organiser(running):
        return left
    progress.open_rounds(bottega, running)
    return [*left, log.note(bottega, Cancelled, by=player, reason=ORGANISER_LEFT)]


def _needs_organiser(running: LoadedTournament) -> bool:
    """Whether a tournament comes to no end without its organiser."""
    plan, status = running.founded.plan, running.tournament.status
    waits = status == "paused" or (status == "registration" and not plan.starts_at)
    return waits or plan.next_round != "automatic"


def _decline_invitations(bottega: Bottega, player: str) -> None:
    """Keep no seat for a player any more."""
    for game_id in bottega.store.feeds.games_with_notices(player):
        with suppress(GameNotFound, RulesNotHosted):
            rearrange(bottega, game_id, lambda game: _without_invitation(game.table, player))


def _without_invitation(table: GameInfo, player: str) -> GameInfo | None:
    """Return a table that keeps no seat for a player; None if it is so already."""
    invited = {seat: kept for seat, kept in table.invited.items() if kept.player != player}
    return None if len(invited) == len(table.invited) else msgspec.structs.replace(table, invited=invited)


def _leave_hosted(bottega: Bottega, player: str) -> None:
    """Let the games that a player has created have no host."""
    for game_id in _games(partial(bottega.store.lists.hosted, player)):
        bottega.store.remove_creator(game_id, player)
        bottega.store.lists.remove_host(game_id, player)


def _leave_seats(bottega: Bottega, player: str) -> None:
    """Make all seats of a player nobody's."""
    for game_id in _games(partial(bottega.store.lists.seated, player, None)):
        _leave_game(bottega, game_id, player)


def _games(page: Callable[[None, int], Sequence[tuple[int, str]]]) -> Iterator[str]:
    """Iterate over the games of a list from which each is taken once it has been seen to."""
    while entries := page(None, PAGE):
        for _, game_id in entries:
            yield game_id


def _leave_game(bottega: Bottega, game_id: str, player: str) -> None:
    """Make a player's seat in a game nobody's, and take the game out of the player's lists."""
    for seat, holder in bottega.store.seats.all(game_id).items():
        if holder.player == player:
            _resign(bottega, game_id, seat)
            if not _leave_seat(bottega, game_id, seat, holder):
                return  # it has changed at this very moment, and is looked at again
            bottega.store.lists.remove_holder(game_id, holder)
            bottega.store.feeds.forget(player, game_id)
    bottega.store.archived.drop_copy(game_id)
    bottega.store.lists.remove_holder(game_id, Holder(player=player))


def _resign(bottega: Bottega, game_id: str, seat: int) -> None:
    """Give the game up for a seat, so that it comes to its end; nothing of a game that is not played."""
    with suppress(GameOver, GameNotStarted, GameAborted, GameNotFound, RulesNotHosted):
        missed_decisions.resign(bottega, game_id, seat)


def _leave_seat(bottega: Bottega, game_id: str, seat: int, holder: Holder) -> bool:
    """Make a seat nobody's; in a game that waits for its players somebody else may claim it. False if it has changed.

    A game that begins meanwhile has another table.
    """
    header, table = bottega.store.header(game_id), bottega.store.info(game_id)
    if header is None or table.began or not header.waits:
        return bottega.store.seats.hold(game_id, seat, holder, holder.freed())
    return bottega.store.seats.leave(game_id, seat, holder, table, vacated(header, table, seat, holder.player))


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
OWN: Sequence[Step] = (_remove_ratings, _remove_profile, _remove_own)
