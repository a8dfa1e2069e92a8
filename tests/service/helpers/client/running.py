"""Run the application in a test, with each response checked against the contract."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from flask import Flask

from domain.registry import PUBLISHED, RULESETS
from domain.ruleset import AnyRuleset
from service.app import create_app
from service.assembly import open_installation
from service.settings import Settings
from tests.service.examples import recording
from tests.service.examples.recording import RecordingClient
from tests.service.helpers.client.contract import HOSTED, faults_of
from tests.service.helpers.client.service import Service

BUILT_FROM = ("body_limit", "health_port", "metrics", "origins", "prefix", "tracing")
"""The settings that `create_app` reads itself. All others belong to the connected installation."""
LASTING: list[Mapping[str, AnyRuleset]] = [HOSTED, RULESETS, PUBLISHED]
"""Rulesets whose applications are used by several tests."""
_unused: dict[tuple[object, ...], list[tuple[Flask, list[str]]]] = {}
"""Applications that no test uses now, with their lists of violations, by the settings they were built from."""


def lasting(rulesets: dict[str, AnyRuleset]) -> dict[str, AnyRuleset]:
    """Return rulesets whose application is used by several tests."""
    LASTING.append(rulesets)
    return rulesets


@contextmanager
def running(settings: Settings, rulesets: Mapping[str, AnyRuleset] | None = None) -> Iterator[Service]:
    """Run the application with these settings in a block; afterwards fail for responses that violate the contract.

    Building an application takes longer than most tests. A later test with the same application gets it again,
    connected to an installation of its own. A test that records examples gets the published rulesets by default. Time
    slices never end, however slow the machine is, unless a test uses a clock for them.
    """
    if rulesets is None:
        rulesets = PUBLISHED if recording.is_active() else HOSTED
    built_from = (id(rulesets), *(getattr(settings, name) for name in BUILT_FROM))
    unused = _unused.setdefault(built_from, []) if any(rulesets is each for each in LASTING) else []
    app, faults = unused.pop() if unused else _build(settings, rulesets)
    opened = recording.repeatable(open_installation(settings, rulesets))
    app.extensions["bottega"] = replace(opened, sources=replace(opened.sources, elapsed=lambda: 0.0))
    service = Service(app)
    try:
        yield service
    finally:
        service.close()
    assert faults == [], faults
    unused.append((app, faults))


def _build(settings: Settings, rulesets: Mapping[str, AnyRuleset]) -> tuple[Flask, list[str]]:
    app = create_app(settings, rulesets)
    app.test_client_class = RecordingClient
    return app, faults_of(app)
