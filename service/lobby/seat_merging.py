"""Move seats, invitations and created games from one player to another who becomes the same player."""

from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from service import problems
from service.game.game import Game, load, without_player
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby.guest_seats import list_ended
from service.lobby.player_games import created_games, seated_games
from service.playing import notices
from service.playing.game_info_updates import update_game_info
from service.store import ConflictingWrite, GameInfo


def check_seats(installation: Installation, other: str, player: str) -> None:
    """Raise PlayersNotMergeable if both players have a seat in a game, or the other one in a running rated game."""
    for game_id in installation.store.lists.together(player, other, None):
        if {player, other} <= {each.player for each in installation.store.seats.all(game_id).values()}:
            raise _both_seated(game_id)
    for game_id in seated_games(installation, other, "running"):
        with suppress(problems.GameNotFound, problems.RulesNotHosted):
            _check_settled(load(installation, game_id), other)


def _check_settled(game: Game, player: str) -> None:
    """Raise PlayersNotMergeable if a player has a seat in this unfinished rated game."""
    if game.header.rated and not game.has_ended and player in game.players.values():
        facts = {"game_id": game.header.game_id}
        raise problems.PlayersNotMergeable(
            "Finish game {game_id} first. The seats of a running rated game cannot change.", facts
        )


def _both_seated(game_id: str) -> problems.PlayersNotMergeable:
    return problems.PlayersNotMergeable("Both players have a seat in game {game_id}.", {"game_id": game_id})


def move_invitations(installation: Installation, other: str, player: str) -> None:
    """Invite the player in place of the other one."""
    for game_id in installation.store.feeds.games_with_notices(other):
        with suppress(problems.GameNotFound, problems.RulesNotHosted):
            update_game_info(installation, game_id, lambda game: _invited(game, other, player))
            notices.send_now(installation, game_id)


def _invited(game: Game, other: str, player: str) -> GameInfo | None:
    """Return the game info with the invitation of the other player moved, or removed if both have one."""
    own = {seat: replace(each, player=player) for seat, each in game.info.invited.items() if each.player == other}
    if not own:
        return None
    has_place = player in game.players.values() or any(each.player == player for each in game.info.invited.values())
    return replace(game.info, invited=without_player(game.info.invited, other) | ({} if has_place else own))


def move_created(installation: Installation, other: str, player: str) -> None:
    """Make the player the creator of the games that the other one created."""
    for game_id in created_games(installation, other):
        installation.store.lists.copy_games(game_id, other, player)
        retry_conflicts(partial(installation.store.replace_creator, game_id, other, player))


def clear_created(installation: Installation, other: str, _player: str) -> None:
    """Remove the created games, which have moved, from the lists of the other player."""
    for game_id in created_games(installation, other):
        installation.store.lists.remove_player(game_id, other)


def move_seats(installation: Installation, other: str, player: str) -> None:
    """Let the player have the seats of the other one, also in finished games."""
    for game_id in seated_games(installation, other):
        installation.store.lists.copy_games(game_id, other, player)
        _move_seat(installation, game_id, other, player)
        with suppress(problems.GameNotFound, problems.RulesNotHosted):
            if not list_ended(installation, load(installation, game_id), player):
                notices.send_now(installation, game_id)
        installation.store.archived.drop_copy(game_id)
        installation.store.feeds.delete_sent(other, game_id)


def _move_seat(installation: Installation, game_id: str, other: str, player: str) -> None:
    """Move the other player's seat of a game to the player. Raises PlayersNotMergeable and GameBusy."""

    def attempt() -> None:
        claims = installation.store.seats.all(game_id)
        own = {seat: holder for seat, holder in claims.items() if holder.player == other}
        if own and player in [holder.player for holder in claims.values()]:
            raise _both_seated(game_id)
        moved = {seat: holder._replace(player=player) for seat, holder in own.items()}
        if not all(installation.store.seats.hold(game_id, seat, own[seat], new) for seat, new in moved.items()):
            raise ConflictingWrite

    retry_conflicts(attempt)


def clear_seated(installation: Installation, other: str, _player: str) -> None:
    """Remove the games, whose seats have moved, from the lists of the other player."""
    for game_id in seated_games(installation, other):
        installation.store.lists.remove_player(game_id, other)
