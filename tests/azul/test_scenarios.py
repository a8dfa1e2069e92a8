"""Test that views and facts of each scenario match its title."""

from collections.abc import Callable

import msgspec
import pytest

from domain.azul import RULESET
from domain.azul.wire.actions import ChoosePayment, DraftTiles, PassRound, PlaceTile, Tiles
from domain.azul.wire.facts import DecorationCompleted, GameEnded, TilesDrafted, TokenTaken
from domain.azul.wire.views import Seat
from tests.azul.scenes import SCENES
from workers.promises.scenarios.played import Played, played

BY_NAME = {each.name: each for each in RULESET.catalogue.scenarios}


def own(scene: Played) -> Seat:
    """Return the board of the seat that must act."""
    return scene.view.seats[scene.seat]


def on_star(scene: Played, star: str) -> list[str]:
    """List the colours on a star of the seat that must act."""
    return [each.colour for each in own(scene).board if each.star == star]


def total(tiles: Tiles) -> int:
    return sum(msgspec.structs.astuple(tiles))


def a_tile_is_left_to_draft(scene: Played) -> bool:
    return total(scene.view.centre) + sum(total(each.tiles) for each in scene.view.factories) == 1


def the_token_costs_points(scene: Played) -> bool:
    (taken,) = scene.reported_by(TokenTaken)
    return scene.action.source == "centre" and taken.seat == scene.seat and taken.lost > 0


def one_wild_is_taken_with_another_colour(scene: Played) -> bool:
    (drafted,) = scene.reported_by(TilesDrafted)
    return scene.action.colour != scene.view.wild and getattr(drafted.tiles, scene.view.wild) == 1


def three_payments_are_legal(scene: Played) -> bool:
    return len(scene.legal) >= 3 and all(isinstance(each, ChoosePayment) for each in scene.legal)


def a_star_lacks_the_space_to_be_covered(scene: Played) -> bool:
    return isinstance(scene.action, PlaceTile) and len(on_star(scene, scene.action.star)) == 5


def the_middle_star_lacks_the_colour(scene: Played) -> bool:
    colours = on_star(scene, "c")
    return scene.action.star == "c" and len(set(colours)) == len(colours) > 1 and scene.action.colour not in colours


def a_star_without_colour_has_one_tile(scene: Played) -> bool:
    return scene.view.side == "B" and scene.action.star != "c" and len(on_star(scene, scene.action.star)) == 1


def completes(kind: str, tiles: int) -> Callable[[Played], bool]:
    """Whether the placement completed one decoration of a kind, and no other."""

    def holds(scene: Played) -> bool:
        done = [fact.decoration[0] for fact in scene.before if isinstance(fact, DecorationCompleted)]
        return done == [kind] and scene.view.bonus == tiles == total(scene.action.tiles)

    return holds


def passing_would_cost_points(scene: Played) -> bool:
    return isinstance(scene.action, PassRound) and total(own(scene).hand) > 4 and own(scene).score > 1


def all_others_have_passed(scene: Played) -> bool:
    return len(scene.view.seats) > 2 and [each.seat for each in scene.view.seats if not each.passed] == [scene.seat]


def the_last_round_has_just_begun(scene: Played) -> bool:
    sources = {total(each.tiles) for each in scene.view.factories}
    return (
        scene.view.round == 6 and isinstance(scene.action, DraftTiles) and sources == {4} != {total(scene.view.centre)}
    )


def the_last_placing_has_just_begun(scene: Played) -> bool:
    started = any(isinstance(fact, TilesDrafted) for fact in scene.before)
    return scene.view.round == 6 and started and scene.view.decision_kind == "place_or_pass"


def the_game_ends(scene: Played) -> bool:
    return scene.emitted[-1] == GameEnded()


HOLDS: dict[str, Callable[[Played], bool]] = {
    "last_tile": a_tile_is_left_to_draft,
    "first_from_the_centre": the_token_costs_points,
    "wild_comes_along": one_wild_is_taken_with_another_colour,
    "payment_of_wilds": three_payments_are_legal,
    "star_to_complete": a_star_lacks_the_space_to_be_covered,
    "middle_star": the_middle_star_lacks_the_colour,
    "second_tile_of_a_grey_star": a_star_without_colour_has_one_tile,
    "bonus_of_one": completes("P", 1),
    "bonus_of_two": completes("S", 2),
    "bonus_of_three": completes("W", 3),
    "pass_with_too_many": passing_would_cost_points,
    "others_have_passed": all_others_have_passed,
    "last_round": the_last_round_has_just_begun,
    "last_placements": the_last_placing_has_just_begun,
    "last_action": the_game_ends,
}


def test_every_scene_has_a_property() -> None:
    assert set(HOLDS) == {scene.name for scene in SCENES.scenes}
    assert {scene.name: scene.title for scene in SCENES.scenes} == {name: BY_NAME[name].title for name in HOLDS}


@pytest.mark.parametrize("name", HOLDS)
def test_a_scenario_shows_what_its_title_says(name: str) -> None:
    assert HOLDS[name](played(RULESET, BY_NAME[name]))
