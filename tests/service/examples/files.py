"""Write the recorded examples into one file for each operation, and compare with these files."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from domain.registry import PUBLISHED
from service.contract.examples import DIRECTORY, recorded
from tests.service.examples.marks import FIRST, Example, operations
from tests.service.examples.recording import Exchange, Recording

Json = dict[str, Any]
UNRECORDED = {
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Bottega-Time",
    "Content-Length",
    "Content-Type",
    "Date",
    "X-Request-Id",
}
"""Headers of a response that an example omits."""


def entry(example: Example, recording: Recording) -> Json:
    """Return the entry of an example in the file of its operation."""
    exchange = _exchange(example, recording)
    request, response = exchange.request, exchange.response
    sent = {"body": request.body} if request.body is not None else {"text": request.text} if request.text else {}
    got = {} if exchange.body is None else {"media_type": response.mimetype, "body": exchange.body}
    headers = {key: value for key, value in response.headers.items() if key not in UNRECORDED}
    ruleset = example.ruleset or (FIRST if example.code else "")
    return {
        "name": example.name,
        "summary": example.summary,
        **({"ruleset": ruleset} if ruleset else {}),
        "request": {"method": request.method, "path": request.path, "headers": dict(request.headers), **sent},
        "response": {"status": response.status_code, "headers": headers, **got},
    }


def _exchange(example: Example, recording: Recording) -> Exchange:
    """Return the last exchange of a test with the code or the status of an example."""
    own = [each for each in recording.exchanges if each.operation == example.operation]
    if example.code:
        found = [each for each in own if each.code == example.code]
    else:
        found = [each for each in own if _fits(example.status, each.response.status_code)]
    seen = [(each.operation, each.response.status_code, each.code) for each in recording.exchanges]
    assert found, f"the test has no exchange for {example}; it has {seen}"
    return found[-1]


def _fits(expected: int, status: int) -> bool:
    return status == expected if expected else status < 400


@cache
def stored(operation: str) -> Mapping[tuple[int, str], Json]:
    """Return the committed examples of an operation by status and name."""
    return {(each["response"]["status"], each["name"]): each for each in recorded(operation)}


def compare(operation: str, fresh: Json) -> None:
    """Fail for an entry that differs from the committed one."""
    known = stored(operation).get((fresh["response"]["status"], fresh["name"]))
    assert json.loads(json.dumps(fresh)) == known, f"{operation} {fresh['name']} has changed: run `make openapi`"


def write(fresh: Iterable[tuple[str, Json]], directory: Path = DIRECTORY) -> None:
    """Write a file for each operation, and delete the files of operations that no longer exist."""
    by_operation: dict[str, list[Json]] = defaultdict(list)
    for operation, each in fresh:
        by_operation[operation].append(each)
    directory.mkdir(exist_ok=True)
    for operation, entries in by_operation.items():
        (directory / f"{operation}.json").write_text(_in_lines(_in_order(operation, entries)), encoding="utf-8")
    for path in directory.glob("*.json"):
        if path.stem not in by_operation:
            path.unlink()


def _in_order(operation: str, entries: Iterable[Json]) -> Sequence[Json]:
    """Sort entries as the contract lists statuses and codes; successes without a name come first."""
    responses = operations()[operation]["responses"]

    def place(each: Json) -> tuple[Any, ...]:
        status, name, rulesets = str(each["response"]["status"]), each["name"], [*PUBLISHED]
        codes = responses[status].get("x-codes", [])
        if name in codes:
            return [*responses].index(status), 1, codes.index(name), ""
        ruleset = each.get("ruleset", "")
        called = name.removeprefix(ruleset) if ruleset else name.removeprefix("example")
        return [*responses].index(status), 0, rulesets.index(ruleset) if ruleset else 0, called

    return sorted(entries, key=lambda each: (place(each)[:2], place(each)[3], place(each)[2]))


def _in_lines(entries: Sequence[Json]) -> str:
    """Return a list of objects with one field per line, so that diffs show whole examples."""
    lines = [
        ",\n".join(f"  {json.dumps(name)}: {json.dumps(part, ensure_ascii=False)}" for name, part in each.items())
        for each in entries
    ]
    return "[\n" + ",\n".join(f" {{\n{each}\n }}" for each in lines) + "\n]\n"
