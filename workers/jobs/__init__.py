"""What RQ runs: AI turns, hints, analyses and scoring.

The service names these functions by string; only `workers.processes` enters.
"""
