"""Tests of Maestro Leonardo."""

PUBLISHED = True
"""Run the tests of a published game: blunders, strength bars, measured strength and golden games."""
