"""Create games, and fill and empty their seats: claims, invitations, rematches, departures of players."""
