"""What the rulebook of The Riddle of Leonardo says; numbers in brackets are paragraphs of `RULES.md`.

The heuristics enter.
"""
