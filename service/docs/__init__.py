"""The documentation site at `/docs`: reference, guides, rules, errors, glossary and changelog, with one search.

Every page is derived from files of this package, of the guides and rulesets, and from the contract; nothing is loaded
from another host, and nothing that a client sends is shown. Scalar shows the operations of one resource at a time.
"""
