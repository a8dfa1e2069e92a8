"""Test the data file of the inventions (section 2): its content, and the rejection of unusable tables."""

from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.data_files import DATA_FILES_VARIABLE, BadDataFile, read_data_file
from domain.leonardo.rules.inventions import BY_TIER, RECIPE, TIER, TYPE, WEEKS
from domain.leonardo.wire.card_list import CARDS, DataFile, _load, check_inventions
from domain.leonardo.wire.constants import KINDS, TIERS, TYPES

Row = dict[str, Any]


def rows() -> list[Row]:
    """Return the rows of the packaged table."""
    packaged: dict[str, Any] = msgspec.json.decode(files("domain.leonardo").joinpath("inventions.json").read_bytes())
    return list(packaged["inventions"])


def write(folder: Path, table: list[Row]) -> Path:
    """Write an operator's table and return its file."""
    file = folder / "leonardo.json"
    file.write_bytes(msgspec.json.encode({"inventions": table}))
    return file


def test_tier_weeks_and_number_of_components_go_together() -> None:
    """2.1.2"""
    for number, card in enumerate(CARDS, 1):
        assert card.number == number
        assert WEEKS[number] == (4, 7, 11, 15)[TIER[number]]
        assert sum(RECIPE[number]) == TIER[number] + 1


def test_each_type_has_one_card_of_the_lower_tiers_and_two_gold_ones() -> None:
    """2.3.3"""
    assert Counter((card.type, card.tier) for card in CARDS) == Counter(
        {(kind, tier): 2 if tier == "gold" else 1 for kind in TYPES for tier in TIERS}
    )


def test_each_kind_of_component_occurs_14_times() -> None:
    """2.3.3"""
    assert [sum(recipe[kind] for recipe in RECIPE) for kind in range(len(KINDS))] == [14] * 5


def test_the_statements_of_the_rulebooks_about_single_cards_hold() -> None:
    """2.3.1"""
    assert BY_TIER[3] == tuple(range(16, 26))
    assert TYPE[8] == TYPE[13]
    assert (WEEKS[13], CARDS[12].first) == (7, 8)
    assert (CARDS[1].components, WEEKS[2]) == ({"wood": 1}, 4)
    assert CARDS[6].components == {"wood": 1, "rope": 1}
    assert CARDS[24].components == {"glass": 2, "wood": 2}
    assert max(len(card.components) for card in CARDS) == max(max(card.components.values()) for card in CARDS) == 2
    assert {card.first for card in CARDS[15:]} == {20}
    assert (CARDS[11].components, WEEKS[12], CARDS[11].first, CARDS[11].later) == ({"wood": 2, "glass": 1}, 11, 13, 10)


def test_values_without_a_source_follow_a_pattern() -> None:
    """2.1.1, 2.3.2"""
    leading = dict(zip(TYPES, ("iron", "wood", "rope", "brick", "glass"), strict=True))
    prices = {"bronze": (5, 4), "copper": (8, 6), "silver": (13, 10), "gold": (20, 16)}
    for card in CARDS:
        assert card.type == TYPES[(card.number - 1) % 5]
        assert next(iter(card.components)) == leading[card.type]
        assert (card.first, card.later) == prices[card.tier]


def test_the_weakest_cells_are_marked_as_reconstructed() -> None:
    """2.3.4"""
    assert {CARDS[number - 1].provenance.tier for number in (8, 13)} == {"reconstructed"}
    assert {card.provenance.first for card in CARDS if card.tier == "bronze"} == {"reconstructed"}
    assert {card.provenance.later for card in CARDS} == {"reconstructed"}


def _swap_tiers(table: list[Row]) -> None:
    """Make 16 a silver invention; no deck can be built then."""
    table[15].update(tier="silver", components={"iron": 2, "glass": 1})


def _all_copper(table: list[Row]) -> None:
    """Leave one bronze card only."""
    others = ({"iron": 1, "brick": 1}, {"wood": 1, "glass": 1}, {"rope": 1, "glass": 1}, {"brick": 1, "wood": 1})
    for number, components in zip((2, 3, 4, 5), others, strict=True):
        table[number - 1].update(tier="copper", components=components)


SPOILT: list[tuple[str, Callable[[list[Row]], object]]] = [
    ("the inventions must be numbered 1 to 25", lambda table: table.pop()),
    ("the inventions must be numbered 1 to 25", lambda table: table[4].update(number=4)),
    ("invention 3: there is no component 'gold'", lambda table: table[2].update(components={"gold": 1})),
    ("invention 3: there is no type 'magic'", lambda table: table[2].update(type="magic")),
    ("invention 3: there is no tier 'tin'", lambda table: table[2].update(tier="tin")),
    ("invention 3: bronze does not go with 2", lambda table: table[2].update(components={"rope": 2})),
    ("invention 16: 16 to 25 are gold", _swap_tiers),
    ("invention 5: needs the same components as 1", lambda table: table[4].update(components={"iron": 1})),
    ("bronze: 1 inventions, but the deck needs", _all_copper),
]


@pytest.mark.parametrize(("fault", "spoil"), SPOILT)
def test_a_data_file_that_the_rules_cannot_use_is_rejected_with_its_row(
    fault: str, spoil: Callable[[list[Row]], object]
) -> None:
    """1.1.5, 2.4.1, 2.4.2"""
    table = rows()
    spoil(table)
    data = msgspec.convert({"inventions": table}, DataFile)
    with pytest.raises(BadDataFile) as caught:
        check_inventions(data.inventions, "table.json")
    assert str(caught.value).startswith(f"table.json: {fault}")


def test_an_operators_data_file_replaces_the_packaged_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = rows()
    table[0]["first"] = 6
    file = write(tmp_path, table[::-1])
    monkeypatch.setenv(DATA_FILES_VARIABLE, str(tmp_path))
    data, origin = read_data_file("leonardo", "inventions.json", DataFile)
    assert (origin, data.inventions[-1].first) == (str(file), 6)
    assert [card.number for card in _load()] == list(range(1, 26))


def test_a_directory_without_a_data_file_leaves_the_packaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_FILES_VARIABLE, str(tmp_path))
    data, origin = read_data_file("leonardo", "inventions.json", DataFile)
    assert (origin, data.inventions) == ("inventions.json", CARDS)


def test_a_missing_directory_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATA_FILES_VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(BadDataFile, match=r"nowhere: there is no such directory \(BOTTEGA_DATA_FILES\)$"):
        read_data_file("leonardo", "inventions.json", DataFile)


@pytest.mark.parametrize("content", [b"{", b'{"inventions": [{"number": 26}]}', b"\xff"])
def test_an_invalid_data_file_is_rejected_with_its_name(
    content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = write(tmp_path, [])
    file.write_bytes(content)
    monkeypatch.setenv(DATA_FILES_VARIABLE, str(tmp_path))
    with pytest.raises(BadDataFile) as caught:
        read_data_file("leonardo", "inventions.json", DataFile)
    assert caught.value.origin == str(file)


def test_an_unreadable_data_file_is_rejected_with_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leonardo.json").mkdir()
    monkeypatch.setenv(DATA_FILES_VARIABLE, str(tmp_path))
    with pytest.raises(BadDataFile) as caught:
        read_data_file("leonardo", "inventions.json", DataFile)
    assert caught.value.fault == "Is a directory"
