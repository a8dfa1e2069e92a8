"""Connect Four: perfect information, no dice."""

from domain.package import ruleset

RULESET = ruleset(__name__, first_seat_option="first_seat")
