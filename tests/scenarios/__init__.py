"""Search for scenarios: `python -m tests.scenarios` writes the `scenarios.json` of every ruleset again."""
