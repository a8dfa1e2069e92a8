"""Create the games of matched seeks, once each.

Matching is one atomic step that includes the id of the game. The process that matched the seeks creates the game. If it
dies, a renewal of one of the seeks or the sweeper creates the game with the same id. Then the seeks get the id of the
game, and the match is removed.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from domain.ruleset import AnyRuleset, plays
from service.game.game import MOST_ATTEMPTS
from service.installation.bottega import Bottega
from service.lobby import creation
from service.lobby.game_terms import Terms
from service.lobby.player_deletion import delete_again
from service.playing import missed_decisions
from service.problems import GameAborted, GameOver, UnknownPlayer, outpaced
from service.store import GameInfo, MatchedSeeks, SeatSetup, StoredSeek


def seat(bottega: Bottega, match: MatchedSeeks) -> None:
    """Create the game of matched seeks, unless it exists, and store its id with all seeks. Raises GameBusy.

    If the rules have been replaced by incompatible ones in the meantime, the match is removed without a game.
    """
    order = turn_order(match)
    first, ruleset = order[0], bottega.rulesets.get(order[0].ruleset)
    if ruleset is not None and plays(ruleset, first.rules_version):
        _create(bottega, ruleset, match.game_id, order)
        for number, seek in enumerate(order):
            _note_game(bottega, seek, match.game_id, number)
    for seek in order:
        delete_again(bottega, seek.player, match.game_id)
    bottega.store.seeks.delete_match(first.kind, match.game_id)


def seat_due(bottega: Bottega, kind: str, game_id: str) -> None:
    """Create the game of a match that the sweeper finds, unless done."""
    match = bottega.store.seeks.match(kind, game_id)
    if match is not None:
        seat(bottega, match)


def turn_order(match: MatchedSeeks) -> Sequence[StoredSeek]:
    """Return the matched seeks in turn order, which depends on the unguessable id of the game."""
    return sorted(match.seeks, key=lambda each: sha256(f"{match.game_id} {each.seek}".encode()).digest())


def _create(bottega: Bottega, ruleset: AnyRuleset, game_id: str, order: Sequence[StoredSeek]) -> None:
    """Create a game; the seat of a deleted player has no holder and resigns at once. Raises GameBusy.

    The data of the game does not reveal which seek came first. The game has no creator.
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
    raise outpaced(MOST_ATTEMPTS)


def _create_for(
    bottega: Bottega, ruleset: AnyRuleset, game_id: str, order: Sequence[StoredSeek], players: Mapping[int, str]
) -> None:
    """Create a game with these players in its seats. Raises UnknownPlayer."""
    first = order[0]
    info = GameInfo(seeks={number: seek.seek for number, seek in enumerate(order)})
    terms = replace(msgspec.json.decode(first.terms, type=Terms), players=players, info=info, game_id=game_id)
    terms = replace(terms, rules_version=first.rules_version)
    options = msgspec.json.decode(first.options, type=ruleset.options_type)
    creation.create_game(bottega, ruleset, options, [SeatSetup("human")] * len(order), terms=terms)


def _note_game(bottega: Bottega, seek: StoredSeek, game_id: str, seat: int) -> None:
    """Store the game and the seat with a seek. Raises GameBusy."""
    for _ in range(MOST_ATTEMPTS):
        seen = bottega.store.seeks.of(seek.player)
        matched = replace(seek, game_id=game_id, seat=seat)
        new = [_with_game(each, matched) for each in seen]
        if [*seen] == new or bottega.store.seeks.note(seek.player, seen, new):
            return
    raise outpaced(MOST_ATTEMPTS)


def _with_game(stored: StoredSeek, matched: StoredSeek) -> StoredSeek:
    """Return a stored seek with its game, if it is the matched one and has no game yet."""
    if stored.seek != matched.seek or stored.game_id:
        return stored
    return replace(matched, requests=stored.requests)
