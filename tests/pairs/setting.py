"""Set the scene of a journey: the people, the game or tournament of a row, and everything that listens to it."""

from random import Random

from tests.pairs.dimensions import NONE, Row
from tests.pairs.environment import Environment
from tests.pairs.ladders import play_on
from tests.pairs.receiving import Outside
from tests.pairs.scene import HERO, Scene, add_game, claim, find_games, listen, operated, sign_up
from tests.pairs.targets import hook, notify
from tests.pairs.terms import QUICK, STAGES, body_of, rules_of, terms_of
from tests.pairs.web import Journal, Person, Web

OTHERS = ("Bea", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


def set_up(row: Row, environment: Environment, outside: Outside, seed: str) -> Scene:
    """Create the people and the game or tournament of a row."""
    rng, journal = Random(seed), Journal()
    web = Web(environment, journal, Random(f"{seed} keys"), outside.sign)
    creator = operated(environment, sign_up(web, "Olga"))
    scene = Scene(row, environment, outside, journal, web, rng, _hero(web, environment, row), creator)
    environment.deliver = outside.worker(environment)
    notify(scene)
    if row["tournament"] == NONE:
        _create_game(scene)
    else:
        _create_tournament(scene)
    return scene


def _hero(web: Web, environment: Environment, row: Row) -> Person:
    kind = row["credential"]
    if kind == "guest":
        return Person(HERO, "guest", language=row["language"])
    if kind == "key":
        hero = sign_up(web, HERO)
    elif kind == "identity":
        hero = Person(HERO, "identity", key="xanthippe")
    else:
        platform = operated(environment, sign_up(web, "Platform"))
        hero = Person(HERO, "platform", key=platform.key, user="xanthippe")
    hero.language = row["language"]
    hero.id = hero.id or web.ok(hero, "GET", "/me")["player"]
    if kind != "key":
        web.ok(hero, "PATCH", "/me", {"name": HERO})
    return hero


def _create_game(scene: Scene) -> None:
    """Create the game of a row; every person claims a seat."""
    body = body_of(scene.row)
    created = scene.web.ok(scene.creator, "POST", "/games", body)
    game_id = created["game_id"]
    add_game(scene, game_id, "the game", created["creator_token"])
    hook(scene, game_id)
    persons = [seat for seat, each in enumerate(body["seats"]) if each["kind"] == "open"]
    scene.persons = [scene.hero, *(_other(scene, number) for number in range(len(persons) - 1))]
    for seat, person in zip(persons, scene.persons, strict=True):
        claim(scene, person, game_id, seat)
    listen(scene, game_id)


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
    hook(scene, "")
    levels = {NONE: 0, "rest": number - 1}.get(row["ai"], number // 2)
    scene.persons = [scene.hero, *(_other(scene, each) for each in range(min(len(OTHERS), number - levels - 1)))]
    for person in scene.persons:
        web.ok(person, "POST", f"{scene.tournament}/entrants", {})
    for _ in range(number - len(scene.persons)):
        level = row["ai"] if row["ai"] not in (NONE, "rest") else QUICK
        web.ok(scene.creator, "POST", f"{scene.tournament}/entrants", {"level": level})
    web.ok(scene.creator, "POST", f"{scene.tournament}/start", {})
    play_on(scene)
    find_games(scene)
