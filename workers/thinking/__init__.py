"""Search for the actions of AI players, and learn values of positions; this package depends on the rulesets alone."""
