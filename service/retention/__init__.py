"""Move finished games to the archive, unlist and delete them when their lifetimes end."""
