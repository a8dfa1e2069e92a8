"""How each format seats its rounds; entered by `service.tournament.round_pairings` alone.

One module for each format: `round_robin`, `swiss`, `knockout`, `double_knockout`, `arena`. They share `history` (who
has met whom, who sat where), `sizes` and `seating` of tables, `pairs` and `pods` (tables of two, and of more, of a
`pool` of those who are close in score and have not met), `elimination` (brackets), `spreading` (by seeding alone) and
`schedules` (round robins, by `designs` where there is one).
"""
