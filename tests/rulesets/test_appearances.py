"""Test how appearances and icons are read from a package."""

import msgspec
import pytest

from domain.appearance import Appearance, Appearances, InvalidAppearances, read_appearances
from domain.package_files import InvalidFile


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
    assert read_appearances("tests.tiny") == Appearances()


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
    with pytest.raises(InvalidFile, match=r"^appearances\.json: "):
        written_appearances(package, **changes)


def test_two_things_of_a_kind_do_not_share_a_letter(package):
    with pytest.raises(InvalidAppearances, match=r"2 things of the kind 'colour' have the letter 'B'"):
        written_appearances(package, letter="B")


def test_an_appearance_without_an_icon_is_rejected(package):
    (package / "icons" / "colour" / "red.svg").unlink()
    with pytest.raises(InvalidAppearances, match=r"icons/colour/red\.svg is missing"):
        written_appearances(package)
