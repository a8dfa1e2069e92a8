"""End a game early, and answer what views have offered before and after."""

from service import problems
from service.game.game import load
from service.streams.game_log import CHECK_SECONDS
from tests.pairs.playing import OPEN_OFFER, Play, current, seated
from tests.pairs.scene import Scene
from tests.pairs.tournaments import cancel
from tests.pairs.web import Person

NAME = "a decision that is offered can be answered"
CANCELLED = 0.5
"""The share of tournaments with the ending `aborted` that are cancelled."""
LEFT = ("seat_resigned", "game_not_found", "invalid_token")
"""Further codes for a person who has resigned or lost the seat."""


def end(play: Play) -> None:
    """Let people resign, abort the game, or cancel the tournament."""
    scene, game_id = play.scene, current(play)
    if game_id is None:
        return
    if scene.row["ending"] == "aborted" and scene.tournament and scene.rng.random() < CANCELLED and cancel(scene):
        return
    offers = offers_of(scene, game_id)
    if scene.row["ending"] == "aborted":
        _abort(scene, game_id)
    else:
        players = seated(scene, game_id)
        number = 1 if scene.row["ending"] == "resigned" else max(1, len(players) - 1)
        for person in scene.rng.sample(players, number):
            _resign(scene, person, game_id)
    still = offers_of(scene, game_id)
    for person, offer in {**offers, **still}.items():
        answer(scene, person, game_id, offer)
    offers = offers_of(scene, game_id)
    scene.environment.work()
    for person, offer in offers.items():
        answer(scene, person, game_id, offer)
    if scene.row["ending"] == "aborted" and game_id not in scene.gone:
        after_abort(scene, game_id)


def after_abort(scene: Scene, game_id: str) -> None:
    """Check that an aborted game offers no decision."""
    try:
        game = load(scene.environment.installation, game_id)
    except problems.GameNotFound:
        return
    if game.status == "aborted" and offers_of(scene, game_id):
        scene.journal.fault(NAME, f"aborted game {game_id} offers decisions")


def _abort(scene: Scene, game_id: str) -> None:
    """Abort a game, and let the streams of spectators look at it before time passes."""
    response = scene.web.send(scene.creator, "POST", f"/games/{game_id}/abort", {})
    if response.status_code == 409:
        for person in seated(scene, game_id):
            scene.web.send(person, "POST", f"/games/{game_id}/abort", {})
    for each in scene.listeners:
        if each.game_id == game_id and each.who is None and scene.row["spectators"].startswith("delayed"):
            each.is_done(1.2 * CHECK_SECONDS)


def _resign(scene: Scene, person: Person, game_id: str) -> None:
    response = scene.web.send(person, "POST", f"/games/{game_id}/resign", {})
    if response.status_code in (200, 204):
        scene.resigned.add((game_id, person.seats[game_id]))
        view = scene.web.send(person, "GET", f"/games/{game_id}/view")
        if view.status_code == 200 and "decision" in view.json:
            scene.journal.fault(NAME, f"{person.name} has resigned {game_id} and is offered a decision")


def offers_of(scene: Scene, game_id: str) -> dict:
    """Return what the views offer the people now."""
    offers = {}
    for number, person in enumerate(seated(scene, game_id)):
        legal = scene.web.send(person, "GET", f"/games/{game_id}/actions")
        if legal.status_code == 200 and "decision" in legal.json:
            offers[number] = (person, legal.json)
    return offers


def answer(scene: Scene, number: int, game_id: str, offer: tuple) -> None:
    """Answer an offered decision, which may have been closed in the meantime."""
    person, legal = offer
    body = {"ruleset": legal["ruleset"], "decision": legal["decision"], "action": legal["actions"][0]}
    response = scene.web.send(person, "POST", f"/games/{game_id}/actions", body)
    if response.status_code == 200:
        seat = person.seats[game_id]
        scene.journal.acknowledged.append((game_id, response.json["version"], seat, body["action"]))
    elif response.json["code"] not in (*OPEN_OFFER, *LEFT):
        scene.journal.fault(NAME, f"the answer of {person.name} got {response.json['code']}")
    del number
