"""Search for the actions of AI players; this package depends on the rulesets alone."""
