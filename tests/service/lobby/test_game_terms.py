"""Test that the terms of a game are declared once, and that terms which earlier versions wrote stay readable."""

from inspect import get_annotations

import msgspec
import pytest
from msgspec import UNSET

from domain.clock_per_decision import PerDecisionClock
from service.lobby.game_terms import read_terms, requested_terms
from service.resources.clocks import Absence
from service.resources.creation import CreatedGame, GameRequest
from service.resources.game_terms import AgreedTerms, GameTerms
from service.resources.games import GameView
from service.resources.lists import GameSummary
from service.resources.records import GameRecord
from service.resources.seeks import SeekRequest, SeekTerms
from service.resources.spectators import SpectatorsOpen
from service.store import Header, Spectators, StoredTerms
from tests.service.all_structs import structs

ELSEWHERE = {
    "service.store.game_types": {"StoredTerms", "Header", "GameInfo"},
    "service.resources.records": {"RecordedTerms"},
    "service.resources.seeks": {"SeekTerms"},
    "service.resources.creation": {"CreatedGame", "Sandbox"},
    "service.tournaments.resources.tournaments": {"TournamentRequest", "Tournament", "TournamentChange"},
    "service.tournaments.resources.tournament_events": {"ChangedPlan"},
    "service.tournaments.resources.rounds": {"MatchGame"},
    "service.seasons.resources": {"SeasonRequest", "SeasonChange", "SeasonSummary", "Season"},
    "service.seasons.store": {"StoredSeason"},
}
"""The structs outside `game_terms` with a field of this name: other types, and the terms of tournaments and seasons."""
PLAIN = (
    b'{"rated":false,"creator":"","creator_left":false,"clock":null,"absence":{"on_timeout":"default_action"},'
    b'"visibility":"public","spectators":{},"rematch_of":"","undo":"none","presence":false,"tournament":null,'
    b'"hints":null,"client":"","test":false,"players":{},"invited":{},"waits":false,"info":{},"game_id":"",'
    b'"rules_version":null,"queues":null,"deal":null}'
)
"""Terms as earlier versions wrote them with a tournament."""
CHOSEN = (
    b'{"rated":false,"creator":"","creator_left":false,"clock":{"kind":"per_decision","seconds":60},'
    b'"absence":{"on_timeout":"level","level":"easy"},"visibility":"private","spectators":{"kind":"delayed","events":3},'
    b'"rematch_of":"","undo":"own","presence":false,"tournament":null,"hints":3,"client":"","test":false,"players":{},'
    b'"invited":{},"waits":false,"info":{},"game_id":"","rules_version":null,"queues":null,"deal":null}'
)
"""Terms as earlier versions wrote them with a seek."""


def test_no_other_module_declares_a_term():
    terms = {*GameTerms.__struct_fields__}
    found = {each for each in structs() if terms & {*get_annotations(each)}}
    others = {each for each in found if each.__module__ != GameTerms.__module__}
    assert [each for each in others if each.__name__ not in ELSEWHERE.get(each.__module__, ())] == []


@pytest.mark.parametrize("form", [Header, GameView, CreatedGame, GameSummary, GameRecord, SeekTerms, StoredTerms])
def test_all_forms_of_a_game_have_the_agreed_terms(form):
    assert issubclass(form, AgreedTerms)


@pytest.mark.parametrize("request_for_a_game", [GameRequest, SeekRequest])
def test_requests_for_a_game_have_its_terms(request_for_a_game):
    assert issubclass(request_for_a_game, GameTerms)


def test_equal_terms_are_written_as_equal_bytes():
    stated = GameTerms(absence=Absence("default_action"), spectators=SpectatorsOpen())
    omitted = GameTerms()
    assert msgspec.json.encode(requested_terms(stated)) == msgspec.json.encode(requested_terms(omitted))


def test_terms_that_an_earlier_version_wrote_stay_readable():
    assert read_terms(msgspec.Raw(PLAIN)) == StoredTerms()
    assert read_terms(msgspec.Raw(CHOSEN)) == StoredTerms(
        clock=PerDecisionClock(60),
        absence=Absence("level", "easy"),
        visibility="private",
        spectators=Spectators("delayed", 3),
        undo="own",
        hints=3,
    )


def test_written_terms_are_read_back():
    terms = requested_terms(GameTerms(rated=True, clock=PerDecisionClock(30)))
    assert terms == StoredTerms(rated=True, clock=PerDecisionClock(30), absence=Absence("forfeit"), hints=UNSET)
    assert read_terms(msgspec.Raw(msgspec.json.encode(terms))) == terms
