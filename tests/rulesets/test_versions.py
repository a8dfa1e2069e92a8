"""Test the choice among versions of a ruleset that are hosted side by side, and what is wrong among them."""

from dataclasses import replace
from datetime import date

import pytest

from domain.registry import RULESETS
from domain.versions import faults_of, version_for, versions_of
from tests.tiny import TINY

DEPRECATED, SUNSET = date(2026, 11, 1), date(2027, 3, 1)
TINY_2 = replace(TINY, name="tiny_v2", version=2, version_of="tiny")
SIDE_BY_SIDE = {"tiny": replace(TINY, deprecated=DEPRECATED, sunset=SUNSET), "tiny_v2": TINY_2}


def test_versions_are_listed_latest_first():
    third = replace(TINY_2, name="tiny_v3", version=3)
    hosted = {**SIDE_BY_SIDE, third.name: third}
    assert [each.version for each in versions_of(hosted, TINY_2)] == [3, 2, 1]
    assert version_for(hosted, "tiny", None) is third
    assert version_for(hosted, "tiny", 1) is SIDE_BY_SIDE["tiny"]
    assert version_for(hosted, "tiny_v2", None) is TINY_2
    assert version_for(hosted, "tiny_v2", 1) is version_for(hosted, "go", None) is None


def test_the_hosted_versions_have_no_faults():
    assert faults_of(RULESETS) == faults_of(SIDE_BY_SIDE) == []


@pytest.mark.parametrize(
    ("first", "later", "fault"),
    [
        ({}, {}, "tiny: `deprecated` is missing, although tiny_v2 is a later version."),
        ({}, {"version": 1}, "tiny: another hosted version of the game is called 1, too."),
        ({"deprecated": DEPRECATED}, {"deprecated": DEPRECATED}, "tiny_v2: `deprecated` needs a later version."),
        ({"deprecated": SUNSET, "sunset": DEPRECATED}, {}, "tiny: `sunset` lies before `deprecated`."),
        ({"sunset": SUNSET}, {}, "tiny: `deprecated` is missing, although tiny_v2 is a later version."),
    ],
)
def test_a_fault_among_versions_is_found(first, later, fault):
    hosted = {"tiny": replace(TINY, **first), "tiny_v2": replace(TINY_2, **later)}
    assert fault in faults_of(hosted)
