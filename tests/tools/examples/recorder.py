"""Record an example of everything that the contract declares: each success, each rejection, each problem."""

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from domain.registry import PUBLISHED
from domain.ruleset import AnyRuleset
from service.app import export_contract
from service.contract import document
from tests.tools.examples import (  # noqa: F401  # enter their examples
    NotRecorded,
    accounts,
    blocks,
    changed_requests,
    lobby,
    notifications,
    queues,
    ratings,
    seeks,
    tournament_failures,
    webhooks,
)
from tests.tools.examples.failures import FAILURES
from tests.tools.examples.harness import UNRECORDED, Exchange, Harness, harness, write_json
from tests.tools.examples.requests import SAMPLES, Sample

Json = dict[str, Any]


def record(
    redis_url: str, rulesets: Mapping[str, AnyRuleset] = PUBLISHED, samples: Sequence[Sample] = SAMPLES
) -> dict[str, list[Json]]:
    """Record every example on a Redis that nothing else uses; return them by operation.

    Raises NotRecorded for a declared response without an example, and for an example with another response.
    """
    declared = list(operations(rulesets))
    missing = [reported for each in declared for reported in _missing(each, samples)]
    if missing:
        raise NotRecorded("\n".join(missing))
    with harness(redis_url, rulesets) as opened:
        return {each["operationId"]: list(_operation(opened, each, samples)) for each in declared}


def write(directory: Path, recorded: Mapping[str, list[Json]]) -> None:
    """Write a file for each operation, and delete the files of operations that no longer exist."""
    directory.mkdir(exist_ok=True)
    for operation, examples in recorded.items():
        write_json(directory / f"{operation}.json", examples)
    for path in directory.glob("*.json"):
        if path.stem not in recorded:
            path.unlink()


def operations(rulesets: Mapping[str, AnyRuleset]) -> Iterator[Json]:
    """List the operations of the contract."""
    yield from (operation for *_, operation in document.operations(json.loads(export_contract(rulesets))))


def _missing(operation: Json, samples: Sequence[Sample]) -> Iterator[str]:
    """Return the declared responses of an operation without an example."""
    name = operation["operationId"]
    sampled = {each.status for each in samples if each.operation == name}
    for status, response in operation["responses"].items():
        if int(status) not in sampled and (int(status) < 400 or "x-rejections" in response):
            yield f"{name} has no example of {status}: add one to tests/tools/examples/requests.py"
        for code in response.get("x-codes", ()):
            if not {(code, name), (code, None)} & set(FAILURES):
                yield f"{name} has no example of {status} {code}: add one to tests/tools/examples/failures.py"


def _operation(harness: Harness, operation: Json, samples: Sequence[Sample]) -> Iterator[Json]:
    """Record all examples of one operation: by status, in the order of their registration."""
    own = [each for each in samples if each.operation == operation["operationId"]]
    for status, response in operation["responses"].items():
        for each in (each for each in own if each.status == int(status)):
            yield from _sample(harness, each)
        for code in response.get("x-codes", ()):
            yield _problem(harness, own[0], int(status), code)


def _sample(harness: Harness, sample: Sample) -> Iterator[Json]:
    """Record a sample, once for each ruleset if its responses differ."""
    for ruleset in list(harness.rulesets.values())[: None if sample.each else 1]:
        name = "_".join(part for part in (ruleset.name if sample.each else "", sample.called) if part) or "example"
        harness.begin(f"{sample.operation} {sample.status} {name}")
        exchange = harness.send(sample.make(harness, ruleset))
        if exchange.response.status_code != sample.status:
            raise NotRecorded(f"{sample.operation} {sample.status} {name}: got {_got(exchange)}")
        yield _entry(harness, exchange, name, sample.summary, ruleset.name if sample.each else None)


def _problem(harness: Harness, sample: Sample, status: int, code: str) -> Json:
    """Record a problem of an operation."""
    way = FAILURES.get((code, sample.operation)) or FAILURES[code, None]
    ruleset = next(iter(harness.rulesets.values()))
    harness.begin(f"{sample.operation} {status} {code}")
    exchange = way.break_request(harness, ruleset, sample.make(harness, ruleset))
    if (exchange.response.status_code, exchange.code) != (status, code):
        raise NotRecorded(f"{sample.operation} {status} {code}: got {_got(exchange)}")
    return _entry(harness, exchange, code, way.summary, ruleset.name)


def _entry(harness: Harness, exchange: Exchange, name: str, reported: str, ruleset: str | None) -> Json:
    """Return the entry of an example; `ruleset` is the one that it needs."""
    request, response = exchange.request, exchange.response
    sent = {"body": request.body} if request.body is not None else {"text": request.text} if request.text else {}
    got = {} if exchange.body is None else {"media_type": response.mimetype, "body": exchange.body}
    headers = {key: value for key, value in response.headers.items() if key not in UNRECORDED}
    return {
        "name": name,
        "summary": reported,
        **({"ruleset": ruleset} if ruleset else {}),
        "request": {"method": request.method, "path": request.path, "headers": dict(request.headers), **sent},
        "response": {"status": response.status_code, "headers": headers, **got},
    }


def _got(exchange: Exchange) -> str:
    """Describe the response that came instead."""
    return f"{exchange.response.status_code} {exchange.response.text[:300]}"
