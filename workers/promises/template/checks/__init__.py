"""Tests of Nim.

`PUBLISHED = True` here requires the material of a published game. That is `blunders.py`, `programme.py` with the bars
of its AI levels, measured strength, a search that beats the heuristics, golden games, and a list of modules to compile.
"""
