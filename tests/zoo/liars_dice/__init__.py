"""Liar's Dice: hidden dice, bluff, elimination."""

from domain.package import ruleset

RULESET = ruleset(__name__)
