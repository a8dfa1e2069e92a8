"""Set the scene of a journey: the people, the game or tournament of a row, and everything that listens to it."""

import re
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.pairs.dimensions import CLOCKS, NONE, OMITTED, SPECTATORS, Row, ruleset_of
from tests.pairs.listening import Listener
from tests.pairs.receiving import Outside
from tests.pairs.web import Journal, Person, Web
from tests.pairs.world import World
from tests.service.players import Player
from tests.service.table import Service
from tests.service.whole_games import RICHEST

HERO = "Xanthippe Quark"
"""The name of the person whom most features concern."""
OTHERS = ("Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")
QUICK = "greedy"
NIGHT = {"start": "22:00", "end": "07:00", "time_zone": "Europe/Prague"}
QUIET: dict[str, dict[str, Any]] = {NONE: {}, "night": {"quiet_hours": NIGHT}, "digest": {"digest_minutes": 90}}
TARGETS = "/me/notification-targets"
STAGES: dict[str, dict[str, Any]] = {
    "swiss": {"rounds": 2},
    "round_robin": {"rounds": 2},
    "knockout": {},
    "double_knockout": {},
    "arena": {"matches": 2},
}


@dataclass
class Scene:
    """A journey in progress."""

    row: Row
    world: World
    outside: Outside
    journal: Journal
    web: Web
    rng: Random
    hero: Person
    """The person of seat 0."""
    creator: Person
    people: list[Person] = field(default_factory=list)
    """All people who play, the hero first."""
    former: list[Person] = field(default_factory=list)
    """People whose credentials have ended, with an id that must not be found any more."""
    creator_tokens: dict[str, str] = field(default_factory=dict)
    tournament: str = ""
    """The URL of the tournament; empty without one."""
    listeners: list[Listener] = field(default_factory=list)
    gone: dict[str, str] = field(default_factory=dict)
    """Games that were deleted on purpose, with the reason."""
    aborted: set[str] = field(default_factory=set)
    resigned: set[tuple[str, int]] = field(default_factory=set)
    notices: dict[str, dict[str, Any]] = field(default_factory=dict)
    """All notices that players received, by player and id of the notice."""
    truths: dict[str, Any] = field(default_factory=dict)
    hook_path: str = ""
    target: str = ""
    target_since: float = 0.0
    has_been_out: bool = False
    """Whether Redis was away for a moment."""

    @property
    def games(self) -> list[str]:
        return [*self.journal.games]


def set_up(row: Row, world: World, outside: Outside, seed: str) -> Scene:
    """Create the people and the game or tournament of a row."""
    rng, journal = Random(seed), Journal()
    web = Web(world, journal, Random(f"{seed} keys"), outside.sign)
    creator = operated(world, sign_up(web, "Olga"))
    scene = Scene(row, world, outside, journal, web, rng, _hero(web, world, row), creator)
    world.deliver = outside.worker(world)
    _notify(scene)
    if row["tournament"] == NONE:
        _create_game(scene)
    else:
        _create_tournament(scene)
    return scene


def sign_up(web: Web, name: str) -> Person:
    """Create a player with a first key."""
    created = web.ok(None, "POST", "/players", {"name": name})
    return Person(name, "key", created["player"], created["key"])


def operated(world: World, person: Person) -> Person:
    """Create a key with more scopes for a player, as the operator does."""
    keyed = Player(Service(world.app), person.id, person.key).with_scopes("play", "create", "organise")
    return Person(person.name, "key", person.id, keyed.key)


def _hero(web: Web, world: World, row: Row) -> Person:
    kind = row["credential"]
    if kind == "guest":
        return Person(HERO, "guest", language=row["language"])
    if kind == "key":
        hero = sign_up(web, HERO)
    elif kind == "identity":
        hero = Person(HERO, "identity", key="xanthippe")
    else:
        platform = operated(world, sign_up(web, "Platform"))
        hero = Person(HERO, "platform", key=platform.key, user="xanthippe")
    hero.language = row["language"]
    hero.id = hero.id or web.ok(hero, "GET", "/me")["player"]
    if kind != "key":
        web.ok(hero, "PATCH", "/me", {"name": HERO})
    return hero


