"""Rated games, the tiny ruleset with measured AI levels, and its rating pool."""

from dataclasses import replace
from typing import Any

from domain.ratings import Rating
from service.game.game import load
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.rating.pools import pool_of
from service.store import SeatSetup
from tests.service.helpers.client.contract import HOSTED
from tests.submitting import submit
from tests.tiny import TINY


def measured(level, rating, seats=2):
    return Rating(seats, level, rating, rating - 98, rating + 98, 400, 1.0, 2.0)


RATED = replace(TINY, ratings=(measured("greedy", 1000), measured("random", 600)))
POOL = pool_of(RATED, RATED.options_type(), 2)


def hosting(service, ruleset, **sources):
    changed = replace(service.installation, rulesets={**HOSTED, "tiny": ruleset})
    service.app.extensions["bottega"] = replace(changed, sources=replace(changed.sources, **sources))
    return service


def created(service, *who, options=None, **terms):
    """Create a rated game of players and levels; return its id."""
    players = {seat: each.id for seat, each in enumerate(who) if not isinstance(each, str)}
    seats = [SeatSetup("ai", level=each) if isinstance(each, str) and each else SeatSetup("human") for each in who]
    chosen: Any = {"rated": True, "players": players} | terms
    options = options or TINY.options_type()
    return creation.create_game(service.installation, TINY, options, seats, terms=Terms(**chosen))[0].game_id


def play_at_random(service, game_id, rng):
    while waiting := (game := load(service.installation, game_id)).to_act:
        action = rng.choice(game.ruleset.legal_actions(game.position.state, waiting[0]))
        submit(service.installation, game_id, waiting[0], game.position.decisions[waiting[0]], action)
