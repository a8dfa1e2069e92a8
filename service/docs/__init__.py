"""The documentation site at `/docs`: reference, guides, rules, errors, glossary and changelog, with one search.

Every page is derived from files of this package, of the guides and rulesets, and from the contract. A page loads
nothing from another host, and shows nothing that a client sends, except the host of its URL. Each operation and each
schema has a page, rendered when it is first read.
"""
