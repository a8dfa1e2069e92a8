"""Run the jobs of RQ: AI turns, hints, analyses and scoring.

The service names these functions by string; only `workers.processes` imports this package.
"""
