"""Small complete games, each of another family: every promise of a ruleset is tested with them.

They are also examples to read: Connect Four has no dice and hides nothing, Goofspiel has simultaneous sealed bids, and
Liar's Dice has hidden dice, private facts and elimination. Gomoku has a board whose size is an option. Odds and Evens
is played by two teams of two. Spies has hidden roles, sealed votes and secret teams. Fireworks is cooperative, and no
seat sees its own hand. They are not published.
"""

from domain.ruleset import AnyRuleset
from tests.zoo import connect_four, fireworks, gomoku, goofspiel, liars_dice, odds_and_evens, spies

ZOO: dict[str, AnyRuleset] = {
    each.RULESET.name: each.RULESET
    for each in (connect_four, fireworks, gomoku, goofspiel, liars_dice, odds_and_evens, spies)
}
