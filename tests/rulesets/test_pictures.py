"""Test the picture of a game, which consists of its icons."""

from xml.etree import ElementTree as ET

from domain.pictures import picture

ICON = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle r="{}"/></svg>'


def drawn(number):
    """Return left edge, width and radius of the icons of a picture, from the lowest to the highest."""
    root = ET.fromstring(picture([ICON.format(radius).encode() for radius in range(number)]))
    return [(each.get("x"), each.get("width"), each[0].get("r")) for each in root]


def test_the_first_of_several_icons_is_in_the_middle_in_front_of_the_others():
    assert drawn(7) == [
        ("36", "24", "4"),
        ("4", "24", "3"),
        ("36", "24", "2"),
        ("4", "24", "1"),
        ("13", "38", "0"),
    ]


def test_an_only_icon_fills_the_picture():
    assert drawn(1) == [("8", "48", "0")]


def test_an_icon_without_a_drawing_is_left_out():
    assert picture([b"<!-- nothing -->"]) == b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"></svg>\n'
