"""Merge two players of one person: the other player becomes part of the remaining player.

    ends_credentials     keys and identities of the other player
    player_merges        data that earlier requests of the other player may write at the same moment
    profile_merges       what makes the other player exist
    player_merges        again, for requests that wrote in the meantime
    player_has_merged    what does not move

Each `Subject` describes what happens to its data. Each step may be repeated.

A merge is stored before its first step, and marked when it is done. A repeated request completes a merge that was
interrupted. The first steps end all credentials of the other player, and requests of a platform are rejected. No
credential thus becomes that of a spectator when its seat moves.
"""

from collections.abc import Iterable, Mapping
from functools import partial

from service import problems
from service.accounts.identities import check_powers
from service.installation.installation import Installation, Subject
from service.players import callers, keys, players
from service.players.callers import Caller
from service.players.deletion import check_all_scopes, check_not_deleted, is_deleted
from service.resources.players import Me


def merge(installation: Installation, caller: Caller, credential: str) -> Me:
    """Merge the player of a key or signed identity into the caller; return the caller. Idempotent.

    Raises InsufficientScope, TokenMismatch, InvalidToken, IssuerUnavailable, PlayersNotMergeable, GameBusy and
    ArchiveUnavailable.
    """
    check_powers(caller)
    key_id = keys.key_id_of(credential)
    if key_id is None or keys.player_of(key_id) not in installation.store.merges.of(caller.player):
        _begin(installation, caller.player, credential)
    for other, is_done in installation.store.merges.of(caller.player).items():
        if not is_done:
            _merge(installation, other, caller.player)
    check_not_deleted(installation, caller.player)
    return players.me(installation, caller)


def _begin(installation: Installation, player: str, credential: str) -> None:
    """Check a merge and store that it has begun. Nothing happens for a credential of the remaining player."""
    if not callers.is_player(installation, credential):
        raise problems.InvalidToken("Send a player key or a signed identity of the other player as `credential`.")
    other = callers.identify(installation, credential)
    if other.player == player:
        return
    check_all_scopes(installation, other)
    try:
        for subject in installation.subjects:
            subject.check_merge(installation, other.player, player)
    except problems.UnknownPlayer as error:
        raise problems.PlayersNotMergeable("Retry later. One of the players is part of another merge.") from error
    if not installation.store.merges.begin(other.player, player, partial(_is_gone, installation, other.player, player)):
        raise problems.PlayersNotMergeable("Retry later. One of the players is part of another merge.")


def _is_gone(installation: Installation, other: str, player: str) -> bool:
    """Whether the remaining player has been deleted, or one of both has been banned at this moment."""
    bans = installation.store.bans
    return is_deleted(installation, player) or any(bans.of(each) is not None for each in (other, player))


def _merge(installation: Installation, other: str, player: str) -> None:
    """Do all steps of a merge, and mark it as done."""
    for subject in installation.subjects:
        subject.ends_credentials(installation, other, player)
    _move(installation, other, player)
    for subject in installation.subjects:
        subject.profile_merges(installation, other, player)
    _move(installation, other, player)
    for subject in installation.subjects:
        subject.player_has_merged(installation, other, player)
    installation.store.merges.finish(other, player)


def _move(installation: Installation, other: str, player: str) -> None:
    for subject in installation.subjects:
        subject.player_merges(installation, other, player)


def _exported(installation: Installation, player: str) -> Mapping[str, Iterable[object]]:
    return {"merged_players": sorted(installation.store.merges.of(player))}


MERGES = Subject(exported=_exported)
"""Former ids of a player. A deletion removes the list with the profile."""
