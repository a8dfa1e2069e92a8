"""Measure the capacity of an installation: loads, an hour's soak, and a million games. Run it alone."""
