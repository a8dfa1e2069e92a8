"""Test the chart of a game's course, with any players and names."""

from xml.etree import ElementTree as ET

from service.resources.advice import Swing
from workers.jobs.analysis_chart import COLOURS, PATTERNS, draw
from workers.jobs.analysis_report import GameCourse

SVG = "{http://www.w3.org/2000/svg}"


def course(seats, versions=(0, 5, 9), names=None):
    """Return a game in which all chances are equal until the first seat wins."""
    chances = [[1 / seats] * seats for _ in versions[1:]] + [[1.0] + [0.0] * (seats - 1)]
    return GameCourse(names or [f"{seat}: player" for seat in range(seats)], versions, chances, [])


def texts(picture):
    return [each.text for each in ET.fromstring(picture).iter(f"{SVG}text")]


def test_every_seat_has_its_own_line_colour_and_pattern():
    picture = draw(course(6)).decode()
    styles = {line.get("style") for line in ET.fromstring(picture).iter(f"{SVG}path") if line.get("class") == "way"}
    expected = zip(COLOURS[:6], [*PATTERNS, PATTERNS[0]], strict=True)
    assert styles == {f"stroke:{colour};stroke-dasharray:{pattern}" for colour, pattern in expected}


def test_the_costliest_decisions_are_numbered_and_described():
    output = course(2, (0, 5, 9))
    picture = draw(GameCourse(output.names, output.versions, output.chances, [Swing(6, 1, 0.4), Swing(1, 0, 0.25)]))
    assert {"1", "2"} <= set(texts(picture))
    description = ET.fromstring(picture).find(f"{SVG}desc").text
    assert description == (
        "Chance to win of 2 seats over 9 versions. 0: player ends at 100%. 1: player ends at 0%. "
        "1. 1: player lost 40% at version 6. 2. 0: player lost 25% at version 1."
    )


def test_a_game_without_decisions_has_a_chart():
    assert "Course of the game" in texts(draw(course(2, (9,))))


def test_any_name_fits_the_chart():
    names = ["0: <script>", "1: $\\frac{a$", "2: " + "long " * 20, "3: \x00\x1b\n", "4: 漢字 🎲"]
    shown = texts(draw(course(5, names=names)))
    assert {"0: <script>", "1: $\\frac{a$", "2: long long long long …", "3: ���", "4: 漢字 🎲"} <= set(shown)


def test_the_same_course_produces_the_same_bytes():
    assert draw(course(3)) == draw(course(3))
