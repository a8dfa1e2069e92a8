"""Connect Four: perfect information, no dice."""

from domain.package import data_files, module_fields
from domain.ruleset import Ruleset
from tests.zoo.connect_four import rules, wire
from tests.zoo.connect_four.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, wire.Action, wire.View] = Ruleset(
    **data_files(__name__),
    **module_fields(wire, rules),
    version=1,
    min_seats=2,
    max_seats=2,
    first_seat_option="first_seat",
    heuristics=HEURISTICS,
)
