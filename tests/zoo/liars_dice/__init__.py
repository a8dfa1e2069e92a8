"""Liar's Dice: hidden dice, bluff, elimination."""

from domain.package import data_files, module_fields
from domain.ruleset import Ruleset
from tests.zoo.liars_dice import rules, wire
from tests.zoo.liars_dice.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, wire.Action, wire.View] = Ruleset(
    **data_files(__name__),
    **module_fields(wire, rules),
    version=1,
    min_seats=wire.MIN_SEATS,
    max_seats=wire.MAX_SEATS,
    heuristics=HEURISTICS,
)
