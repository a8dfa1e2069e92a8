"""Test what a page that is not the web client loads until it shows a board: three requests, and few bytes."""

from urllib.request import Request, urlopen

import pytest

from domain.registry import RULESETS
from tests.browser.playing import created, human
from tests.tools.operations import contract

MOST_BYTES = 60_000
"""Compressed bytes in one language: the client in one file, the ruleset, and the view of the game."""

LOADED = """
import { createClient, gameTexts } from "@bottega/client";
const [url, game, ruleset] = process.argv.slice(2);
const requests = [];
const noted = (address, options) => (requests.push(new URL(address).pathname), fetch(address, options));
const client = createClient({ url, language: "en", fetch: noted });
const follow = client.follow({ game, view: true });
const [rules, { value }] = await Promise.all([client.operations.getRuleset({ ruleset }), follow.next()]);
if (!value.view.view || !gameTexts(rules, "en", []).name("ruleset", ruleset)) throw new Error("There is no board.");
console.log(JSON.stringify(requests.sort()));
"""


def received(service, path):
    """Return the number of compressed bytes that a browser receives."""
    headers = {"Accept-Encoding": "gzip, br", "Accept-Language": "en"}
    with urlopen(Request(service.address + path, headers=headers), timeout=100) as response:
        return len(response.read())


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_board_of_a_game_takes_three_small_requests(run, service, ruleset):
    game = created(service, ruleset, human("Ada"), human("Bruno"))["game_id"]
    requests = run(LOADED, service.address, game, ruleset)
    assert requests == [f"/v1/games/{game}/view", f"/v1/rulesets/{ruleset}"]
    client = f"/clients/bottega-client-{contract()['info']['version']}.0.0.js"
    assert sum(received(service, path) for path in (client, *requests)) < MOST_BYTES
