"""Rules of Maestro Leonardo; numbers in brackets are paragraphs of `RULES.md`.

The rules never import the heuristics.
"""
