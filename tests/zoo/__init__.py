"""Small complete games, each of another family: every promise of a ruleset is tested with them.

They are also examples to read: Connect Four has no dice and hides nothing, Goofspiel has simultaneous sealed bids, and
Liar's Dice has hidden dice, private facts and elimination. They are not published.
"""

from domain.ruleset import AnyRuleset
from tests.zoo import connect_four, goofspiel, liars_dice

ZOO: dict[str, AnyRuleset] = {each.RULESET.name: each.RULESET for each in (connect_four, goofspiel, liars_dice)}
