"""Fireworks: a cooperative game in which each seat sees all hands but its own."""

from domain.package import ruleset

RULESET = ruleset(__name__)
