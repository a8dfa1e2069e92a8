"""The tests of Azul: Summer Pavilion."""

PUBLISHED = True
"""Test the material of a published game: blunders, bars, measured strength and golden games."""
