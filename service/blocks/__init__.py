"""Block lists of players, on top of the service: no other package needs this one.

`api` serves `block_lists`, `store` has them in Redis, and `subject` says what happens to those of a player.
"""
