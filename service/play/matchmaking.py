"""Parties: those whose seeks fill a table get their game, once, whoever comes to create it.

A party is formed in one step, with the id of its game. Whoever formed it creates the game of that id, and so does
whoever looks after one of its seeks meanwhile, and the sweeper, should all of them be killed: there is one game, since
its id is one. Then the seeks are told, and the party is forgotten.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

import msgspec

from domain.ruleset import AnyRuleset, plays
from service.play import creation, missed_decisions
from service.play.bottega import Bottega
from service.play.creation import Terms
from service.play.games import MOST_ATTEMPTS
from service.play.player_deletion import forget_again
from service.problems import GameAborted, GameBusy, GameOver, UnknownPlayer
from service.store import GameInfo, MatchedSeeks, SeatSetup, Seek


def seat(bottega: Bottega, party: MatchedSeeks) -> None:
    """Create the game of a party, unless it is there, and tell all seeks of it. Raises GameBusy.

    Should the service have been given other rules meanwhile, which do not play those that were asked for, the party
    comes to nothing.
    """
    order = seated(party)
    first, ruleset = order[0], bottega.rulesets.get(order[0].ruleset)
    if ruleset is not None and plays(ruleset, first.rules_version):
        _create(bottega, ruleset, party.game_id, order)
        for number, seek in enumerate(order):
            _tell(bottega, seek, party.game_id, number)
    for seek in order:
        forget_again(bottega, seek.player, party.game_id)
    bottega.store.seeks.delete_match(first.kind, party.game_id)


def seat_due(bottega: Bottega, kind: str, game_id: str) -> None:
    """Do the same for a party that may have got its game; for the sweeper."""
    party = bottega.store.seeks.match(kind, game_id)
    if party is not None:
        seat(bottega, party)


def seated(party: MatchedSeeks) -> Sequence[Seek]:
    """Return a party in turn order: drawn by the id of the game, which nobody can choose or guess."""
    return sorted(party.seeks, key=lambda each: sha256(f"{party.game_id} {each.seek}".encode()).digest())


def _create(bottega: Bottega, ruleset: AnyRuleset, game_id: str, order: Sequence[Seek]) -> None:
    """Create a game; the seat of a player who has been deleted is nobody's, and resigns at once. Raises GameBusy.

    All that is created with the game says nothing of who was first to ask. It has no host.
    """
    for _ in range(MOST_ATTEMPTS):
        known = bottega.store.players.profile
        players = {number: seek.player for number, seek in enumerate(order) if known(seek.player) is not None}
        try:
            _create_for(bottega, ruleset, game_id, order, players)
        except UnknownPlayer:  # deleted at this moment
            continue
        for number in range(len(order)):
            if number not in players:
                with suppress(GameOver, GameAborted):
                    missed_decisions.resign(bottega, game_id, number)
        return
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def _create_for(
    bottega: Bottega, ruleset: AnyRuleset, game_id: str, order: Sequence[Seek], players: Mapping[int, str]
) -> None:
    """Create a game with these players in its seats; raises UnknownPlayer."""
    first = order[0]
    table = GameInfo(seeks={number: seek.seek for number, seek in enumerate(order)})
    terms = replace(msgspec.json.decode(first.terms, type=Terms), players=players, table=table, game_id=game_id)
    terms = replace(terms, rules_version=first.rules_version)
    options = msgspec.json.decode(first.options, type=ruleset.options_type)
    creation.create_game(bottega, ruleset, options, [SeatSetup("human")] * len(order), terms=terms)


def _tell(bottega: Bottega, seek: Seek, game_id: str, seat: int) -> None:
    """Note with a seek to which game it has led; raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        told = msgspec.structs.replace(seek, game_id=game_id, seat=seat)
        new = [_told(each, told) for each in seen]
        if [*seen] == new or bottega.store.seeks.note(seek.player, seen, new):
            return
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def _told(kept: Seek, told: Seek) -> Seek:
    """Return a seek as it is kept with its player once it has been seated."""
    if kept.seek != told.seek or kept.game_id:
        return kept
    return msgspec.structs.replace(told, requests=kept.requests)
