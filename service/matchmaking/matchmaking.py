"""Create the games of matched seeks, once each.

Matching is one atomic step that includes the id of the game. The process that matched the seeks creates the game. If it
dies, a renewal of one of the seeks or the sweeper creates the game with the same id. Then the seeks get the id of the
game, and the match is removed.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256

import msgspec
from msgspec.structs import replace

from domain.ruleset import AnyRuleset, plays
from service import problems
from service.installation import shares
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby import creation
from service.lobby.game_terms import CASUAL, read_terms
from service.lobby.seat_removal import delete_with_seat, retire_if_banned
from service.matchmaking.store import MatchedSeeks, StoredSeek, seeks_in
from service.playing import missed_decisions
from service.resources.base import changed
from service.store import ConflictingWrite, GameInfo, SeatSetup


def seat(installation: Installation, match: MatchedSeeks) -> None:
    """Create the game of matched seeks, unless it exists, and store its id with all seeks. Raises GameBusy.

    If the rules have been replaced by incompatible ones in the meantime, the match is removed without a game.
    """
    order = turn_order(match)
    first, ruleset = order[0], installation.rulesets.get(order[0].ruleset)
    if ruleset is not None and plays(ruleset, first.rules_version):
        _create(installation, ruleset, match.game_id, order)
        for number, seek in enumerate(order):
            _note_game(installation, seek, match.game_id, number)
    for seek in order:
        if not delete_with_seat(installation, seek.player, match.game_id):
            retire_if_banned(installation, seek.player, match.game_id)
    seeks_in(installation.store).delete_match(first.kind, match.game_id)


def seat_due(installation: Installation, kind: str, game_id: str) -> None:
    """Create the game of a match that the sweeper finds, unless done."""
    match = seeks_in(installation.store).match(kind, game_id)
    if match is not None:
        seat(installation, match)


def turn_order(match: MatchedSeeks) -> Sequence[StoredSeek]:
    """Return the matched seeks in turn order, which depends on the unguessable id of the game."""
    return sorted(match.seeks, key=lambda each: sha256(f"{match.game_id} {each.seek}".encode()).digest())


def _create(installation: Installation, ruleset: AnyRuleset, game_id: str, order: Sequence[StoredSeek]) -> None:
    """Create a game; the seat of a deleted player has no holder and resigns at once. Raises GameBusy.

    The data of the game does not reveal which seek came first. The game has no creator.
    """
    seated = retry_conflicts(partial(_create_for_known, installation, ruleset, game_id, order))
    for number in range(len(order)):
        if number not in seated:
            missed_decisions.resign_if_running(installation, game_id, number)


def _create_for_known(
    installation: Installation, ruleset: AnyRuleset, game_id: str, order: Sequence[StoredSeek]
) -> Mapping[int, str]:
    """Create a game with the players who still exist, and return them by seat.

    Raises ConflictingWrite if one of them is deleted at this moment.
    """
    known = installation.store.players.profile
    players = {number: seek.player for number, seek in enumerate(order) if known(seek.player) is not None}
    try:
        _create_for(installation, ruleset, game_id, order, players)
    except problems.UnknownPlayer as error:
        raise ConflictingWrite from error
    return players


def _create_for(
    installation: Installation,
    ruleset: AnyRuleset,
    game_id: str,
    order: Sequence[StoredSeek],
    players: Mapping[int, str],
) -> None:
    """Create a game with these players in its seats. Raises UnknownPlayer."""
    first = order[0]
    info = GameInfo(seeks={number: seek.seek for number, seek in enumerate(order)})
    terms = changed(
        CASUAL,
        read_terms(first.terms),
        client=shares.account_of(installation, first.player),
        players=players,
        info=info,
        game_id=game_id,
        rules_version=first.rules_version,
    )
    options = msgspec.json.decode(first.options, type=ruleset.options_type)
    creation.create_game(installation, ruleset, options, [SeatSetup("human")] * len(order), terms=terms)


def _note_game(installation: Installation, seek: StoredSeek, game_id: str, seat: int) -> None:
    """Store the game and the seat with a seek. Raises GameBusy."""

    def attempt() -> None:
        seen = seeks_in(installation.store).of(seek.player)
        matched = replace(seek, game_id=game_id, seat=seat)
        new = [_with_game(each, matched) for each in seen]
        if [*seen] != new and not seeks_in(installation.store).note(seek.player, seen, new):
            raise ConflictingWrite

    retry_conflicts(attempt)


def _with_game(stored: StoredSeek, matched: StoredSeek) -> StoredSeek:
    """Return a stored seek with its game, if it is the matched one and has no game yet."""
    if stored.seek != matched.seek or stored.game_id:
        return stored
    return replace(matched, requests=stored.requests)
