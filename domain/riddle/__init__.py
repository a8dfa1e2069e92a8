"""The Riddle of Leonardo: lines of symbols on cards that are passed on, for 2 to 5 players. See RULES.md."""

from domain.ratings import read_ratings
from domain.riddle import actions, explain, facts, hidden, policy, rules, scoring, setup, state, views
from domain.riddle.names import NAMES
from domain.riddle.options import Options, refuse_setup
from domain.riddle.paragraphs import PARAGRAPHS
from domain.riddle.reference import TABLES
from domain.riddle.refusals import REFUSALS
from domain.riddle.tables import MAX_SEATS, MIN_SEATS
from domain.ruleset import Ruleset
from domain.scenarios import read_catalogue

RULESET = Ruleset(
    name="riddle",
    version=1,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options_type=Options,
    state_type=state.State,
    action_type=actions.Action,
    observed_type=actions.Observed,
    fact_type=facts.Fact,
    chance_facts=facts.CHANCE,
    view_type=views.View,
    tables=TABLES,
    names=NAMES,
    unknown_type_code="malformed",
    malformed_code="malformed",
    refusals=REFUSALS,
    catalogue=read_catalogue("riddle", __name__),
    paragraphs=PARAGRAPHS,
    refuse_setup=refuse_setup,
    setup=setup.setup,
    to_act=rules.to_act,
    legal_actions=rules.legal_actions,
    refuse=explain.refuse,
    apply=rules.apply,
    outcome=scoring.outcome,
    view=hidden.view,
    observe=actions.observe,
    clone=state.clone,
    determinize=hidden.determinize,
    default_action=rules.default_action,
    heuristics=policy.HEURISTICS,
    ratings=read_ratings("riddle", __name__),
)
