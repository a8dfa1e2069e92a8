"""What players have in games: invitations, created games and seats."""

from collections.abc import Iterable, Mapping

from msgspec import UNSET

from service.game.game import game_of
from service.installation.installation import Installation, Subject
from service.lobby import seat_merging, seat_removal
from service.lobby.player_games import created_games, seated_games
from service.playing import action_queues
from service.reading import game_index
from service.resources.accounts import ExportedGame
from service.resources.lists import GameSummary
from service.store import ListedGame


def _withdraw_invitations(installation: Installation, player: str) -> None:
    for game_id in installation.store.feeds.games_with_notices(player):
        seat_removal.withdraw_invitation(installation, game_id, player)


def _leave_created_games(installation: Installation, player: str) -> None:
    for game_id in created_games(installation, player):
        seat_removal.remove_creator(installation, game_id, player)


def _close_created_games(installation: Installation, player: str) -> None:
    for game_id in created_games(installation, player):
        seat_removal.close_created(installation, game_id)


def _exported_created_games(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"created_games": created_games(installation, player)}


def _leave_seats(installation: Installation, player: str) -> None:
    for game_id in seated_games(installation, player):
        seat_removal.leave_seats(installation, game_id, player)


def _retire_from_seats(installation: Installation, player: str) -> None:
    for game_id in seated_games(installation, player, "running"):
        seat_removal.retire(installation, game_id, player)


def _exported_seats(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    listed = game_index.all_games(installation, player)
    return {"games": (_exported_game(installation, player, *each) for each in listed)}


def _exported_game(installation: Installation, player: str, summary: GameSummary, listed: ListedGame) -> ExportedGame:
    """Return a game with the seat, the action queue and the result of a player."""
    seat = next(each.seat for each in summary.seats if each.player == player)
    game = game_of(installation, listed)
    shown_queue = action_queues.shown_queue(game, seat)
    queue = shown_queue if shown_queue.actions or shown_queue.dropped else UNSET
    outcome = game.outcome if summary.status == "over" else None
    if outcome is None:
        return ExportedGame(summary, seat, queue=queue)
    ended = outcome.seats[seat]
    return ExportedGame(summary, seat, ended.rank, ended.total, queue, outcome.results[seat])


INVITATIONS = Subject(
    player_leaves=_withdraw_invitations,
    player_is_banned=_withdraw_invitations,
    player_merges=seat_merging.move_invitations,
)
"""Invitations of a player to seats.

Deletion and ban: invitations are withdrawn. Each seat then requires its code.
Merge: the invitations go to the remaining player.
"""

CREATED_GAMES = Subject(
    player_leaves=_leave_created_games,
    player_is_banned=_close_created_games,
    player_merges=seat_merging.move_created,
    player_has_merged=seat_merging.clear_created,
    exported=_exported_created_games,
)
"""Games that a player created.

Deletion: these games lose their creator, creator token and webhooks.
Ban: unfinished games lose their webhooks and the seat tokens that the creator got. Games that wait are aborted. The
creator token works again after the ban.
Merge: the remaining player becomes the creator.
"""

SEATS = Subject(
    player_leaves=_leave_seats,
    player_is_banned=_retire_from_seats,
    check_merge=seat_merging.check_seats,
    player_merges=seat_merging.move_seats,
    player_has_merged=seat_merging.clear_seated,
    exported=_exported_seats,
)
"""Seats of a player.

Deletion: the player resigns the seat of a running game, and the seat has no holder then. The seat of a waiting game
opens again.
Ban: the same, but the player stays the holder of a resigned seat.
Merge: the remaining player gets the seats, also in finished games. Action queues stay, since the same person queued
them.
"""
