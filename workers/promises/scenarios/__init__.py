"""Search for scenarios: `python -m workers.promises.scenarios` writes the `scenarios.json` of every ruleset again."""
