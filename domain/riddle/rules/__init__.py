"""Rules of The Riddle of Leonardo; numbers in brackets are paragraphs of `RULES.md`.

The rules never import the heuristics.
"""
