"""Azul: Summer Pavilion, both sides of the boards. See RULES.md."""

from domain.azul.heuristics import policy
from domain.azul.rules import decisions, hidden, previews, reject, scoring, setup, state
from domain.azul.wire import actions, facts, views
from domain.azul.wire.constants import MAX_SEATS, MIN_SEATS
from domain.azul.wire.options import Options, reject_setup
from domain.azul.wire.previews import Preview
from domain.azul.wire.published_constants import CONSTANTS
from domain.azul.wire.rejections import REJECTIONS
from domain.package import data_files
from domain.ruleset import Ruleset

RULESET = Ruleset(
    **data_files(__name__),
    version=1,
    published=True,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options_type=Options,
    first_seat_option="start_seat",
    state_type=state.State,
    action_type=actions.Action,
    observed_type=actions.Action,
    fact_type=facts.Fact,
    chance_facts=facts.CHANCE,
    view_type=views.View,
    preview_type=Preview,
    constants=CONSTANTS,
    unknown_type_code="wrong_decision",
    malformed_code="bad_parameter",
    rejections=REJECTIONS,
    reject_setup=reject_setup,
    setup=setup.setup,
    to_act=decisions.to_act,
    legal_actions=decisions.legal_actions,
    previews=previews.previews,
    reject=reject.reject,
    apply=decisions.apply,
    outcome=scoring.outcome,
    standing=scoring.standing,
    view=hidden.view,
    observe=hidden.observe,
    clone=state.clone,
    determinize=hidden.determinize,
    default_action=decisions.default_action,
    reveals_nothing=hidden.reveals_nothing,
    heuristics=policy.HEURISTICS,
)
