"""Rate finished games, and list the ratings of players."""
