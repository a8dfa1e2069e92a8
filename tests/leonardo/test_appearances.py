"""Test the appearance of components of Maestro Leonardo: each has a colour, a letter, a pattern and our own icon."""

import re
from importlib.resources import files
from itertools import combinations
from math import dist
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.leonardo.wire.names import NAMES
from tests.azul.appearances import EYES, LEAST_DISTANCE, seen

FOLDER = files("domain.leonardo")
APPEARANCES: dict[str, dict[str, Any]] = msgspec.json.decode(FOLDER.joinpath("appearances.json").read_bytes())
PATTERNS = {"plain", "dots", "stripes", "cross", "waves", "check", "diamonds", "rings"}
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse"}
ICONS = [(kind, each) for kind, appearances in APPEARANCES.items() for each in appearances]


def icon(kind: str, each: str) -> str:
    return FOLDER.joinpath("icons", kind, f"{each}.svg").read_text(encoding="utf-8")


def test_everything_with_a_name_but_levels_players_and_fields_has_an_appearance() -> None:
    assert {kind: list(appearances) for kind, appearances in APPEARANCES.items()} == {
        kind: list(names) for kind, names in NAMES.things.items() if kind in APPEARANCES
    }
    assert set(NAMES.things) - set(APPEARANCES) <= {"level", "field", "ai_player"}


@pytest.mark.parametrize("kind", APPEARANCES)
def test_an_appearance_is_a_colour_a_letter_and_a_pattern(kind: str) -> None:
    for appearance in APPEARANCES[kind].values():
        assert set(appearance) == {"colour", "letter", "pattern"}
        assert re.fullmatch(r"#[0-9a-f]{6}", appearance["colour"])
        assert re.fullmatch(r"[A-Za-z0-9]{1,2}", appearance["letter"])
        assert appearance["pattern"] in PATTERNS


@pytest.mark.parametrize("kind", APPEARANCES)
def test_no_two_things_of_a_kind_have_the_same_letter(kind: str) -> None:
    letters = [appearance["letter"] for appearance in APPEARANCES[kind].values()]
    assert len(set(letters)) == len(letters)


@pytest.mark.parametrize("kind", ["component", "player_colour", "tier", "invention_type"])
def test_things_that_differ_in_colour_differ_in_pattern(kind: str) -> None:
    patterns = [appearance["pattern"] for appearance in APPEARANCES[kind].values()]
    assert len(set(patterns)) == len(patterns)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("kind", ["component", "player_colour", "tier", "invention_type"])
def test_colours_of_pieces_and_cards_differ_for_all_eyes(kind: str, eyes: str) -> None:
    for (one, first), (other, second) in combinations(APPEARANCES[kind].items(), 2):
        assert dist(seen(first["colour"], eyes), seen(second["colour"], eyes)) > LEAST_DISTANCE, (one, other)


@pytest.mark.parametrize(("kind", "each"), ICONS)
def test_an_icon_is_a_small_drawing_of_simple_shapes(kind: str, each: str) -> None:
    picture = icon(kind, each)
    assert len(picture.encode()) <= 2048
    root = ET.fromstring(picture)
    assert root.get("viewBox") == "0 0 64 64"
    assert {element.tag.split("}")[1] for element in root.iter()} <= SHAPES
    assert not {name for element in root.iter() for name in element.attrib} & {"id", "href", "style"}


def test_every_icon_belongs_to_a_thing() -> None:
    drawn = {(kind.name, file.name) for kind in FOLDER.joinpath("icons").iterdir() for file in kind.iterdir()}
    assert drawn == {(kind, f"{each}.svg") for kind, each in ICONS}
