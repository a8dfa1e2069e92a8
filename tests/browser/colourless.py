"""Test that shapes, and not colours alone, distinguish the coloured things of a game."""

from itertools import combinations

import pytest

from domain.registry import RULESETS
from tests.browser.playing import requested, sit_down
from tests.browser.screens import BOARD, seated

ALIKE = 0.9
"""The least correlation of two pictures that show the same shape."""
SIZE, SQUARE, FLAT = 64, 16, 25
"""The pixels along a picture and along the squares that are compared, and the variance of a square of one grey."""
STRIPS = [range(start, start + SQUARE) for start in range(0, SIZE, SQUARE)]
LUMINANCES = """async (pictures) => {
  const size = SIZE;
  const read = async (svg) => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext("2d");
    canvas.drawImage(image, 0, 0, size, size);
    const { data } = canvas.getImageData(0, 0, size, size);
    return Array.from({ length: size * size }, (_, at) => {
      const [red, green, blue, alpha] = data.subarray(4 * at, 4 * at + 4);
      return alpha > 127 ? 0.2126 * red + 0.7152 * green + 0.0722 * blue : null;
    });
  };
  const names = Object.keys(pictures);
  const greys = await Promise.all(Object.values(pictures).map(read));
  return Object.fromEntries(names.map((name, at) => [name, greys[at]]));
}""".replace("SIZE", str(SIZE))
"""Returns the grey of each pixel of some pictures as a person without colour vision sees it; null where it is clear."""

TILES = """(ids) => Object.fromEntries(ids.map((id) => {
  const part = document.getElementById(id);
  const { x, y, width, height } = part.getBBox();
  const view = `viewBox="${x} ${y} ${width} ${height}" width="64" height="64"`;
  const defs = part.closest("defs").outerHTML;
  return [id, `<svg xmlns="http://www.w3.org/2000/svg" ${view}>${defs}<use href="#${id}"/></svg>`];
}))"""
"""Returns parts that a board draws several times, each as a picture."""


def likeness(one, other):
    """Return how alike two pictures are where they differ most: 1 if one is the other in other colours or inverted."""
    squares = [[row * SIZE + at for row in rows for at in columns] for rows in STRIPS for columns in STRIPS]
    return min(_correlation([one[at] for at in square], [other[at] for at in square]) for square in squares)


def _correlation(one, other):
    """Return how alike two parts of pictures are; 1 if both show nothing."""
    pairs = [(a, b) for a, b in zip(one, other, strict=True) if a is not None and b is not None]
    clear = sum((a is None) != (b is None) for a, b in zip(one, other, strict=True))
    if not pairs:
        return float(not clear)
    means = [sum(each) / len(pairs) for each in zip(*pairs, strict=True)]
    moved = [(a - means[0], b - means[1]) for a, b in pairs]
    spreads = [sum(each[side] ** 2 for each in moved) for side in (0, 1)]
    share = len(pairs) / (len(pairs) + clear)
    if min(spreads) < FLAT * len(pairs):
        return share * (max(spreads) < 4 * FLAT * len(pairs))
    return share * abs(sum(a * b for a, b in moved)) / (spreads[0] * spreads[1]) ** 0.5


def recoloured(page, pictures):
    """List the pairs of different pictures that only their colours distinguish."""
    found = page.evaluate(LUMINANCES, pictures)
    pairs = [each for each in combinations(found, 2) if pictures[each[0]] != pictures[each[1]]]
    return [(one, other) for one, other in pairs if likeness(found[one], found[other]) >= ALIKE]


def test_shapes_distinguish_the_tiles_on_the_board_of_azul(open_page, service):
    page = sit_down(open_page, service, seated(service, "azul"), 0)
    page.wait_for_selector(BOARD)
    colours = [each["id"] for each in requested(service, "/rulesets/azul")["names"] if each["kind"] == "colour"]
    tiles = page.evaluate(TILES, [f"azul-{colour}" for colour in colours])
    assert (len(tiles), recoloured(page, tiles)) == (len(colours), [])


def test_a_picture_in_other_colours_is_found(open_page):
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" stroke="#000">'
    shapes = {
        "red": '<circle cx="32" cy="32" r="24" fill="#f00"/></svg>',
        "pale": '<circle cx="32" cy="32" r="24" fill="#dde"/></svg>',
        "dotted": '<circle cx="32" cy="32" r="24" fill="#f00"/><circle cx="32" cy="32" r="4"/></svg>',
        "square": '<rect x="10" y="10" width="44" height="44" fill="#f00"/></svg>',
    }
    pictures = {name: head + shape for name, shape in shapes.items()}
    assert recoloured(open_page("about:blank"), pictures) == [("red", "pale")]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shapes_distinguish_the_icons_of_each_kind(open_page, service, ruleset):
    kinds = {}
    for each in requested(service, f"/rulesets/{ruleset}/icons")["icons"]:
        kinds.setdefault(each["kind"], {})[each["id"]] = each["svg"]
    page = open_page("about:blank")
    found = {kind: recoloured(page, pictures) for kind, pictures in kinds.items()}
    assert {kind: pairs for kind, pairs in found.items() if pairs} == {}
