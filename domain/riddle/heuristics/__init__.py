"""Heuristics for AI players of The Riddle of Leonardo.

Only `RULESET` imports this package.
"""
