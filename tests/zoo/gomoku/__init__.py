"""Gomoku: perfect information on a grid of intersections whose size is an option."""

from domain.package import ruleset

RULESET = ruleset(__name__, first_seat_option="first_seat")
