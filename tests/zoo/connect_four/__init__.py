"""Connect Four: an open game without dice. `domain.defaults` has all that it leaves out."""

from domain.package import ruleset

RULESET = ruleset(__name__)
