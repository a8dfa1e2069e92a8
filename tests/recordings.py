"""The recorded games of a ruleset."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from domain.record import Wire
from domain.ruleset import AnyRuleset

FOLDER = Path(__file__).parent / "golden"


def recordings(ruleset: AnyRuleset) -> list[Wire]:
    """Return the records of a ruleset."""
    return [msgspec.json.decode(file.read_bytes()) for file in sorted((FOLDER / ruleset.name).glob("*.json"))]


def facts(ruleset: AnyRuleset, record: Wire) -> Iterator[object]:
    """List the facts of a recorded game."""
    for entry in (record["setup"], *record["events"]):
        for reported in entry["facts"]:
            yield msgspec.convert(reported["fact"], ruleset.fact_type)
