"""Games whose players have feeds."""

import time

from msgspec import UNSET

from service.game.game import load
from service.lobby import seating
from service.store import START
from tests.service.helpers.players.notices import (
    ADA,
    OPEN,
    act,
    known,
)


def claimed(service, *seated, seats=OPEN):
    """Create a game whose open seats are claimed by players, in order."""
    game = service.new_game(seats)
    for seat, player in enumerate(seated):
        seating.claim_seat(service.installation, game.game_id, seat, caller=known(service.installation, player))
    return game


def play_out(game):
    """Let all seats take the first legal action until the game ends."""
    while waiting := load(game.service.installation, game.game_id).to_act:
        act(game, waiting[0])


def expected(service, game, player=ADA, since=0):
    """Return the notices of a game that a player must have received since a version, computed from the log."""
    installation = service.installation
    (seat,) = (seat for seat, each in load(installation, game.game_id).players.items() if each == player)
    _, events = installation.store.events(game.game_id, 0, 10_000)
    due = dict.fromkeys(each for event in events for each in zip(event.to_act, event.decisions, strict=True))
    own = {event.version for event in events if event.seat == seat and event.by is UNSET and event.change is UNSET}
    opened = [decision for other, decision in due if other == seat and decision not in own]
    turns = [("your_turn", decision, seat, decision) for decision in opened]
    first = [("your_turn", 0, seat, 0)] if seat == 0 else []
    over = [("over", events[-1].version, seat)] if events and events[-1].over else []
    return [("seated", since, seat), *first, *turns, *over]


def entries_of(service, player):
    """Return the notices of a player's feed."""
    return [notice for _, notice in service.installation.store.feeds.read(player, START, 10_000, time.time()).entries]
