"""Define what identifies an idempotent request, and its stored response."""

from dataclasses import dataclass
from hashlib import sha256

MARK_DIGITS = 24
"""Hexadecimal digits of each half of a mark, and bytes of the whole mark."""


@dataclass(frozen=True)
class Idempotency:
    """What identifies an idempotent request: the client's key within its scope, and a digest of the request."""

    scope: str
    key: str
    request: str
    """Digest of the request, in hexadecimal digits."""

    @property
    def digest(self) -> str:
        """Return a name of the request without the key, which may be secret."""
        return sha256(f"{self.scope}:{self.key}".encode()).hexdigest()

    @property
    def key_mark(self) -> bytes:
        """Return a short name of the key, as stored with responses."""
        return bytes.fromhex(self.digest[:MARK_DIGITS])

    @property
    def mark(self) -> bytes:
        """Return a short name of key and request, the key first."""
        return self.key_mark + bytes.fromhex(self.request[:MARK_DIGITS])


@dataclass(frozen=True)
class StoredResponse:
    """The stored response to an idempotent request: the version that it showed."""

    mark: bytes
    version: int
