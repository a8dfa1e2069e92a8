"""Whom a player avoids, as the subjects say."""

from service.installation.installation import Installation


def avoided(installation: Installation, player: str) -> frozenset[str]:
    """Return the players from whom a player wants neither invitations nor seats nor matches."""
    return frozenset(other for each in installation.subjects for other in each.avoided(installation, player))


def avoided_change(installation: Installation, player: str) -> None:
    """Apply to the data of all subjects that a player avoids other players than before. Raises GameBusy."""
    for subject in installation.subjects:
        subject.avoided_change(installation, player)
