"""What clients of Maestro Leonardo read and write: options, actions, facts, views, names, tables.

The rules and the heuristics enter.
"""
