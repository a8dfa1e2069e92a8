"""Move finished games to the archive, restore them, and remove games after their lifetimes."""
