"""What the rulebook of Maestro Leonardo says; numbers in brackets are paragraphs of `RULES.md`.

The heuristics enter.
"""
