"""Test the guide "A board of its own": it lists what the kit exports and what a board gets, and shows a real board."""

import re
from pathlib import Path

from service.api.pages import manifest
from tests import zoo
from tests.workers.running import ROOT

GUIDE = (ROOT / "openapi" / "guides" / "boards.md").read_text(encoding="utf-8")
SOURCES = ROOT / "service" / "web_client" / "src"
BOARD = (Path(zoo.__file__).parent / "connect_four" / "board.js").read_text(encoding="utf-8")


def first_column(heading):
    """List the names in the first column of the table below a heading."""
    section = GUIDE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    cells = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return [name for cell in cells for name in re.findall(r"`([\w]+)`", cell)]


def exports(version):
    """List the names that the source of a kit exports."""
    text = (SOURCES / "kit" / f"kit-{version}.ts").read_text(encoding="utf-8")
    lists = re.findall(r"^export \{([^}]*)\} from", text, flags=re.MULTILINE)
    own = re.findall(r"^export const (\w+)", text, flags=re.MULTILINE)
    return sorted([each.strip() for names in lists for each in names.split(",")] + own)


def test_the_guide_lists_all_exports_of_the_kit():
    assert sorted(first_column("The kit")) == exports(1)


def test_the_build_lists_the_exports_of_each_kit_as_the_source_does():
    kits = {version: sorted(names) for version, names in manifest()["kits"].items()}
    assert kits == {version: exports(version) for version in kits}


def test_the_guide_lists_all_properties_of_a_board():
    text = (SOURCES / "kit" / "board.ts").read_text(encoding="utf-8")
    declared = text.partition("export type BoardProps")[2].partition("\n};")[0]
    assert first_column("Properties") == re.findall(r"^  (\w+)\??: ", declared, flags=re.MULTILINE)


def test_the_guide_shows_parts_of_a_board_that_is_tested():
    shown = re.findall(r"^```js\n(.*?)^```", GUIDE, flags=re.DOTALL | re.MULTILINE)
    assert [part for part in shown if part not in BOARD] == []
    assert f"of {len(BOARD.splitlines())} lines" in " ".join(GUIDE.split())
