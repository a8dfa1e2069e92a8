"""The people, games and listeners of a journey in progress."""

from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.pairs.dimensions import Row
from tests.pairs.environment import Environment
from tests.pairs.listening import Listener
from tests.pairs.receiving import Outside
from tests.pairs.web import Journal, Person, Web
from tests.service.helpers.client.service import Service
from tests.service.helpers.players.player import Player

HERO = "Xanthippe Quark"
"""The name of the person whom most features concern."""


@dataclass
class Scene:
    """A journey in progress."""

    row: Row
    environment: Environment
    outside: Outside
    journal: Journal
    web: Web
    rng: Random
    hero: Person
    """The person of seat 0."""
    creator: Person
    persons: list[Person] = field(default_factory=list)
    """All people who play, the hero first."""
    former: list[Person] = field(default_factory=list)
    """People whose credentials have ended, with an id that must not be found any more."""
    creator_tokens: dict[str, str] = field(default_factory=dict)
    creator_has_left: bool = False
    """Whether the first creator was deleted: the creator tokens have ended."""
    tournament: str = ""
    """The URL of the tournament; empty without one."""
    turns: int = 0
    """How often the entrants of a ladder have challenged each other."""
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
    newcomers: set[str] = field(default_factory=set)
    """Games in which a guest has become a player, whose feed begins in the middle of the game."""
    has_been_out: bool = False
    """Whether Redis was away for a moment."""

    @property
    def games(self) -> list[str]:
        return [*self.journal.games]


def sign_up(web: Web, name: str) -> Person:
    """Create a player with a first key."""
    created = web.ok(None, "POST", "/players", {"name": name})
    return Person(name, "key", created["player"], created["key"])


def operated(environment: Environment, person: Person) -> Person:
    """Create a key with more scopes for a player, as the operator does."""
    keyed = Player(Service(environment.app), person.id, person.key).with_scopes("play", "create", "organise")
    return Person(person.name, "key", person.id, keyed.key)


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


def find_games(scene: Scene) -> None:
    """Note new games of the tournament, and follow them."""
    if not scene.tournament:
        return
    scene.environment.settle()
    ids = {person.id: person for person in scene.persons}
    for each in scene.web.ok(scene.creator, "GET", f"{scene.tournament}/rounds")["rounds"]:
        for game_id in (game["game_id"] for table in each["tables"] for game in table["games"]):
            if game_id in scene.journal.games:
                continue
            add_game(scene, game_id, f"round {each['round']}")
            for seat, holder in scene.environment.installation.store.seats.all(game_id).items():
                if holder.player in ids:
                    ids[holder.player].seats[game_id] = seat
            listen(scene, game_id)


def listen(scene: Scene, game_id: str) -> None:
    """Follow a game as each person, in turn by both forms, and as spectators."""
    forms = ("stream", "ndjson")
    for number, person in enumerate(each for each in scene.persons if game_id in each.seats):
        scene.listeners.append(Listener(scene.web, person, game_id, forms[number % 2], person.seats[game_id]))
    if scene.row["visibility"] != "private" and scene.row["spectators"] != "off":
        scene.listeners += [Listener(scene.web, None, game_id, form) for form in forms]
