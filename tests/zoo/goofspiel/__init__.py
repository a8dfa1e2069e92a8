"""Goofspiel: simultaneous sealed bids, no first seat."""

from domain.package import data_files, functions
from domain.ruleset import Ruleset
from tests.zoo.goofspiel import rules, wire
from tests.zoo.goofspiel.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, wire.SealBid, wire.View] = Ruleset(
    **data_files(__name__),
    **functions(rules),
    version=1,
    min_seats=wire.MIN_SEATS,
    max_seats=wire.MAX_SEATS,
    options_type=wire.Options,
    state_type=rules.State,
    action_type=wire.SealBid,
    observed_type=wire.SealBid | wire.ConcealedBid,
    fact_type=wire.PrizeTurned | wire.BidsRevealed,
    chance_facts=(wire.PrizeTurned,),
    view_type=wire.View,
    constants=wire.CONSTANTS,
    unknown_type_code="malformed_action",
    malformed_code="malformed_action",
    rejections=wire.REJECTIONS,
    heuristics=HEURISTICS,
)
