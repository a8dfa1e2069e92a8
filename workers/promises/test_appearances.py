"""Test the appearances of every ruleset: names and icons."""

import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest

from workers.promises.games import NAMES, PLAYED

MOST_BYTES = 2048
SHAPES = {
    "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "title",
}  # fmt: skip
"""The allowed elements of an icon: none can run code, load files or refer to other documents."""


every_ruleset = pytest.mark.parametrize("name", NAMES)


def icons(name):
    """List the icons of a ruleset: kind, id and bytes."""
    return [(kind, each, icon) for (kind, each), icon in PLAYED[name].appearances.icons.items()]


@every_ruleset
def test_everything_with_an_appearance_has_a_name(name):
    """Add the id to its kind in `names.json`, or remove it from `appearances.json`."""
    named = PLAYED[name].names.things
    for kind, each, _ in PLAYED[name].appearances.listed():
        assert each in named.get(kind, {}), (kind, each)


@every_ruleset
def test_each_icon_is_a_small_inert_drawing_of_64_by_64(name):
    """Draw the icon with plain shapes only, `viewBox="0 0 64 64"` and at most 2 kB."""
    for kind, each, icon in icons(name):
        drawing = ET.fromstring(icon)
        used = [*drawing.iter()]
        shapes = {part.tag.removeprefix("{http://www.w3.org/2000/svg}") for part in used}
        attributes = {attribute for part in used for attribute in part.attrib}
        assert drawing.get("viewBox") == "0 0 64 64", (kind, each)
        assert shapes <= SHAPES, (kind, each)
        assert not {attribute for attribute in attributes if re.search("^on|^id$|href|^style$|^class$", attribute)}
        assert not any("url(" in value for part in used for value in part.attrib.values()), (kind, each)
        assert len(icon) <= MOST_BYTES, (kind, each)


@every_ruleset
def test_each_icon_belongs_to_something_with_an_appearance(name):
    """Remove icons whose id is not in `appearances.json`."""
    folder = files(PLAYED[name].package).joinpath("icons")
    kinds = folder.iterdir() if folder.is_dir() else ()
    drawn = {(kind.name, file.name.removesuffix(".svg")) for kind in kinds for file in kind.iterdir()}
    assert drawn == set(PLAYED[name].appearances.icons)
