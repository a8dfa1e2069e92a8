"""Open the board of an installed ruleset in Chromium, as players see it: in each scenario, and to submit an action."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx

from workers.processes.supervisor import running_service

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DRAWN: Final = ".table .drawing > *"
WAYS: Final = (".panel .selected-action .primary:enabled", ".table .selectable.legal")
"""What a player clicks until an action is submitted: its button, or an element of the board."""
MOST_CLICKS: Final = 30
MILLISECONDS: Final = 20_000


def browser_path() -> str | None:
    """Return the path of Chromium; None if it or Playwright is not installed."""
    if find_spec("playwright") is None:
        return None
    found = (shutil.which(name) for name in (os.environ.get("CHROMIUM", ""), *NAMES) if name)
    return next(filter(None, found), None)


class Pages:
    """A service with a sandbox, and a browser that opens its games."""

    def __init__(self, address: str, api: httpx.Client, browser: Any) -> None:
        self._address, self._api, self._browser = address, api, browser
        self.errors: list[str] = []
        """What the pages reported in their console."""

    def scenarios(self, ruleset: str) -> Sequence[dict[str, Any]]:
        """List the scenarios of a ruleset."""
        listed = self._api.get(f"/rulesets/{ruleset}/scenarios").raise_for_status()
        return tuple(listed.json()["scenarios"])

    def opened(self, ruleset: str, scenario: dict[str, Any]) -> tuple[Any, str]:
        """Open a game in a scenario for the seat that must act. Returns the page and the id of the game."""
        seats = [{"kind": "human", "name": f"Player {seat}"} for seat in range(scenario["seats"])]
        body = {"ruleset": ruleset, "seats": seats, "sandbox": {"scenario": scenario["name"]}}
        game = self._api.post("/games", json=body).raise_for_status().json()
        seat = next(iter(scenario["to_act"]), 0)
        token = next(each["token"] for each in game["tokens"] if each["seat"] == seat)
        page = self._browser.new_context(service_workers="block", reduced_motion="reduce").new_page()
        page.set_default_timeout(MILLISECONDS)
        page.on("pageerror", lambda error: self._note(scenario, error))
        page.on("console", lambda message: message.type == "error" and self._note(scenario, message.text))
        page.goto(f"{self._address}/#/game/{game['game_id']}/token/{token}")
        page.wait_for_selector(DRAWN)
        return page, game["game_id"]

    def acts(self, page: Any, game: str) -> bool:
        """Click until an action is submitted. Returns whether one is."""
        before = self._version(game)
        for _ in range(MOST_CLICKS):
            way = next((each for each in WAYS if page.locator(each).count()), None)
            if way is not None:
                page.locator(way).first.click(force=True)
            page.wait_for_timeout(50)
            if self._version(game) > before:
                return True
        return False

    def _version(self, game: str) -> int:
        return int(self._api.get(f"/games/{game}/view").raise_for_status().json()["version"])

    def _note(self, scenario: dict[str, Any], error: object) -> None:
        self.errors.append(f"{scenario['name']}: {error}")


@contextmanager
def opened_pages(browser: str) -> Iterator[Pages]:
    """Run a service with a sandbox, and a browser, during a block."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  # not every author has it

    with TemporaryDirectory(prefix="bottega-board-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_HOST": "127.0.0.1", "BOTTEGA_PORT": "0", "BOTTEGA_SANDBOX": "on"}
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("BOTTEGA_")}
        options = ["--no-sandbox"] if os.getuid() == 0 else []  # the sandbox of Chromium does not work for root
        with (
            running_service(inherited | own) as service,
            httpx.Client(base_url=f"{service.address}/v1", timeout=MILLISECONDS / 1000) as api,
            sync_playwright() as playwright,
            playwright.chromium.launch(executable_path=browser, args=options) as launched,
        ):
            yield Pages(service.address, api, launched)
