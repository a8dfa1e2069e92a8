"""Test that tournaments have the terms of a game. msgspec cannot combine `GameTerms` with the base of all plans."""

import msgspec
import pytest

from service.resources.game_terms import GameTerms, ListedTerms
from service.tournaments.resources.tournaments import Tournament, TournamentRequest

NO_TERMS_OF_TOURNAMENTS = {"hints", "undo", "sandbox", "virtual_clock", "queued_actions"}
"""Terms that no game of a tournament has."""


def fields_of(struct):
    """Return the types and defaults of the fields of a struct, by name."""
    return {each.name: (each.type, each.default) for each in msgspec.structs.fields(struct)}


def test_a_new_tournament_has_the_terms_of_a_new_game():
    assert missing(GameTerms, TournamentRequest) == []


def test_a_tournament_has_the_terms_of_a_listed_game():
    assert missing(ListedTerms, Tournament) == []


def missing(terms, tournament):
    return sorted(fields_of(terms).keys() - NO_TERMS_OF_TOURNAMENTS - fields_of(tournament).keys())


@pytest.mark.parametrize(("terms", "tournament"), [(GameTerms, TournamentRequest), (ListedTerms, Tournament)])
def test_a_term_has_the_same_type_in_a_tournament_as_in_a_game(terms, tournament):
    expected, found = fields_of(terms), fields_of(tournament)
    shared = (expected.keys() & found.keys()) - {"rated"}  # a public tournament is rated by default
    assert {name: plain(found[name][0]) for name in shared} == {name: plain(expected[name][0]) for name in shared}


def plain(kind):
    """Return a type without UNSET, with which a tournament omits the default."""
    described = msgspec.json.schema_components([kind])[0][0]
    described.pop("default", None)
    return described


def test_only_terms_of_games_are_excluded():
    assert fields_of(GameTerms).keys() | fields_of(ListedTerms).keys() >= NO_TERMS_OF_TOURNAMENTS