def terms_of(row: Row) -> dict[str, Any]:
    """Return the terms of a game or tournament that a row states."""
    terms: dict[str, Any] = {"rated": row["rated"] == "yes", "visibility": row["visibility"]}
    if CLOCKS[row["clock"]]:
        terms["clock"] = CLOCKS[row["clock"]]
    if row["absence"] != OMITTED:
        level = {} if row["absence"] in ("default_action", "forfeit") else {"level": QUICK}
        terms["absence"] = {"on_timeout": row["absence"], **level}
    if SPECTATORS[row["spectators"]]:
        terms["spectators"] = SPECTATORS[row["spectators"]]
    return terms


def rules_of(row: Row) -> dict[str, Any]:
    """Return ruleset, version and options that a row states."""
    ruleset = ruleset_of(row)
    rules = {"ruleset": row["ruleset"], "options": RICHEST.get(row["ruleset"], {})}
    return rules if row["rules_version"] == "latest" else rules | {"rules_version": ruleset.version}


def body_of(row: Row) -> dict[str, Any]:
    """Return the request that creates the game of a row: open seats, and AI levels."""
    number = int(row["seats"])
    levels = {NONE: [], "rest": [QUICK] * (number - 1)}.get(row["ai"], [row["ai"]])
    seats = [{"kind": "open"}] * (number - len(levels)) + [{"kind": "ai", "level": each} for each in levels]
    body = {**rules_of(row), **terms_of(row), "seats": seats, "starts": "when_seated", "undo": row["undo"]}
    body |= {"queued_actions": row["queue"] == "yes", "name": "Evening", "label": "club", "presence": True}
    if row["rated"] == "no" or row["advice"] == "hints":
        body["hints"] = 3 if row["advice"] == "hints" else 0
    sandbox = {"seeded": {"seed": "5a" * 32}, "virtual": {"clock": "virtual"}}.get(row["deal"])
    return body if sandbox is None else body | {"sandbox": sandbox}


def _create_game(scene: Scene) -> None:
    """Create the game of a row; every person claims a seat."""
    body = body_of(scene.row)
    created = scene.web.ok(scene.creator, "POST", "/games", body)
    game_id = created["game_id"]
    add_game(scene, game_id, "the game", created["creator_token"])
    _hook(scene, game_id)
    people = [seat for seat, each in enumerate(body["seats"]) if each["kind"] == "open"]
    scene.people = [scene.hero, *(_other(scene, number) for number in range(len(people) - 1))]
    for seat, person in zip(people, scene.people, strict=True):
        claim(scene, person, game_id, seat)
    listen(scene, game_id)


def add_game(scene: Scene, game_id: str, purpose: str, creator_token: str = "") -> None:
    """Note a game of the journey."""
    scene.journal.games[game_id] = purpose
    scene.web.creators[game_id] = scene.creator.name
    if creator_token:
        scene.creator_tokens[game_id] = creator_token


def claim(scene: Scene, person: Person, game_id: str, seat: int) -> None:
    """Let a person take a seat."""
    taken = scene.web.ok(person, "POST", f"/games/{game_id}/seats/{seat}/claim", {})
    if person.kind == "guest":
        person.tokens[game_id] = taken["token"]
    person.seats[game_id] = seat


def _other(scene: Scene, number: int) -> Person:
    name = OTHERS[number]
    return Person(name, "guest") if scene.row["credential"] == "guest" else sign_up(scene.web, name)


