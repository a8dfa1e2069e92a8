"""The Reserve: Nim for two players with one hidden card. A small game written to be read; `make new-game` copies it."""

from domain.appearance import read_appearances
from domain.data_files import read_names
from domain.paragraphs import read_paragraphs
from domain.ratings import read_ratings
from domain.ruleset import Ruleset
from domain.scenarios import read_catalogue
from domain.sentences import read_sentences
from domain.translations import read_translations
from tests.template import heuristics, rules, wire

RULESET: Ruleset[wire.Options, rules.State, wire.Take, wire.View] = Ruleset(
    name="template",
    version=1,
    min_seats=2,
    max_seats=2,
    options_type=wire.Options,
    first_seat_option="first_seat",
    state_type=rules.State,
    action_type=wire.Take,
    observed_type=wire.Take,
    fact_type=wire.CardDealt | wire.ReserveOpened,
    chance_facts=(wire.CardDealt,),
    view_type=wire.View,
    constants=wire.CONSTANTS,
    names=read_names(__name__),
    sentences=read_sentences(__name__),
    unknown_type_code="malformed_action",
    malformed_code="malformed_action",
    rejections=wire.REJECTIONS,
    catalogue=read_catalogue("template", __name__),
    paragraphs=read_paragraphs(__name__),
    reject_setup=rules.reject_setup,
    setup=rules.setup,
    to_act=rules.to_act,
    legal_actions=rules.legal_actions,
    reject=rules.reject,
    apply=rules.apply,
    outcome=rules.outcome,
    view=rules.view,
    observe=rules.observe,
    clone=rules.clone,
    determinize=rules.determinize,
    default_action=rules.default_action,
    reveals_nothing=rules.reveals_nothing,
    heuristics=heuristics.HEURISTICS,
    ratings=read_ratings("template", __name__),
    appearances=read_appearances(__name__),
    translations=read_translations(__name__),
)
