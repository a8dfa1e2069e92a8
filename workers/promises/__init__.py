"""The promises of every ruleset, as tests that the author of a ruleset can run, and the template of a new ruleset.

`plugin` applies the promises to rulesets. Only it and the modules `test_*` need pytest.
"""
