"""What clients of The Riddle of Leonardo read and write: options, actions, facts, views, names, tables.

The rules and the heuristics enter.
"""
