"""Connect Four: perfect information, no dice."""

from domain.package import data_files, functions
from domain.ruleset import Ruleset
from tests.zoo.connect_four import rules, wire
from tests.zoo.connect_four.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, wire.DropDisc, wire.View] = Ruleset(
    **data_files(__name__),
    **functions(rules),
    version=1,
    min_seats=2,
    max_seats=2,
    options_type=wire.Options,
    first_seat_option="first_seat",
    state_type=rules.State,
    action_type=wire.DropDisc,
    observed_type=wire.DropDisc,
    fact_type=wire.DiscLanded,
    chance_facts=(),
    view_type=wire.View,
    constants=wire.CONSTANTS,
    unknown_type_code="malformed_action",
    malformed_code="malformed_action",
    rejections=wire.REJECTIONS,
    heuristics=HEURISTICS,
)
