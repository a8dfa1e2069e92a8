"""Play in the web client as human players do: by clicking components, or with the keyboard alone."""

import json
import random
import time
from urllib.request import Request, urlopen

from playwright.sync_api import TimeoutError as TookTooLong

LEGAL = ".table .selectable.legal:visible"
OFFERED = ".panel .chip.legal:visible:enabled"
SENTENCE = ".panel .choices .choice:visible:enabled"
MEANT = ".panel .selected-action .primary:enabled"
TARGET = ".table .legal > .focus-target, .panel .chip.legal, .panel .choice:enabled"
LISTED = """() => ["games", "seeks", "tournaments"].every((list) => performance.getEntriesByType("resource")
  .some(({ name }) => new URL(name).pathname === `/v1/${list}`))"""
"""Whether the lists of the lobby are loaded. It goes on waiting for changes of the seeks."""
MOST_TABS = 200
AT_ONCE = (".hotseat .primary", ".panel .cover", MEANT)
ON_THE_TABLE, IN_THE_PANEL = (LEGAL, OFFERED, SENTENCE), (OFFERED, SENTENCE, LEGAL)
PATIENCE = 1_500
"""Milliseconds that a component may move or be covered before it is clicked at its position."""
STANDSTILL, MOST_WAITS = 60_000, 10
"""Milliseconds without any change of a page after which it shows nothing more, and how often it may change."""
PLAY_SECONDS = 240
"""A game that takes longer does not go on."""


def requested(service, path, body=None, *, token=None, method=None):
    """Send a request to the service, as another client does; return the response, None if it is empty."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(f"{service.address}/v1{path}", data=data, headers=headers, method=method)
    with urlopen(request, timeout=100) as response:
        return json.loads(response.read() or "null")


def created(service, ruleset, *seats, **more):
    """Create a game with a human player and others."""
    body = {"ruleset": ruleset, "seats": list(seats), **more}
    return requested(service, "/games", body)


def human(name):
    return {"kind": "human", "name": name}


def computer(level="random"):
    return {"kind": "ai", "level": level}


def address(service, game, *seats):
    """Return the URL that opens these seats in a page, the last one in front."""
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    return [f"{service.address}/#/game/{game['game_id']}/token/{tokens[seat]}" for seat in seats]


def sit_down(open_page, service, game, *seats, **settings):
    """Open a page with these seats."""
    first, *others = address(service, game, *seats)
    page = open_page(first, **settings)
    page.wait_for_selector(".game, .hotseat")
    for link in others:
        page.goto(f"{service.address}/table/icon.svg")  # a new address of the same page is no new page
        page.goto(link)
        page.wait_for_selector(".game, .hotseat")
    return page


def arrives(locator):
    """Wait until an element is visible, as long as its page changes.

    A page shows the moves of others one after another. On a busy machine hundreds of moves take minutes.
    """
    before = None
    for _ in range(MOST_WAITS):
        try:
            return locator.first.wait_for(timeout=STANDSTILL)
        except TookTooLong:
            shown = locator.page.content()
            assert shown != before, f"the page stands still:\n{locator.page.locator('body').inner_text()}"
            before = shown
    raise AssertionError(f"not on the page: {locator}")


def is_over(page):
    return page.locator(".results .score-sheet").count() > 0


def step(page, dice):
    """Take one step: reveal a hand, pass the device on, click a component, or confirm an action."""
    for waiting in AT_ONCE:
        if page.locator(waiting).count():
            return point_at(page, page.locator(waiting).first)
    for way in ON_THE_TABLE if dice.random() < 0.8 else IN_THE_PANEL:
        found = page.locator(way)
        count = found.count()
        if count:
            return point_at(page, found.nth(dice.randrange(count)))
    return page.wait_for_timeout(60)


def point_at(page, locator):
    """Click an element, or its position if another element covers it; tap it on a touch screen.

    The element may have disappeared in the meantime.
    """
    is_touched = page.evaluate("navigator.maxTouchPoints > 0")
    try:
        (locator.tap if is_touched else locator.click)(timeout=PATIENCE)
    except TookTooLong:
        box = locator.bounding_box() if locator.count() else None
        if box is not None:
            point = page.touchscreen.tap if is_touched else page.mouse.click
            point(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def play(page, *, seed=1, until=is_over, step=step):
    """Play by clicking, or in other steps, until a condition holds; return the number of steps."""
    dice, ends = random.Random(seed), time.monotonic() + PLAY_SECONDS
    number = 0
    while not until(page):
        assert time.monotonic() < ends, f"the game does not go on:\n{page.locator('body').inner_text()}"
        step(page, dice)
        number += 1
    return number


def step_by_keys(page, dice):
    """Press Tab until a random target has the focus, then Enter; a move that is selected needs Enter only."""
    if not page.locator(MEANT).count():
        for _ in range(dice.randrange(1, 6)):
            if not tab_to(page, TARGET):
                return
    page.keyboard.press("Enter")
    page.wait_for_timeout(40)


def tab_to(page, selector):
    """Press Tab until an element that matches a selector has the focus; return whether there is one."""
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return True
    return False


def requested_text(service, path):
    """Return a response as text."""
    with urlopen(f"{service.address}/v1{path}", timeout=100) as response:
        return response.read().decode()


def finished(service, ruleset):
    """Play a game to its end through the API, at random, and return the response to its creation."""
    game = created(service, ruleset, human("Ada"), human("Bruno"))
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    path, dice = f"/games/{game['game_id']}", random.Random(3)
    while to_act := requested(service, f"{path}/view")["to_act"]:
        token = tokens[to_act[0]]
        listed = requested(service, f"{path}/actions", token=token)
        body = {"ruleset": ruleset, "decision": listed["decision"], "action": dice.choice(listed["actions"])}
        requested(service, f"{path}/actions", body, token=token)
    while "seats" not in requested(service, f"{path}/result"):
        time.sleep(0.1)
    return game


def acts(page):
    """Play until the log of a page has an event more."""
    page.wait_for_selector(".panel.deciding")
    before = page.locator(".entry").count()
    play(page, until=lambda now: now.locator(".entry").count() > before)
