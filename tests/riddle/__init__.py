"""The tests of The Riddle of Leonardo."""

PUBLISHED = True
"""Test the material of a published game: blunders, bars, measured strength and golden games."""
