"""Use cases of tournaments: each loads the log, decides, and appends to it.

- `creation`, `plans` and `registration` create tournaments and register entrants.
- `control`, `rulings` and `plan_updates` are for the organiser.
- `progress` takes all automatic steps; `seating` creates the games of a round, and `results` records them.
- `queries` reads a tournament, `streams` waits for events, and `messages` notifies players.
"""
