"""Check the English of the repository: marker words, long sentences, missing descriptions; `make lint` runs it.

No maintained linter does this job in the `.venv` alone. textlint and retext come from npm, which `make lint` does not
install. Vale downloads its program on first use. proselint takes no rules of a project. None of them reads Python
docstrings, the contract and the translations at once, or knows the mean length of the sentences in a package.
"""
