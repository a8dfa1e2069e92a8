"""What the rulebook of Azul: Summer Pavilion says; numbers in brackets are paragraphs of `RULES.md`.

The heuristics enter.
"""
