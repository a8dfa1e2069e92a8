"""How an AI player decides: the search and its tree. It knows rulesets alone; `workers.jobs` and measurements enter."""
