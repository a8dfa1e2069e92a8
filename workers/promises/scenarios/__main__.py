"""Search for the scenarios of every ruleset, or of those named, and write their `scenarios.json`."""

import argparse
import inspect
import json
import re
import sys
from collections.abc import Collection, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, get_args

import msgspec

from domain.ruleset import AnyRuleset
from domain.scenarios import Catalogue, Scenario, SeatAction
from domain.standard_rejections import framework_codes
from workers.promises.games import PLAYED, UnknownRuleset, checks_of, chosen, hold, home
from workers.promises.scenarios.known_scenarios import still_shown
from workers.promises.scenarios.scenes import Scenes
from workers.promises.scenarios.search import Found, as_json, rejected_creations, scenario_names, search

GAMES = 150
ROUNDS = 12


def catalogue(
    ruleset: AnyRuleset, games: int = GAMES, rounds: int = ROUNDS, known: Catalogue | None = None
) -> Catalogue:
    """Return the catalogue of a ruleset: scenes, action types, rejections.

    Each scenario of `known` that still shows what its name says stays. The search is for the others only.
    """
    scenes, creations = scenes_of(ruleset), rejected_creations(ruleset)
    required = scenario_names(ruleset, scenes)
    found = dict(still_shown(ruleset, scenes, required, known)) if known else {}
    if known:
        required -= {each.code for each in known.rejected_creations} & creations.keys()
    missing = required - found.keys()
    if missing - framework_codes(ruleset) or (missing and not known):
        show = partial(_show, ruleset.name, creations.keys())
        found |= search(ruleset, scenes, missing, games, rounds, hasty=known is not None, show=show)
    titles = {scene.name: scene.title for scene in scenes.scenes} | _action_titles(ruleset)
    titles |= {rejection.code: rejection.text for rejection in ruleset.rejections}
    scenarios = [_scenario(name, title, found[name]) for name, title in titles.items() if name in found]
    return Catalogue(tuple(scenarios), tuple(made for code, made in creations.items() if code not in found))


def _show(name: str, created: Collection[str], missing: Collection[str], played: int) -> None:
    """Print what a search still looks for, except the codes that a creation shows."""
    if rest := set(missing) - set(created):
        print(f"{name}, after {played} games: looking for {', '.join(sorted(rest))}", flush=True)


def scenes_of(ruleset: AnyRuleset) -> Scenes:
    """Return the scenes of a ruleset; none if the ruleset has none."""
    module = f"{checks_of(ruleset)}.scenes"
    return import_module(module).SCENES if find_spec(module) else Scenes()


def _action_titles(ruleset: AnyRuleset) -> dict[str, str]:
    """Return a title for each action type: the first words of its docstring."""
    members = get_args(ruleset.action_type) or (ruleset.action_type,)
    lines = {each.__struct_config__.tag: inspect.cleandoc(each.__doc__).splitlines()[0] for each in members}
    return {tag: re.sub(r" ?\([^)]*\)", "", line) for tag, line in lines.items()}


def _scenario(name: str, title: str, way: Found) -> Scenario:
    """Return the entry of a scenario."""
    return Scenario(
        name=name,
        title=title,
        options=as_json(way.options),
        seats=way.seats,
        seed=way.seed.hex(),
        shows=SeatAction(way.seat, way.wire),
        code=way.code or msgspec.UNSET,
        actions=tuple(SeatAction(seat, as_json(action)) for seat, action in way.log),
    )


def text(written: Catalogue) -> str:
    """Return the text of a catalogue: a scenario's head on one line, each of its actions on another."""
    wire = as_json(written)
    parts = [f'"{name}": [\n' + ",\n".join(map(_entry, entries)) + "\n]" for name, entries in wire.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _entry(entry: dict[str, Any]) -> str:
    """Return the text of one scenario."""
    actions = entry.pop("actions", [])
    head = json.dumps(entry, ensure_ascii=False)
    lines = ",\n".join(f"  {json.dumps(action, ensure_ascii=False)}" for action in actions)
    return head if not actions else f'{head[:-1]}, "actions": [\n{lines}]}}'


def write(ruleset: AnyRuleset, written: Catalogue) -> None:
    """Write the `scenarios.json` of a ruleset and print a report."""
    (home(ruleset) / "scenarios.json").write_text(text(written), encoding="utf-8")
    _report(ruleset, written)


def _report(ruleset: AnyRuleset, written: Catalogue) -> None:
    """Print a report: how much was found, how long the paths are, and what is missing."""
    lengths = sorted(len(each.actions) for each in written.scenarios)
    ways = f"{lengths[len(lengths) // 2]} actions in the median, {lengths[-1]} at most"
    scenarios, creations = len(lengths), len(written.rejected_creations)
    print(f"{ruleset.name}: {scenarios} scenarios, {creations} rejected creations, {ways}")
    shown = {each.name for each in written.scenarios} | {each.code for each in written.rejected_creations}
    shown |= framework_codes(ruleset)
    required = sorted(scenario_names(ruleset, scenes_of(ruleset)) - shown)
    for name in required:
        print(f"  nothing shows {name}: add a lead or a try to `scenes.py`, or remove it")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the catalogues; return 1 if a name is unknown."""
    parser = argparse.ArgumentParser(prog="python -m workers.promises.scenarios", description=__doc__)
    parser.add_argument(
        "rulesets", nargs="+", metavar="RULESET", help="a name, or MODULE:ATTRIBUTE with rulesets by name"
    )
    parser.add_argument("--games", type=int, default=GAMES, help="games played at random")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="attempts to shorten each way")
    options = parser.parse_args(arguments)
    try:
        for name in options.rulesets:
            hold(chosen(name))
    except UnknownRuleset as error:
        print(error, file=sys.stderr)
        return 1
    for ruleset in PLAYED.values():
        write(ruleset, catalogue(ruleset, options.games, options.rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
