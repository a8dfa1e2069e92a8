"""Know the caller: players, their keys, the tokens of seats, and who is present. Delete players."""
