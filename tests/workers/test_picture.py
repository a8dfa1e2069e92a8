"""Test the chart of a game's course, with any players and names."""

import warnings
from xml.etree import ElementTree as ET

from service.resources.advice import Swing
from workers.jobs.analysis_chart import COLOURS, draw
from workers.jobs.analysis_report import GameCourse

SVG = "{http://www.w3.org/2000/svg}"


def course(seats, versions=(0, 5, 9), names=None):
    """Return a game in which all chances are equal until the first seat wins."""
    chances = [[1 / seats] * seats for _ in versions[1:]] + [[1.0] + [0.0] * (seats - 1)]
    return GameCourse(names or [f"{seat}: player" for seat in range(seats)], versions, chances, [])


def texts(picture):
    return [each.text for each in ET.fromstring(picture).iter(f"{SVG}text")]


def test_every_seat_has_a_line_of_its_own_colour_and_pattern():
    picture = draw(course(6)).decode()
    lines = [line for line in picture.split("<path") if "stroke-width: 1.5" in line]
    looks = [(colour, "dasharray" in line) for line in lines for colour in COLOURS if f"stroke: {colour}" in line]
    assert {colour for colour, _ in looks} == set(COLOURS[:6])
    assert {dashed for _, dashed in looks} == {True, False}


def test_the_decisions_that_cost_most_are_numbered_and_told():
    told = course(2, (0, 5, 9))
    picture = draw(GameCourse(told.names, told.versions, told.chances, [Swing(6, 1, 0.4), Swing(1, 0, 0.25)]))
    assert {"1", "2"} <= set(texts(picture))
    description = ET.fromstring(picture).find(f"{SVG}desc").text
    assert description == (
        "Chance to win of 2 seats over 9 versions. 0: player ends at 100%. 1: player ends at 0%. "
        "1. 1: player lost 40% at version 6. 2. 0: player lost 25% at version 1."
    )


def test_a_game_without_decisions_has_a_picture():
    assert "Course of the game" in texts(draw(course(2, (9,))))


def test_no_name_breaks_the_picture():
    names = ["0: <script>", "1: $\\frac{a$", "2: " + "long " * 20, "3: \x00\x1b\n", "4: 漢字 🎲"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        shown = texts(draw(course(5, names=names)))
    assert {"0: <script>", "1: $\\frac{a$", "2: long long long long …", "3: ���", "4: 漢字 🎲"} <= set(shown)


def test_the_same_course_gives_the_same_bytes():
    assert draw(course(3)) == draw(course(3))
