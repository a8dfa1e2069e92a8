"""Pair the rounds of each format; `service.tournaments.rules.format_traits` lists the formats.

Each format has a module: `round_robin`, `swiss`, `knockout`, `double_knockout`, `arena`.

Shared modules:

- `history`: past meetings, seats and byes
- `table_sizes` and `seating`: sizes and seat orders of tables
- `entrant_pool`, `pairs` and `pods`: pairing by score and past meetings, at tables of two and of more
- `elimination` and `group_separation`: brackets
- `seeded_pairing`: pairing by seeding only
- `schedules`, `designs` and `balancing`: schedules of round robins
"""
