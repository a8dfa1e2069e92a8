"""Check the output of the front end of the guide, in any environment."""

import re

from tests.guides.programs import program

COMPARE = """
const sorted = (_, value) => value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
const same = (one, other) => JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
if (!same(view, await look())) throw new Error("The view that patches have kept up to date is not the one served.");
if (!same(replayed.map((event) => event.version), seen)) throw new Error("An event was missed.");
if (!same(followed, seen)) throw new Error("An event was missed that a ticket shows.");
"""
FRONT_END = program("front-end.md", "js") + COMPARE


def judge(told):
    """Check the lines that the front end has printed."""
    assert told[0] == "game of Ada and Bruno"
    assert re.fullmatch(r'\d+ legal actions, the first of them {"type":"draft_tiles",.*}', told[1])
    assert told[2].startswith("wrong_decision: È dovuta un'altra decisione (12.1.1, ")
    events = re.fullmatch(r"watched (\d+) of \1 events", told[4]).group(1)
    assert sorted(line.split(":")[0] for line in told[5:7]) == ["Ada", "Bruno"]
    assert told[7] == f"read {events} events again"
    assert told[8:10] == [
        "One tile is left to draft. draft_tiles: accepted",
        "There are no tiles. draft_tiles: source_empty",
    ]
    waiting = told.index("the picture is not ready yet")
    assert waiting > 10
    assert all(re.fullmatch(r"seat \d should \w+, tried \d+ times; \d+ hints left", line) for line in told[10:waiting])
    assert set(told[waiting:-2]) == {"the picture is not ready yet"}
    assert told[-2] == "a picture of type image/svg+xml"
    assert re.fullmatch(r"\d decisions judged, 0 and 0 blunders", told[-1])
