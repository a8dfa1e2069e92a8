"""Playing at the table as people do: by pointing at things, or with the keyboard alone."""

import json
import random
import time
from urllib.request import Request, urlopen

from playwright.sync_api import TimeoutError as TookTooLong

LEGAL = ".table .thing.legal:visible"
OFFERED = ".panel .chip.legal:visible:enabled"
SENTENCE = ".panel .choices .choice:visible:enabled"
MEANT = ".panel .meant .primary:enabled"
AT_ONCE = (".handover .primary", ".panel .cover", MEANT)
ON_THE_TABLE, IN_THE_PANEL = (LEGAL, OFFERED, SENTENCE), (OFFERED, SENTENCE, LEGAL)
PATIENCE = 1_500
"""How many milliseconds something may move or be covered until it is pointed at where it stands."""


def wanted(service, path, body=None, *, token=None, method=None):
    """Ask the service, as another client does."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    request = Request(f"{service.address}/v1{path}", data=data, headers=headers, method=method)
    with urlopen(request, timeout=30) as response:
        return json.load(response)


def created(service, ruleset, *seats, **more):
    """Create a game for a person and others."""
    body = {"ruleset": ruleset, "seats": list(seats), **more}
    return wanted(service, "/games", body)


def person(name):
    return {"kind": "human", "name": name}


def computer(level="random"):
    return {"kind": "ai", "level": level}


def address(service, game, *seats):
    """Return the links that hand these seats to a page, the last one to stay at."""
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    return [f"{service.address}/#/game/{game['game_id']}/token/{tokens[seat]}" for seat in seats]


def sit_down(open_page, service, game, *seats, **settings):
    """Open a page that has these seats."""
    first, *others = address(service, game, *seats)
    page = open_page(f"{service.address}/#/", **settings)
    for link in (first, *others):
        page.goto(f"{service.address}/table/icon.svg")  # a new address of the same page is no new page
        page.goto(link)
        page.wait_for_selector(".game, .handover")
    return page


def is_over(page):
    return page.locator(".results .sheet").count() > 0


def step(page, dice):
    """Do one thing that is to do: lift a cover, hand the device over, point at something, or carry it out."""
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
    """Click on something; where it stands, if something else lies on it. It may have gone in the meantime."""
    try:
        locator.click(timeout=PATIENCE)
    except TookTooLong:
        box = locator.bounding_box() if locator.count() else None
        if box is not None:
            page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def play(page, *, seed=1, steps=3_000, until=is_over):
    """Play by pointing until something is so; gives how many steps it took."""
    dice = random.Random(seed)
    for number in range(steps):
        if until(page):
            return number
        step(page, dice)
    raise AssertionError("the game does not end")


def requested_text(service, path):
    """Read an answer as it is."""
    with urlopen(f"{service.address}/v1{path}", timeout=30) as response:
        return response.read().decode()


def finished(service, ruleset):
    """Play a game to its end by the API, at random, and return what its creation gave."""
    game = created(service, ruleset, person("Ada"), person("Bruno"))
    tokens = {each["seat"]: each["token"] for each in game["tokens"]}
    path, dice = f"/games/{game['game_id']}", random.Random(3)
    while to_act := wanted(service, f"{path}/view")["to_act"]:
        token = tokens[to_act[0]]
        listed = wanted(service, f"{path}/actions", token=token)
        body = {"ruleset": ruleset, "decision": listed["decision"], "action": dice.choice(listed["actions"])}
        wanted(service, f"{path}/actions", body, token=token)
    while "seats" not in wanted(service, f"{path}/result"):
        time.sleep(0.1)
    return game
