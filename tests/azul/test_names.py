"""Test that components have the names of the rulebook, and that each kind of score has its row."""

from domain.azul import RULESET
from domain.azul.wire.constants import NUMBER_BONUS, STARS


def names(kind: str, language: str) -> dict[str, str]:
    """Return the names of all components of a kind."""
    return {name: text.read_in(language) for name, text in RULESET.names.things[kind].items()}


def test_each_full_star_and_each_number_has_a_name_on_the_score_sheet():
    """8.1.2, 8.1.3"""
    rows = {f"full star {star}" for star in STARS} | {f"all spaces numbered {number}" for number in NUMBER_BONUS}
    assert rows <= set(RULESET.names.things["score_item"])


def test_the_stars_have_their_czech_names_by_colour_and_the_middle_one_is_neutral():
    """1.3.2, 3.2.1"""
    assert names("star_on_side_a", "cs") == {
        "nw": "Oranžová hvězda",
        "ne": "Červená hvězda",
        "e": "Modrá hvězda",
        "se": "Žlutá hvězda",
        "sw": "Zelená hvězda",
        "w": "Fialová hvězda",
        "c": "Neutrální hvězda",
    }


def test_stars_of_both_sides_have_names_by_their_place():
    """1.3.2, 3.2.2"""
    facts = names("star", "cs")
    assert list(facts) == list(STARS)
    assert (facts["nw"], facts["c"]) == ("Severozápadní hvězda", "Prostřední hvězda")


def test_every_component_has_its_name():
    """2.1.1"""
    facts = names("equipment", "cs")
    assert (facts["tower"], facts["bag"], facts["supply"]) == ("Věž", "Sáček", "Obecná zásoba")
    assert (facts["token"], facts["token_80"]) == ("Žeton začínajícího hráče", "Žeton 80")
    assert (facts["scoring_board"], facts["player_board"]) == ("Deska počítadel", "Deska hráče")
    assert (facts["score_marker"], facts["round_marker"]) == ("Ukazatel skóre", "Ukazatel kola")
    assert (facts["factory"], facts["tile"], facts["wild"]) == ("Výloha", "Dílek", "Žolíková barva")
    assert list(names("player_colour", "cs").values()) == ["Bílá", "Šedá", "Černá", "Béžová"]
