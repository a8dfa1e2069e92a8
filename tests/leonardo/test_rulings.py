"""Test the published data of Maestro Leonardo: its rulings, and the constants for drawing it."""

from msgspec import UNSET

from domain.leonardo import RULESET

RULED = {
    *("1.2.3", "1.3.4", "2.1.4", "3.1.5", "3.5.5", "5.1.2", "5.1.3", "5.2.2", "5.2.4", "5.2.5", "5.2.9", "6.1.7"),
    *("7.2.2", "7.2.7", "7.2.10", "7.3.2", "7.4.6", "8.1.3", "8.1.4", "8.3.2", "8.4.3", "8.6.3", "8.6.6", "10.1.4"),
    *("10.1.5", "11.1.3", "11.2.4", "11.3.2", "11.3.3", "12.1.2", "12.1.3", "12.1.4", "12.4.1", "12.5.2"),
}
"""The paragraphs that rest on our own rulings, since no source settles them."""


def test_every_ruling_is_listed_with_its_paragraph() -> None:
    assert {each.paragraph for each in RULESET.paragraphs if each.ruling} == RULED


def test_the_constants_contain_the_numbers_of_the_rules() -> None:
    tables = RULESET.constants
    assert "".join(area.letter for area in tables.areas) == "ABCDEFGHI"
    sold = {area.area: area.sells for area in tables.areas if area.sells}
    assert sold == {
        "smith": "iron",
        "glassmaker": "glass",
        "carpenter": "wood",
        "brickworks": "brick",
        "ropemaker": "rope",
    }
    assert [area.area for area in tables.areas if area.italian is UNSET] == ["market"], "in the Czech rulebook alone"
    assert (tables.prices, tables.requested, tables.favours_each) == ((0, 2, 3, 4), (3, 4, 5, 5), (1, 2, 3, 3))
    assert (tables.variety_bonus, tables.work_track) == ((0, 0, 0, 8, 13, 20), 15)
    assert (tables.rounds, tables.city_rounds, tables.council_purchase) == (9, 7, 1)
    assert {side.side: side.robot_spaces for side in tables.lab_sides} == {3: 0, 4: 0, 5: 1, 6: 2}
