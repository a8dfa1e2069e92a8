"""Seasons: divisions of tournaments with one table each, and who rises and falls between them."""
