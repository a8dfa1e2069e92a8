"""Manage the account of a player: identities, and an export of everything that the service stores."""
