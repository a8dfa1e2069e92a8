"""Other people's games and searches, timed in the same run as ours; `tests.bench.ratios` sets them side by side.

They live in `.peers`, an environment of their own, whose interpreter runs these modules as scripts: they import nothing
of this project. Each prints lines of a name, a tab and a rate a second.
"""
