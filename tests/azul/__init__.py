"""The tests of Azul: Summer Pavilion."""

PUBLISHED = True
"""Asks for all that a published game shows: blunders, bars and measured strength, golden games."""
