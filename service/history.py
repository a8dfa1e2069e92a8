"""The past of a game, worked out anew from its log: a replay gives every version again to the byte."""

from collections.abc import Iterable

import msgspec

from domain import replay
from domain.ruleset import AnyRuleset
from service import answers, games
from service.games import Bottega, Game
from service.problems import VersionNotReached
from service.store import Event, Header


def view(bottega: Bottega, game_id: str, seat: int | None, at: int) -> tuple[bytes, int]:
    """Return what a seat, or an onlooker, was shown of a game at version `at`, and that version.

    Raises VersionNotReached, GameNotFound and RulesNotHosted.
    """
    header = games.read_header(bottega, game_id)
    game = _opening(games.rules_of(bottega, header), header)
    version, entries = bottega.store.events(game_id, 0, at + 1)
    if at > version:
        raise VersionNotReached(f"The game has reached version {version}.", version=version)
    _play_on(game, entries[:at])
    return answers.view(game, seat), at


def _opening(ruleset: AnyRuleset, header: Header) -> Game:
    """Set a game up as it was when it was created."""
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    return Game(header, ruleset, replay.start(ruleset, options, len(header.seats), header.dice_seed))


def _play_on(game: Game, events: Iterable[Event]) -> None:
    """Carry out a stretch of the log, in place."""
    for event in events:
        action = msgspec.json.decode(event.action, type=game.ruleset.action_type)
        replay.step(game.ruleset, game.position, event.seat, action, game.seed)
