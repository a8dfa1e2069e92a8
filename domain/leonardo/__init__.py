"""Maestro Leonardo: worker placement with hidden work and sealed auctions. See RULES.md."""

from domain.leonardo.heuristics import policy
from domain.leonardo.rules import decisions, hidden, previews, reject, scoring, setup, state, undo_rules
from domain.leonardo.wire import actions, facts, views
from domain.leonardo.wire.constants import MAX_SEATS, MIN_SEATS
from domain.leonardo.wire.names import NAMES
from domain.leonardo.wire.options import Options, reject_setup
from domain.leonardo.wire.previews import Preview
from domain.leonardo.wire.published_constants import CONSTANTS
from domain.leonardo.wire.rejections import REJECTIONS
from domain.package import data_files
from domain.ruleset import Ruleset

RULESET = Ruleset(
    **data_files(__name__, NAMES),
    version=1,
    published=True,
    min_seats=MIN_SEATS,
    max_seats=MAX_SEATS,
    options_type=Options,
    first_seat_option="first_player",
    state_type=state.State,
    action_type=actions.Action,
    observed_type=actions.Observed,
    fact_type=facts.Fact,
    chance_facts=facts.CHANCE,
    view_type=views.View,
    preview_type=Preview,
    constants=CONSTANTS,
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
    observe=actions.observe,
    clone=state.clone,
    determinize=hidden.determinize,
    default_action=decisions.default_action,
    reveals_nothing=undo_rules.reveals_nothing,
    heuristics=policy.HEURISTICS,
)
