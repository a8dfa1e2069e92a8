"""Move finished games to the archive, and restore them."""
