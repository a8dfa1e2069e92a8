"""Azul: Summer Pavilion on both sides of its boards: drafting and placing tiles, for 2 to 4 players. See RULES.md."""

from domain.azul import actions, facts, hidden, policy, rounds, rules, scoring, state, views
from domain.azul.options import Options, refuse_setup
from domain.azul.paragraphs import PARAGRAPHS
from domain.azul.reference import TABLES
from domain.azul.refusals import REFUSALS
from domain.azul.tables import MAX_SEATS, MIN_SEATS
from domain.data import read_names
from domain.ratings import read_ratings
from domain.ruleset import Ruleset
from domain.scenarios import read_catalogue

RULESET = Ruleset(
    name="azul",
    version=1,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options_type=Options,
    state_type=state.State,
    action_type=actions.Action,
    observed_type=actions.Action,
    fact_type=facts.Fact,
    chance_facts=facts.CHANCE,
    view_type=views.View,
    tables=TABLES,
    names=read_names("azul"),
    unknown_type_code="wrong_decision",
    malformed_code="bad_parameter",
    refusals=REFUSALS,
    catalogue=read_catalogue("azul", __name__),
    paragraphs=PARAGRAPHS,
    refuse_setup=refuse_setup,
    setup=rounds.setup,
    to_act=rules.to_act,
    legal_actions=rules.legal_actions,
    refuse=rules.refuse,
    apply=rules.apply,
    outcome=scoring.outcome,
    view=hidden.view,
    observe=actions.observe,
    clone=state.clone,
    determinize=hidden.determinize,
    default_action=policy.default_action,
    heuristics=policy.HEURISTICS,
    ratings=read_ratings("azul", __name__),
)
