"""The tests of The Riddle of Leonardo."""

PUBLISHED = True
"""Asks for all that a published game shows: blunders, bars and measured strength, golden games."""
