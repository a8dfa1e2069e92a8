"""Measurements: `make bench` prints them; the README contains the figures."""
