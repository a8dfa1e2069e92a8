"""Mark what must be recognised again after it has been deleted: ids of players and identities, and mailboxes.

A mark is a keyed hash. Its key is generated once and stored in Redis, so that a new secret of the installation ends no
ban, and commands need no secret. Without the data of Redis a mark leads to nothing.
"""

import hmac
import secrets
from hashlib import sha256

from service.installation.installation import Installation
from service.mailboxes import mailbox_of
from service.store import Store

_KEY_BYTES = 32
_DIGITS = 32
"""Hexadecimal digits of a mark: 128 bits. The log masks longer ones, since they could be secrets."""


def mark(installation: Installation, what: str) -> str:
    """Return the mark of the id of a player or an identity."""
    key = bytes.fromhex(key_of(installation.store))
    return hmac.digest(key, what.encode(), sha256).hex()[:_DIGITS]


def key_of(store: Store) -> str:
    """Return the key of all marks, in hexadecimal digits. The first call generates it."""
    return store.bans.marks_key(lambda: secrets.token_hex(_KEY_BYTES))


def mark_of_mailbox(installation: Installation, address: str) -> str:
    """Return the mark of the mailbox of an e-mail address."""
    return mark(installation, mailbox_of(address))
