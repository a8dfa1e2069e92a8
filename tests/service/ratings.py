"""Rated games."""

from dataclasses import replace
from typing import Any

from service.game.game import load
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.playing import games
from service.store import SeatSetup
from tests.service.contract import HOSTED
from tests.tiny import TINY


def hosting(service, ruleset, **sources):
    changed = replace(service.bottega, rulesets={**HOSTED, "tiny": ruleset})
    service.app.extensions["bottega"] = replace(changed, sources=replace(changed.sources, **sources))
    return service


def created(service, *who, options=None, **terms):
    """Create a rated game of players and levels; return its id."""
    people = {seat: each.id for seat, each in enumerate(who) if not isinstance(each, str)}
    seats = [SeatSetup("ai", level=each) if isinstance(each, str) and each else SeatSetup("human") for each in who]
    chosen: Any = {"rated": True, "players": people} | terms
    options = options or TINY.options_type()
    return creation.create_game(service.bottega, TINY, options, seats, terms=Terms(**chosen))[0].game_id


def play_at_random(service, game_id, rng):
    while waiting := (game := load(service.bottega, game_id)).to_act:
        action = rng.choice(game.ruleset.legal_actions(game.position.state, waiting[0]))
        games.act(service.bottega, game_id, waiting[0], game.position.decisions[waiting[0]], action)
