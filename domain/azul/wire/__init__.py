"""What clients of Azul: Summer Pavilion read and write: options, actions, facts, views, names, tables.

The rules and the heuristics enter.
"""
