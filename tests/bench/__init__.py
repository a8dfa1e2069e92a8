"""Measurements: `make bench` prints them, README.md keeps figures."""
