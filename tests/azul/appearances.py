"""Distances between colours as people with each kind of vision see them."""

LEAST_DISTANCE = 0.12
"""The distance in OKLab, where black and white are 1 apart; about six times the just noticeable difference."""
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
}
"""Matrices of linear red, green and blue for each kind of vision. Source: Machado, Oliveira and Fernandes (2009)."""


CONES = (
    (0.41222147, 0.53633254, 0.05144599),
    (0.2119035, 0.68069955, 0.10739696),
    (0.08830246, 0.28171884, 0.62997870),
)


OKLAB = (
    (0.21045426, 0.79361779, -0.00407205),
    (1.9779985, -2.42859221, 0.45059371),
    (0.02590404, 0.78277177, -0.80867577),
)


def mixed(matrix, values):
    """Multiply a matrix by a vector."""
    return tuple(sum(factor * value for factor, value in zip(row, values, strict=True)) for row in matrix)


def linear(colour):
    """Return the linear light of red, green and blue in a colour, each from 0 to 1."""
    values = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return tuple(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values)


def seen(colour, eyes):
    """Return the position in OKLab of a colour as these eyes see it."""
    light = tuple(min(1.0, max(0.0, value)) for value in mixed(EYES[eyes], linear(colour)))
    return mixed(OKLAB, tuple(value ** (1 / 3) for value in mixed(CONES, light)))
