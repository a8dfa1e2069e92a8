"""Nim: no dice, nothing hidden. A small game written to be read."""

from domain.package import ruleset

RULESET = ruleset(__name__)
