"""Manage the accounts of players: identities, merges, and an export of everything that the service stores."""
