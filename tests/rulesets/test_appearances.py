"""Test that icons are valid, distinguishable without colours, and safe in any page."""

import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.appearance import Appearance, Appearances, InvalidAppearances, read_appearances
from domain.registry import RULESETS

every_ruleset = pytest.mark.parametrize("name", RULESETS)
MOST_BYTES = 2048
SHAPES = {
    "svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "title",
}  # fmt: skip
"""The allowed elements of an icon: none can run code, load files or refer to other documents."""


def icons(name):
    """List the icons of a ruleset: kind, id and bytes."""
    return [(kind, each, icon) for (kind, each), icon in RULESETS[name].appearances.icons.items()]


@every_ruleset
def test_everything_with_an_appearance_has_a_name(name):
    """Add the id to its kind in `names.json`, or remove it from `appearances.json`."""
    named = RULESETS[name].names.things
    for kind, each, _ in RULESETS[name].appearances.listed():
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
    folder = files(f"domain.{name}").joinpath("icons")
    kinds = folder.iterdir() if folder.is_dir() else ()
    drawn = {(kind.name, file.name.removesuffix(".svg")) for kind in kinds for file in kind.iterdir()}
    assert drawn == set(RULESETS[name].appearances.icons)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Create an importable package with two components of one kind, and return its folder."""
    folder = tmp_path / f"drawn_{tmp_path.name}"
    (folder / "icons" / "colour").mkdir(parents=True)
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    for each in ("red", "blue"):
        (folder / "icons" / "colour" / f"{each}.svg").write_text(f"<svg>{each}</svg>")
    return folder


def written_appearances(package, **changes):
    """Return the appearances of a package in which the red component is changed."""
    red = {"colour": "#aa0000", "letter": "R", "pattern": "dots"} | changes
    blue = {"colour": "#0000aa", "letter": "B", "pattern": "plain"}
    (package / "appearances.json").write_bytes(msgspec.json.encode({"colour": {"red": red, "blue": blue}}))
    return read_appearances(package.name)


def test_a_ruleset_need_not_have_appearances():
    assert read_appearances("tests.template") == Appearances()


def test_appearances_are_read_with_their_icons(package):
    read = written_appearances(package)
    assert [*read.listed()] == [
        ("colour", "red", Appearance("#aa0000", "R", "dots")),
        ("colour", "blue", Appearance("#0000aa", "B", "plain")),
    ]
    assert read.icons == {("colour", "red"): b"<svg>red</svg>", ("colour", "blue"): b"<svg>blue</svg>"}


@pytest.mark.parametrize(
    "changes",
    [{"colour": "red"}, {"colour": "#AA0000"}, {"letter": ""}, {"letter": "Red"}, {"pattern": "tartan"}, {"size": 3}],
)
def test_an_appearance_outside_its_limits_is_rejected(package, changes):
    with pytest.raises(msgspec.ValidationError):
        written_appearances(package, **changes)


def test_two_things_of_a_kind_do_not_share_a_letter(package):
    with pytest.raises(InvalidAppearances, match=r"2 things of the kind 'colour' have the letter 'B'"):
        written_appearances(package, letter="B")


def test_an_appearance_without_an_icon_is_rejected(package):
    (package / "icons" / "colour" / "red.svg").unlink()
    with pytest.raises(InvalidAppearances, match=r"icons/colour/red\.svg is missing"):
        written_appearances(package)
