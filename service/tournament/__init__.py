"""Tournaments, pure: who meets whom, and who is ahead, as functions of what has happened.

A tournament is a plan, a public seed, and a log of events: all else follows. Nothing here reads a clock, draws a lot
that the seed does not give, or knows of Redis; `service.play.tournaments` carries them on, and `bottega verify` draws
all again.

`plan` says what is to be, `events` what happens, `legality` what may happen next, `state` folds the log, `points`
counts what a match is worth, `draw` seats the next round, `standings` orders the entrants, `deals` gives games their
seeds, and `record` writes it all down for `verification`. `crosstable`, `bracket` and `exports` show it, the first two
as pictures too.
"""
