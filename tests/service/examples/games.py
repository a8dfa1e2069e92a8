"""Games of marked tests: they are created over HTTP, and played without requests."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, TypeVar

import msgspec

from domain import replay
from domain.dice import Seed
from domain.registry import PUBLISHED
from domain.ruleset import AnyRuleset
from domain.undo_rules import undo_modes
from service.game.game import load
from tests.service.examples.recording import ruleset
from tests.service.helpers.client.service import RemoteGame, Service
from tests.service.helpers.games.lobby import Lobby
from tests.submitting import submit

ADA: dict[str, Any] = {"kind": "human", "name": "Ada"}
BRUNO: dict[str, Any] = {"kind": "human", "name": "Bruno"}
OPEN: dict[str, Any] = {"kind": "open"}
EXPERT: dict[str, Any] = {"kind": "ai", "level": "expert"}
NAMES = ("Ada", "Bruno", "Carla", "Dario")
MINUTE = {"kind": "per_decision", "seconds": 60}
SEED = "5eed" * 16
Played = TypeVar("Played", Lobby, RemoteGame)
LOST = "0" * 20
"""The id of a game that does not exist."""
WAITING: dict[str, Any] = {"starts": "when_seated"}
LEAGUE: dict[str, Any] = {"name": "Friday's final", "label": "league-7", "metadata": {"round": "3"}}


def rules() -> AnyRuleset:
    """Return the ruleset that the test plays."""
    return PUBLISHED[ruleset()]


def undoable() -> AnyRuleset:
    """Return the ruleset with the most seats among those where a seat can undo actions alone."""
    return max((each for each in PUBLISHED.values() if "own" in undo_modes(each)), key=lambda each: each.max_seats)


def human_seats() -> list[dict[str, Any]]:
    """Return human seats, as few as possible."""
    return [{"kind": "human", "name": name} for name in NAMES[: rules().min_seats]]


def game(service: Service, *seats: Any, **terms: Any) -> Lobby:
    """Create a game, by default with human players only."""
    return Lobby(service, *(seats or human_seats()), **terms)


def waiting(game: Lobby | RemoteGame) -> int:
    """Return the first seat that must act."""
    return load(game.service.installation, game.game_id).to_act[0]


def first_action(game: Lobby | RemoteGame) -> dict[str, Any]:
    """Return the body that submits the first legal action of the seat that must act."""
    played = load(game.service.installation, game.game_id)
    seat = played.to_act[0]
    action = played.ruleset.legal_actions(played.position.state, seat)[0]
    decision = played.position.decisions[seat]
    return {"ruleset": played.ruleset.name, "decision": decision, "action": msgspec.to_builtins(action)}


def decision(game: Lobby) -> int:
    """Return the pending decision of the first seat that must act."""
    return load(game.service.installation, game.game_id).position.decisions[waiting(game)]


def version(game: Lobby) -> int:
    return load(game.service.installation, game.game_id).position.version


def play(game: Played, actions: int = 1) -> Played:
    """Take the first legal action for the seat that must act, a number of times."""
    for _ in range(actions):
        played = load(game.service.installation, game.game_id)
        seat = played.to_act[0]
        action = played.ruleset.legal_actions(played.position.state, seat)[0]
        submit(game.service.installation, game.game_id, seat, played.position.decisions[seat], action)
    return game


def default_actions(seed: str) -> list[dict[str, Any]]:
    """Return the actions of a whole game of this seed whose players are absent, for a sandbox."""
    return list(_actions(seed, rules().default_action))


def first_actions(seed: str, count: int) -> list[dict[str, Any]]:
    """Return the first actions of a game of this seed, for a sandbox."""
    return list(islice(_actions(seed, lambda state, seat: rules().legal_actions(state, seat)[0]), count))


def _actions(seed: str, choose: Callable[[Any, int], Any]) -> Iterator[dict[str, Any]]:
    """Play a game of this seed; `choose` selects the action of the lowest seat that must act."""
    dice, played = Seed(bytes.fromhex(seed)), rules()
    position = replay.start(played, played.options_type(), played.min_seats, dice)
    while to_act := played.to_act(position.state):
        action = choose(position.state, to_act[0])
        replay.step(played, position, to_act[0], action, dice)
        yield {"seat": to_act[0], "action": msgspec.to_builtins(action)}


def unknown_options(played: AnyRuleset) -> dict[str, Any]:
    """Return options with an unpublished value, of a closed choice if there is one.

    It is not that of the first seat, which a tournament chooses.
    """
    (shown,) = msgspec.json.schema(played.options_type)["$defs"].values()
    closed = [name for name, field in shown["properties"].items() if "enum" in field]
    creations = played.catalogue.rejected_creations
    malformed = [each.options for each in creations if set(each.options) - {played.first_seat_option}]
    return {closed[0]: "unheard_of"} if closed else malformed[0] if malformed else {"unheard_of": True}


def is_overtaken(service: Service, game_id: str) -> None:
    """Let another write change the game info now, and whenever the service reads the time before it writes."""
    client, now = service.installation.store.servers.client, service.installation.sources.now
    name = f"bottega:{{{game_id}}}:info"

    def overtake() -> Any:
        client.set(name, (client.get(name) or b"{}") + b" ")
        return now()

    overtake()
    service.installation.store.cache.take(game_id)
    service.use(now=overtake)
