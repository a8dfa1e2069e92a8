"""Spies: hidden roles, sealed votes, and teams that are secret until the end."""

from domain.package import ruleset

RULESET = ruleset(__name__)
