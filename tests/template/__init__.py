"""Nim: no dice, nothing hidden. A small game written to be read; `make new-game` copies it."""

from domain.package import data_files, functions
from domain.ruleset import Ruleset
from tests.template import rules, wire
from tests.template.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, wire.Take, wire.View] = Ruleset(
    **data_files(__name__),
    **functions(rules),
    version=1,
    min_seats=rules.SEATS,
    max_seats=rules.SEATS,
    options_type=wire.Options,
    first_seat_option="first_seat",
    state_type=rules.State,
    action_type=wire.Take,
    observed_type=wire.Take,
    fact_type=wire.HeapEmptied,
    chance_facts=(),
    view_type=wire.View,
    constants=wire.CONSTANTS,
    unknown_type_code="malformed_action",
    malformed_code="malformed_action",
    rejections=wire.REJECTIONS,
    heuristics=HEURISTICS,
)
