"""Nim: no dice, nothing hidden. A small game written to be read."""

from domain.package import data_files, module_fields
from domain.ruleset import Ruleset
from workers.promises.template import rules, wire
from workers.promises.template.heuristics import HEURISTICS

RULESET: Ruleset[wire.Options, rules.State, wire.Action, wire.View] = Ruleset(
    **data_files(__name__),
    **module_fields(wire, rules),
    version=1,
    min_seats=rules.SEATS,
    max_seats=rules.SEATS,
    first_seat_option="first_seat",
    heuristics=HEURISTICS,
)
