"""Test that the mark `no_cover` stops the measurement of coverage, also in the workers of pytest-xdist."""

import sys

import pytest


@pytest.mark.no_cover
def test_a_test_with_the_mark_is_not_traced() -> None:
    assert sys.gettrace() is None
