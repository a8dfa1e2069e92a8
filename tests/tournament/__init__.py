"""Test the pure functions of tournaments: logs are written by hand or with random results, and their state compared."""
