"""Compute rounds, results and standings of tournaments from their event logs, without I/O.

A tournament is a plan, a public seed, and a log of events. Everything else follows from these three. Nothing in this
package reads a clock, draws at random except from the seed, or uses Redis.

Modules:

- `plan` defines what is planned, `events` what happens, and `legality` what may happen next. Each `*_legality` module
  checks the events of one subject.
- `folding` folds the log into the `state`. `points` and `standings` count results.
- `format_traits` lists the formats. `round_pairings` pairs the next round, and `deals` derives the seeds of games.
- `record` writes the record, which `verification` (`bottega verify`) checks.
- `crosstable`, `bracket` and `exports` present a tournament. The first two also have SVG charts.
"""
