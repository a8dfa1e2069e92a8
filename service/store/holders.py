"""Define who has a seat, and how the store keeps it."""

import re
from collections.abc import Mapping
from typing import NamedTuple, Self


class Holder(NamedTuple):
    """Who has a seat: a player, or any caller with its token. The seat is free if both are empty."""

    digest: str = ""
    """The SHA-256 of the seat's token, in hexadecimal digits; empty if no token is valid."""
    name: str | None = None
    """The display name given with the claim of the seat."""
    player: str = ""
    """The id of the player who has the seat; empty if it is free, or belongs to any caller with its token."""
    rotation: int = 0
    """How often the seat's token was replaced. Each rotation has another token."""
    bot: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether the seat is taken."""
        return bool(self.digest or self.player)

    def freed(self) -> Self:
        """Return the record of a seat that was left: it is free, and its old tokens are invalid."""
        return type(self)(rotation=self.rotation + 1)

    def written(self) -> str:
        """Return the record to store; in most cases only a digest."""
        if not (self.player or self.rotation or (self.name and "\n" in self.name)) and self.digest:
            return self.digest if self.name is None else f"{self.digest}\n{self.name}"
        return f"{self.digest}\n{self.name or ''}\n{self.player}\n{'b' * self.bot}{self.rotation}"

    @classmethod
    def read(cls, record: str) -> Self:
        """Return the holder from a stored record; an empty record means a free seat."""
        if "\n" not in record:
            return cls(record)
        whole = _HELD.fullmatch(record)
        if whole is not None:
            digest, name, player, bot, rotation = whole.groups()
            return cls(digest, name or None, player, int(rotation), bool(bot))
        digest, _, name = record.partition("\n")
        return cls(digest, name or None)


_HELD = re.compile(r"([0-9a-f]*)\n(.*)\n(|pl_[a-z0-9]{20})\n(b?)([0-9]+)", re.DOTALL)

Claims = Mapping[int, Holder]
"""The taken seats with their holders."""
