"""The tests of The Reserve.

`PUBLISHED = True` here asks for all that a published game shows besides: `blunders.py`, `programme.py` with the bars of
its AI levels, measured strength, a search that beats the heuristics, golden games, a list of modules to compile.
"""
