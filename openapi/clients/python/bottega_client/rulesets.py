"""Names of rulesets that this package does not know."""

from typing import NewType

AnyRuleset = NewType("AnyRuleset", str)
"""Marks a name that is known only when the program runs. A type checker then accepts any options and actions.

>>> AnyRuleset("azul")
'azul'
"""
