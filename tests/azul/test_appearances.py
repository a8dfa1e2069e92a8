"""Test that every component of Azul has a drawing, and that colour-blind people can distinguish its tile colours."""

import json
from importlib.resources import files
from itertools import combinations
from math import dist
from xml.etree import ElementTree as ET

import pytest

from domain.azul import RULESET
from tests.azul.appearances import EYES, LEAST_DISTANCE, seen

FOLDER = files("domain.azul")
APPEARANCES = json.loads(FOLDER.joinpath("appearances.json").read_text())
TILES = APPEARANCES["colour"]


@pytest.mark.parametrize("eyes", EYES)
def test_tile_colours_differ_for_all_eyes(eyes):
    for (one, first), (other, second) in combinations(TILES.items(), 2):
        assert dist(seen(first["colour"], eyes), seen(second["colour"], eyes)) > LEAST_DISTANCE, (one, other)


def test_each_tile_colour_has_its_own_pattern():
    assert len({appearance["pattern"] for appearance in TILES.values()}) == len(TILES)


def test_everything_with_a_name_has_an_appearance_and_an_icon():
    drawn = {kind.name: {file.name.removesuffix(".svg") for file in kind.iterdir()} for kind in icon_folders()}
    named = {kind: set(things) for kind, things in RULESET.names.things.items() if kind in APPEARANCES}
    assert {kind: set(appearances) for kind, appearances in APPEARANCES.items()} == named == drawn


def test_the_components_are_drawn():
    on_the_table = {"colour", "source", "star", "decoration", "decoration_kind", "side", "phase", "action", "decision"}
    assert on_the_table <= set(APPEARANCES)


@pytest.mark.parametrize("colour", TILES)
def test_an_icon_of_a_tile_has_its_colour(colour):
    drawing = ET.fromstring(FOLDER.joinpath("icons", "colour", f"{colour}.svg").read_text())
    assert drawing[0].get("fill") == TILES[colour]["colour"]


def icon_folders():
    """List the folders of icons, one for each kind."""
    return FOLDER.joinpath("icons").iterdir()
