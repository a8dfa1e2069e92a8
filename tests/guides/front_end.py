"""The program of the front end guides with fetch, and a check of the lines that it prints."""

import re

from tests.guides.programs import program

COMPARE = """
const sorted = (_, value) => value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort()) : value;
const same = (one, other) => JSON.stringify(one, sorted) === JSON.stringify(other, sorted);
if (!same(state, await look())) throw new Error("The patched state differs from the state of the service.");
const replayed = [];
for await (const event of events(0)) replayed.push(event.version);
const expected = Array.from({ length: state.version }, (_, index) => index + 1);
if (!same(replayed, expected)) throw new Error("An event is missing.");
if (!same(followed, seen)) throw new Error("The seat and the spectator received different events.");
"""
FRONT_END = program("front-end-fetch.md", "js") + program("front-end-more.md", "js") + COMPARE


def judge(lines):
    """Check the lines that the front end prints."""
    assert lines[0] == "game of Ada and Bruno"
    assert re.fullmatch(r'\d+ legal actions, the first of them {"type":"draft_tiles",.*}', lines[1])
    assert lines[2].startswith("the game is at version ")
    assert sorted(line.split(":")[0] for line in lines[3:5]) == ["Ada", "Bruno"]
    assert lines[5:7] == [
        "One tile is left to draft. draft_tiles: accepted",
        "The source has no tiles. draft_tiles: source_empty",
    ]
    assert lines[7].startswith("wrong_decision: Questo tipo di azione ora non è possibile. (12.1.1, ")
    waiting = lines.index("the chart is not ready yet")
    hints = lines[8 : waiting - 1]
    assert hints
    assert all(re.fullmatch(r"seat \d should \w+, tried \d+ times; \d+ hints left", line) for line in hints)
    assert re.fullmatch(r"watched ([1-9]\d*) of \1 events", lines[waiting - 1])
    assert set(lines[waiting:-2]) == {"the chart is not ready yet"}
    assert lines[-2] == "a chart of type image/svg+xml"
    assert re.fullmatch(r"\d decisions analysed, 0 and 0 blunders", lines[-1])
