"""Manage the account of a player: export everything that the service stores about the player."""
