"""Goofspiel: simultaneous sealed bids, no first seat."""

from domain.package import ruleset

RULESET = ruleset(__name__)
