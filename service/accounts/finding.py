"""Find and show players for operators. Nothing that is returned authorizes anything."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import UNSET

from service.accounts.banning import check_exists
from service.installation import marks
from service.installation.installation import Installation
from service.mailboxes import mailbox_of
from service.players import callers, owners, presence
from service.reading import game_index
from service.reading.game_index import GameFilter
from service.resources.accounts import ExportedProfile
from service.resources.base import shown
from service.resources.operators import Ban, FoundPlayer, FoundPlayers, InspectedPlayer, PlayerDecision, PlayerSearch
from service.store import Decision, Profile, StoredBan
from service.store.player_scan import players_with, profiles

GAMES_SHOWN = 20
_SHOWN_LISTS = ("keys", "identities", "notification_targets", "bots", "ratings", "tournaments")
"""The lists of an export that `show` returns, too."""


def find(installation: Installation, query: PlayerSearch) -> FoundPlayers:
    """Return a page of the players who match a query, in the order of their ids."""
    after = query.cursor or ""
    candidates = [each for each in _candidates(installation, query) if each > after]
    found = [*islice(_matching(installation, query, candidates), query.limit + 1)]
    page = tuple(_found(installation, *each) for each in found[: query.limit])
    return FoundPlayers(page, page[-1].player if len(found) > query.limit else UNSET)


def show(installation: Installation, player: str) -> InspectedPlayer:
    """Return what an operator sees of a player. Raises PlayerNotFound."""
    profile = profile_of(installation, player)
    exported = [each.exported(installation, player) for each in installation.subjects]
    lists: dict[str, Any] = {
        name: tuple(entries) for each in exported for name, entries in each.items() if name in _SHOWN_LISTS
    }
    ban, decided = installation.store.bans.of(player), installation.store.decisions.of(marks.mark(installation, player))
    return InspectedPlayer(
        profile=profile,
        ban=UNSET if ban is None else _shown_ban(ban),
        games=game_index.list_games(installation, GameFilter(player=player), None, GAMES_SHOWN).games,
        decisions=tuple(map(_shown_decision, decided)),
        **lists,
    )


def profile_of(installation: Installation, player: str) -> ExportedProfile:
    """Return the whole profile of a player. Raises PlayerNotFound."""
    profile = check_exists(installation, player)
    owner = owners.owner_of(installation, profile) or UNSET
    last_seen = presence.last_seen(installation, player)
    return shown(profile, ExportedProfile, player=player, owner=owner, last_seen=last_seen)


def _candidates(installation: Installation, query: PlayerSearch) -> Iterable[str]:
    """Return the ids of the players who may match a query, in their order. An index is used if the query allows it."""
    if query.game_id:
        return sorted(_players_of(installation, query.game_id))
    if query.subject:
        return [_signed_in(installation, query)]
    if query.name.startswith("pl_"):
        return [query.name]
    if query.email:
        return players_with(installation.store.servers, "webhooks")
    return players_with(installation.store.servers, "ban" if query.banned else "profile")


def _matching(
    installation: Installation, query: PlayerSearch, candidates: Iterable[str]
) -> Iterator[tuple[str, Profile]]:
    """Yield the candidates who match all parts of a query."""
    for player, profile in profiles(installation.store.servers, candidates):
        if _matches(installation, query, player, profile):
            yield player, profile


def _matches(installation: Installation, query: PlayerSearch, player: str, profile: Profile) -> bool:
    is_named = query.name.casefold() in profile.name.casefold() or query.name in (player, profile.alias)
    return (
        is_named
        and (not query.email or mailbox_of(query.email) in _mailboxes(installation, player))
        and (not query.subject or player == _signed_in(installation, query))
        and (not query.game_id or player in _players_of(installation, query.game_id))
        and (not query.banned or installation.store.bans.of(player) is not None)
    )


def _mailboxes(installation: Installation, player: str) -> list[str]:
    """Return the mailboxes of the notification targets of a player."""
    hooks = installation.store.webhooks.of(player)
    return [mailbox_of(each.url) for each in hooks if each.target is not UNSET and each.target.kind == "email"]


def _players_of(installation: Installation, game_id: str) -> set[str]:
    """Return the players of a game, and the one who created it."""
    header = installation.store.header(game_id)
    seated = [each.player for each in installation.store.seats.all(game_id).values()]
    return {each for each in (*seated, header.creator if header else "") if each}


def _signed_in(installation: Installation, query: PlayerSearch) -> str:
    """Return the player of a platform's user or of a signed identity."""
    if query.platform:
        return callers.derived_id("user", query.platform, query.subject)
    identity = callers.identity_id(installation.settings.oidc_issuer, query.subject)
    return installation.store.identities.sign_in(identity).player or identity


def _found(installation: Installation, player: str, profile: Profile) -> FoundPlayer:
    return shown(profile, FoundPlayer, player=player, banned=installation.store.bans.of(player) is not None)


def _shown_ban(ban: StoredBan) -> Ban:
    return shown(ban, Ban, banned_at=ban.at)


def _shown_decision(decision: Decision) -> PlayerDecision:
    return shown(decision, PlayerDecision, decided_at=decision.at)