def _create_tournament(scene: Scene) -> None:
    """Create the tournament of a row; every person enters it, and AI levels fill it."""
    row, web, size = scene.row, scene.web, int(scene.row["seats"])
    number = 2 * size if size < 4 else size
    stage = {"format": row["tournament"], "table_size": size, **STAGES[row["tournament"]]}
    plan = {**rules_of(row), **terms_of(row), "name": "Cup", "stages": [stage], "registration": "open"}
    plan["deal"] = "round" if row["deal"] == "shared" else "game"
    made = web.ok(scene.creator, "POST", "/tournaments", plan)
    scene.tournament = f"/tournaments/{made['tournament']}"
    _hook(scene, "")
    levels = {NONE: 0, "rest": number - 1}.get(row["ai"], number // 2)
    scene.people = [scene.hero, *(_other(scene, each) for each in range(min(len(OTHERS), number - levels - 1)))]
    for person in scene.people:
        web.ok(person, "POST", f"{scene.tournament}/entrants", {})
    for _ in range(number - len(scene.people)):
        level = row["ai"] if row["ai"] not in (NONE, "rest") else QUICK
        web.ok(scene.creator, "POST", f"{scene.tournament}/entrants", {"level": level})
    web.ok(scene.creator, "POST", f"{scene.tournament}/start", {})
    find_games(scene)


def find_games(scene: Scene) -> None:
    """Note new games of the tournament, and follow them."""
    if not scene.tournament:
        return
    scene.world.settle()
    ids = {person.id: person for person in scene.people}
    for each in scene.web.ok(scene.creator, "GET", f"{scene.tournament}/rounds")["rounds"]:
        for game_id in (game["game_id"] for table in each["tables"] for game in table["games"]):
            if game_id in scene.journal.games:
                continue
            add_game(scene, game_id, f"round {each['round']}")
            for seat, holder in scene.world.bottega.store.seats.all(game_id).items():
                if holder.player in ids:
                    ids[holder.player].seats[game_id] = seat
            listen(scene, game_id)


def listen(scene: Scene, game_id: str) -> None:
    """Follow a game as each person, in turn by both forms, and as spectators."""
    forms = ("stream", "ndjson")
    for number, person in enumerate(each for each in scene.people if game_id in each.seats):
        scene.listeners.append(Listener(scene.web, person, game_id, forms[number % 2], person.seats[game_id]))
    if scene.row["visibility"] != "private" and scene.row["spectators"] != "off":
        scene.listeners += [Listener(scene.web, None, game_id, form) for form in forms]


def _notify(scene: Scene) -> None:
    """Create the notification target of the hero."""
    row, web, hero = scene.row, scene.web, scene.hero
    if row["target"] == NONE:
        return
    path = f"/target/{scene.rng.randrange(10**9)}"
    place = {
        "web_push": {"web_push": scene.outside.browser(path).subscription},
        "email": {"email": "xanthippe@example.org"},
        "service": {"url": scene.outside.url(path).replace("http://", "json://")},
    }[row["target"]]
    made = web.ok(hero, "POST", TARGETS, {**place, **QUIET[row["quiet"]], "language": row["language"]})
    scene.target = made["target_id"]
    if row["target"] == "email":
        scene.world.settle()
        (_, mail), *_ = scene.outside.mailbox.got
        link = re.search(r"/v1/\S+|/\S*confirm\S*|https://\S+", mail.get_content())
        web.send(None, "POST", _path_of(link.group(0)) if link else "/nowhere")
    scene.target_since = scene.world.clock.now


def _path_of(link: str) -> str:
    path = re.sub(r"^https://[^/]+", "", link).removeprefix("/v1").rstrip(".")
    return path if path.endswith("/confirm") else f"{path}/confirm"


def _hook(scene: Scene, game_id: str) -> None:
    """Create the webhook of the row."""
    scene.hook_path = f"/hook/{scene.rng.randrange(10**9)}"
    body = {"url": scene.outside.url(scene.hook_path)}
    kind, web = scene.row["webhook"], scene.web
    if kind == "player":
        web.ok(scene.hero, "POST", "/me/webhooks", body)
    elif kind == "created":
        web.ok(scene.creator, "POST", "/me/webhooks", {**body, "scope": "created"})
    elif kind == "game" and game_id:
        web.ok(scene.creator, "POST", f"/games/{game_id}/webhooks", body)
    elif kind == "tournament":
        web.ok(scene.creator, "POST", f"{scene.tournament}/webhooks", body)
