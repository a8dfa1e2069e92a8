"""Odds and Evens: two teams of two, simultaneous actions that are all equally good."""

from domain.package import ruleset

RULESET = ruleset(__name__)
