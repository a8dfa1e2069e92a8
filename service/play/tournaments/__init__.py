"""Tournaments as they are carried on: each use case reads the log, decides, and appends to it.

`creating` and `entering` fill one, `organising` is what its organiser may do, `driving` does all that comes by itself,
`seating` creates the games of a round, `reading` shows it, and `following` waits for what comes next.
"""
