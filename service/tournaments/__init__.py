"""Run tournaments on top of the service, which does not name this package: `subject` has what it adds.

The modules here are use cases: each loads the log, decides, and appends to it.

- `creation`, `plans` and `registration` create tournaments and register entrants.
- `control`, `rulings` and `plan_updates` are for the organiser.
- `progress` takes all automatic steps; `seating` creates the games of a round, and `results` records them.
- `queries` reads a tournament, `streams` waits for events, and `messages` notifies players.

`api`, `resources` and `store` are as in the service. `rules` computes pairings and standings.
"""
