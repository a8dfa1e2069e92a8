"""Helpers that the tests of `test_records.py` share with others."""

import pytest

from domain.record import Wire
from domain.verification import RecordMismatch, verify
from tests.rulesets.games import PLAYED


def parts(value: Wire) -> tuple[Wire, list[Wire]]:
    """Return the two parts of a record, without its hashes; both may be changed."""
    head = {name: each for name, each in value.items() if name not in ("setup", "events", "result", "hash")}
    hashed = [
        {name: each for name, each in entry.items() if name != "hash"} for entry in (value["setup"], *value["events"])
    ]
    return head, [*hashed, dict(value["result"])]


def fault(text: bytes) -> str:
    """Return what is wrong with a record."""
    with pytest.raises(RecordMismatch) as caught:
        verify(text, PLAYED)
    return str(caught.value)
