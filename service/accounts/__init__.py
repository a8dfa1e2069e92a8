"""Manage the accounts of players: identities, merges, bans, and an export of everything that the service stores."""
