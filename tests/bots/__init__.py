"""Small programs that play any ruleset through `bottega bot`; each needs its language only, and no library."""
