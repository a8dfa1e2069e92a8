"""Run the application in a test, with each response checked against the contract."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from flask import Flask

from domain.registry import RULESETS
from domain.ruleset import AnyRuleset
from service.app import create_app
from service.assembly import open_bottega
from service.settings import Settings
from tests.service.contract import HOSTED, faults_of
from tests.service.table import Service

BUILT_FROM = ("body_limit", "health_port", "metrics", "origins", "tracing")
"""The settings that `create_app` reads itself. All others belong to the connected installation."""

_unused: dict[tuple[object, ...], list[tuple[Flask, list[str]]]] = {}
"""Applications that no test uses now, with their lists of violations, by the settings they were built from."""


@contextmanager
def running(settings: Settings, rulesets: Mapping[str, AnyRuleset] = HOSTED) -> Iterator[Service]:
    """Run the application with these settings in a block; afterwards fail for responses that violate the contract.

    Building an application takes longer than most tests. A later test with the same application gets it again,
    connected to an installation of its own.
    """
    built_from = (id(rulesets), *(getattr(settings, name) for name in BUILT_FROM))
    unused = _unused.setdefault(built_from, []) if any(rulesets is each for each in (HOSTED, RULESETS)) else []
    app, faults = unused.pop() if unused else _build(settings, rulesets)
    app.extensions["bottega"] = open_bottega(settings, rulesets)
    service = Service(app)
    try:
        yield service
    finally:
        service.close()
    assert faults == [], faults
    unused.append((app, faults))


def _build(settings: Settings, rulesets: Mapping[str, AnyRuleset]) -> tuple[Flask, list[str]]:
    app = create_app(settings, rulesets)
    return app, faults_of(app)
