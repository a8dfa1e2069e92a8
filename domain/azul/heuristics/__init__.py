"""Heuristics for AI players of Azul: Summer Pavilion.

Only `RULESET` imports this package.
"""
