"""Search for scenarios: `python -m tests.tools.scenarios` writes the `scenarios.json` of every ruleset again."""
