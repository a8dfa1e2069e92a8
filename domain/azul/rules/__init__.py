"""Rules of Azul: Summer Pavilion; numbers in brackets are paragraphs of `RULES.md`.

The rules never import the heuristics.
"""
