"""Heuristics for AI players of Maestro Leonardo.

Only `RULESET` imports this package.
"""
