"""Small programs that play any ruleset, to be driven by `bottega bot`: each needs its language and nothing else."""
