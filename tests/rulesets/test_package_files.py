"""Test that the files of a package are inside the package, of a limited size, and named in each error."""

import os

import pytest

from domain.appearance import read_appearances
from domain.data_files import read_names
from domain.introductions import read_introduction
from domain.lessons import read_lesson
from domain.package_files import MOST_BYTES, InvalidFile
from domain.paragraphs import read_paragraphs
from domain.ratings import read_ratings
from domain.scenarios import read_catalogue
from domain.sentences import read_sentences
from domain.translations import read_translations

READERS = {
    "appearances.json": read_appearances,
    "introduction.json": read_introduction,
    "lesson.json": lambda package: read_lesson("nim", package),
    "names.json": read_names,
    "scenarios.json": lambda package: read_catalogue("nim", package),
    "sentences.json": read_sentences,
    "strength.json": lambda package: read_ratings("nim", package),
    "texts.json": read_translations,
}
"""The reader of each JSON file of a package."""
ICON = '{"colour": {"../../secret": {"colour": "#aa0000", "letter": "R", "pattern": "plain"}}}'


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Return an importable package without files."""
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / f"nim_{tmp_path.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    return folder


def fault(read, package):
    with pytest.raises(InvalidFile) as found:
        read(package.name)
    return str(found.value)


@pytest.mark.parametrize(
    "content", [b"{", b'{"title": 3, "steps": 3, "en": 3, "seats": "two", "scenarios": 3}', b"[[[[3]]]]", b"\xff"]
)
@pytest.mark.parametrize("name", READERS)
def test_an_invalid_file_is_named(package, name, content):
    (package / name).write_bytes(content)
    assert fault(READERS[name], package).startswith(f"{name}: ")


@pytest.mark.parametrize("name", READERS)
def test_a_file_has_a_greatest_size(package, name):
    with (package / name).open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert fault(READERS[name], package) == f"{name} has more than 4 MB"


@pytest.mark.parametrize("name", READERS)
def test_a_link_to_a_file_outside_the_package_is_not_followed(package, name):
    outside = package.parent / "secret"
    outside.write_text("{}")
    (package / name).symlink_to(outside)
    assert fault(READERS[name], package) == f"{name} is not inside the package"


def test_an_icon_outside_the_package_is_not_read(package):
    (package / "icons" / "colour").mkdir(parents=True)
    (package.parent / "secret.svg").write_text("<svg/>")
    (package / "appearances.json").write_text(ICON.replace("../../", "../../../"))
    assert fault(read_appearances, package) == "icons/colour/../../../secret.svg is not inside the package"


def test_a_file_that_blocks_its_reader_counts_as_missing(package):
    os.mkfifo(package / "lesson.json")
    assert read_lesson("nim", package.name) is None


@pytest.mark.parametrize(("content", "why"), [(None, "RULES.md is missing"), (b"\xff", "RULES.md is not UTF-8")])
def test_rules_that_cannot_be_read_are_named(package, content, why):
    if content is not None:
        (package / "RULES.md").write_bytes(content)
    assert fault(read_paragraphs, package) == why
