"""Find the known scenarios that a change of the rules leaves as they are, so that only the others need a search."""

from collections.abc import Collection, Iterator

import msgspec

from domain import replay
from domain.actions import IllegalAction, check, read_action
from domain.dice import Seed
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset
from domain.scenarios import Catalogue, Scenario
from workers.promises.scenarios.scenes import Scenes
from workers.promises.scenarios.search import Found, as_json, verdict


def still_shown(
    ruleset: AnyRuleset, scenes: Scenes, required: Collection[str], known: Catalogue
) -> Iterator[tuple[str, Found]]:
    """Yield each required scenario that still shows what its name says, with its path."""
    for scenario in known.scenarios:
        if scenario.name in required and (way := _path(ruleset, scenes, scenario)):
            yield scenario.name, way


def _path(ruleset: AnyRuleset, scenes: Scenes, scenario: Scenario) -> Found | None:
    """Return the path to a scenario; None if an action on it is illegal, or if it shows something else."""
    try:
        options = msgspec.convert(scenario.options, ruleset.options_type)
        log = [(each.seat, read_action(ruleset, each.action)) for each in scenario.actions]
        position = replay.start(ruleset, options, scenario.seats, Seed(bytes.fromhex(scenario.seed)))
        for seat, action in log:
            check(ruleset, position.state, seat, action)
            replay.step(ruleset, position, seat, action, Seed(bytes.fromhex(scenario.seed)))
    except (msgspec.ValidationError, IllegalAction):
        return None
    if not _shows(ruleset, scenes, scenario, position):
        return None
    seat, wire, code = scenario.shows.seat, scenario.shows.action, scenario.code or None
    return Found(options, scenario.seats, bytes.fromhex(scenario.seed), tuple(log), seat, wire, code)


def _shows(ruleset: AnyRuleset, scenes: Scenes, scenario: Scenario, position: GamePosition[object]) -> bool:
    """Whether the last position shows the scene, the legal action or the rejection that the scenario is named after."""
    seat, wire = scenario.shows.seat, scenario.shows.action
    scene = next((each for each in scenes.scenes if each.name == scenario.name), None)
    if scene:
        shown = scene.find(position.state)
        return shown is not None and (shown[0], as_json(shown[1])) == (seat, wire)
    code = verdict(ruleset, position.state, seat, wire)
    return (code or wire["type"]) == scenario.name
