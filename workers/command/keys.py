"""Implement `bottega keys`: create, list and revoke keys of players, and invite players.

Keys made here are random and not derived from the installation's secret, which this command does not need.
"""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from typing import Any

import msgspec
from msgspec import UNSET

from service.installation.clock_and_ids import SYSTEM, written
from service.players import keys, tokens
from service.players.owners import alias_of_owner
from service.resources.types import LONGEST_WORDS
from service.settings import DAY, read_settings
from service.store import ALIAS, Profile, Store, StoredKey, open_store
from service.texts import BadText, user_text
from workers.command.console import say_json
from workers.command.local_redis import redis_here

SECRET_BYTES = 32

Response = dict[str, Any]


class Rejected(Exception):
    """The command cannot be carried out for this player; the message says why."""


@contextmanager
def open_here(environ: Mapping[str, str]) -> Iterator[Store]:
    """Connect to the configured store, or to that of `bottega serve` on this machine."""
    with redis_here(environ) as configured:
        settings = read_settings(configured, serves=False)
        with closing(open_store(settings.redis_url, settings.durability, settings.replicas)) as store:
            yield store


def create(
    environ: Mapping[str, str],
    player: str | None,
    name: str | None,
    scopes: Sequence[str],
    expires_in: int | None,
    owner: str | None = None,
    *,
    test: bool = False,
) -> Response:
    """Create a key for an existing or a new player; a new player with an `owner` is a bot. Raises Rejected.

    A `test` key may use the sandbox.
    """
    letters = player.removeprefix(keys.PLAYER) if player else SYSTEM.letters(keys.ID_LENGTH)
    key_id = letters + SYSTEM.letters(keys.OWN_LENGTH)
    key, named, now = keys.written(key_id, secrets.token_bytes(SECRET_BYTES)), keys.player_of(key_id), SYSTEM.now()
    expires = UNSET if expires_in is None else written(now + timedelta(seconds=expires_in))
    stored = StoredKey(tokens.digest(key), tuple(scopes), written(now), expires, test=test)
    with open_here(environ) as store:
        if player is None:
            _create(store, named, _profile(store, now, name, owner), key_id, stored)
        elif owner is not None:
            raise Rejected("only a new player can be a bot with an owner")
        else:
            match store.players.add_key(named, key_id, stored):
                case "too many":
                    raise Rejected(f"{player} has too many keys")
                case "banned":
                    raise Rejected(f"{player} is banned; `bottega players unban {player}` ends the ban")
                case "unknown player":
                    raise Rejected(f"there is no player {player}")
    return {"player": named, "key": key, **_listed(key_id, stored)}


def _profile(store: Store, now: datetime, name: str | None, owner: str | None) -> Profile:
    """Return the profile of a new player; raises Rejected."""
    of_owner = "" if owner is None else alias_of_owner(store.players, owner)
    if owner is not None and not of_owner:
        raise Rejected(f"there is no player {owner}")
    alias = ALIAS + SYSTEM.letters(keys.ID_LENGTH)
    return Profile(written(now), alias, _checked_name(name), bool(of_owner), of_owner, vouched=True)


def _create(store: Store, player: str, profile: Profile, key_id: str, stored: StoredKey) -> None:
    store.players.create(player, profile, key_id, stored)
    if profile.owner:
        store.players.note_bot(player, profile.owner)


def listed(environ: Mapping[str, str], player: str) -> Response:
    """Return the keys of a player; raises Rejected."""
    with open_here(environ) as store:
        profile = store.players.profile(player)
        if profile is None:
            raise Rejected(f"there is no player {player}")
        found = store.players.keys(player)
    name = {"name": profile.name} if profile.name else {}
    return {"player": player, **name, "keys": [_listed(key_id, found[key_id]) for key_id in sorted(found)]}


def revoke(environ: Mapping[str, str], key_id: str) -> None:
    """Revoke a key immediately; raises Rejected."""
    with open_here(environ) as store:
        if not store.players.revoke(keys.player_of(key_id), key_id, DAY):
            raise Rejected(f"there is no key {key_id}")


def invite(environ: Mapping[str, str], seconds: int) -> Response:
    """Create an invitation for one player."""
    code = secrets.token_urlsafe(SECRET_BYTES)
    with open_here(environ) as store:
        store.players.invite(tokens.digest(code), seconds)
    return {"invitation": code, "expires_at": written(SYSTEM.now() + timedelta(seconds=seconds))}


def show(response: Response) -> None:
    """Print a response as JSON."""
    say_json(response)


def _checked_name(name: str | None) -> str:
    """Return the checked name of a player, by the rules of `service.texts`; raises Rejected."""
    try:
        return "" if name is None else user_text(name, 1, LONGEST_WORDS)
    except BadText as error:
        raise Rejected(f"the name cannot be used: {error}") from error


def _listed(key_id: str, stored: StoredKey) -> Response:
    facts: Response = msgspec.to_builtins(keys.listed(key_id, stored))
    return facts
