"""The matches of each published ruleset in the arena, and the strength bars of its AI levels."""
