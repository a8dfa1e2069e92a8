"""Liar's Dice: hidden dice, bluff, elimination."""

from domain.package import data_files, functions
from domain.ruleset import Ruleset
from tests.zoo.liars_dice import rules, wire
from tests.zoo.liars_dice.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, rules.Action, wire.View] = Ruleset(
    **data_files(__name__),
    **functions(rules),
    version=1,
    min_seats=wire.MIN_SEATS,
    max_seats=wire.MAX_SEATS,
    options_type=wire.Options,
    first_seat_option="first_seat",
    state_type=rules.State,
    action_type=rules.Action,
    observed_type=rules.Action,
    fact_type=wire.DiceRolled | wire.DiceShown | wire.DieLost,
    chance_facts=(wire.DiceRolled,),
    view_type=wire.View,
    constants=wire.CONSTANTS,
    unknown_type_code="malformed_action",
    malformed_code="malformed_action",
    rejections=wire.REJECTIONS,
    heuristics=HEURISTICS,
)
