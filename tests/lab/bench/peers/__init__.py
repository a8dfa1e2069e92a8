"""Measure games and searches of other projects in the same run as ours; `tests.lab.bench.ratios` compares them.

They are installed in `.peers`, a separate environment, whose interpreter runs these modules as scripts. The modules
import nothing of this project. Each prints lines of a name, a tab and a rate per second.
"""
