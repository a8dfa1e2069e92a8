"""Helpers of the tests, also of other folders: client, games, players, tournaments."""
