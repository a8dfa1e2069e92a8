"""Match players who seek a game, on top of the service: no other package needs this one.

`api` serves `seeks`, `matchmaking` creates the games of matched seeks, `store` has the seeks in Redis, `presenters`
shows them, and `subject` says what happens to those of a player.
"""
