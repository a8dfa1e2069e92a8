"""Tournaments of four players whose keys are known."""

from service.game.game import load
from tests.service.players import Player
from tests.service.table import Table
from tests.service.tournaments_api import found, organiser, people


def by_table(who, address, number=1):
    return who.get(f"{address}/rounds/{number}").json["tables"]


def act(service, keys, game_id):
    """Let a human player take the first legal action in a game."""
    game = load(service.bottega, game_id)
    seat = game.to_act[0]
    key = keys[game.players[seat]]
    assert Table(service, game_id, {seat: key}).act(seat).status_code == 200


def started_with_keys(service, *stages, **terms):
    """Start a tournament of four; return its organiser, its URL, and the players by id."""
    who = organiser(service)
    players: list[Player] = people(service)
    address = found(who, *stages, entrants=[{"player": each.id} for each in players], **terms)
    assert who.post(f"{address}/start").status_code == 200
    return who, address, {each.id: each.key for each in players}
