"""The records of finished games; `domain.record` says what they hold."""

import msgspec

from domain import record
from domain.record import Move, Origin
from domain.ruleset import AnyRuleset
from service import answers, games
from service.games import Bottega
from service.problems import GameNotOver
from service.store import Event, Header


def read(bottega: Bottega, game_id: str) -> bytes:
    """Return the record of a finished game, as the file it is; raises GameNotFound, GameNotOver and RulesNotHosted."""
    game = games.load(bottega, game_id)
    if game.to_act:
        raise GameNotOver("There is a record of a game once nobody is to act any more.")
    _, events = bottega.store.events(game_id, 0, game.position.version)
    moves = [_move(game.ruleset, event) for event in events]
    return record.write(record.build(game.ruleset, _origin(game.ruleset, game.header), moves))


def _origin(ruleset: AnyRuleset, header: Header) -> Origin:
    """Tell what a game began with."""
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    seats = answers.seats(header)
    return Origin(header.game_id, header.created_at, options, seats, header.dice_seed, header.sandbox)


def _move(ruleset: AnyRuleset, event: Event) -> Move:
    """Read the action of an event."""
    return Move(event.seat, event.at, msgspec.json.decode(event.action, type=ruleset.action_type))
