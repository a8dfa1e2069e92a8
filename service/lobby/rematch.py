"""Create rematches: the same players, terms and ruleset, with another starting seat.

The first request reserves an id in the finished game, and all later requests return the game of that id. If the first
request fails before it creates the game, the next request does. A game has one rematch: once that is deleted, there is
no other. A game of which a player has been deleted has none, because its seat would have no player. A rematch seats
players at once, so they must have acted in the game: otherwise a player who resigns could seat others again and again.

With a clock the rematch waits until each human player has requested it. No time runs for a player who is not there.
"""

from collections.abc import Set
from functools import partial

import msgspec
from msgspec import UNSET

from domain import replay
from domain.game_terms import ChosenTerms, conflict_of
from service import problems
from service.game import game_info, history
from service.game.game import Game, load, timestamp
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.lobby import creation, game_terms, starts
from service.players import consent, tokens
from service.playing.game_info_updates import update_game_info
from service.playing.pending_jobs import check_ai_queue, next_job
from service.resources.game_info import RematchGame
from service.resources.seats import SeatToken
from service.store import ConflictingWrite, GameInfo, Holder, SeatSetup


def create_rematch(installation: Installation, game_id: str, seat: int | None) -> tuple[RematchGame, bool]:
    """Return the rematch of a game with the tokens of a seat, or of the creator; and whether it existed.

    Raises GameNotOver, RematchUnavailable, InvitationDeclined, GameNotFound, RulesNotHosted, RulesVersionSunset,
    AiQueueFull and GameBusy.
    """
    return retry_conflicts(partial(_create, installation, game_id, seat))


def _create(installation: Installation, game_id: str, seat: int | None) -> tuple[RematchGame, bool]:
    """Do what `create_rematch` does, once. Raises ConflictingWrite."""
    game = load(installation, game_id)
    if game.status != "over":
        raise problems.GameNotOver("Create the rematch once the game has ended.")
    new = game.info.rematch or installation.sources.game_id()
    if game.info.rematch and installation.store.header(new) is not None:
        _join(installation, new, _joining(game, seat))
        return _response(installation, game, new, seat), True
    _check_available(installation, game)
    _check_agreed(installation, game, seat)
    game_terms.check_sunset(installation, game.ruleset)
    following = _following(installation, game, new, _awaited(game, seat))
    check_ai_queue(installation, next_job(following))
    reserved = msgspec.structs.replace(game.info, rematch=new)
    if not (game.info.rematch or installation.store.replace_info(game_id, game.info, reserved)):
        raise ConflictingWrite
    given = creation.new_tokens(installation, following.header, following.claims)
    there = not creation.store_game(installation, following, given, following.claims)
    update_game_info(installation, game_id, _created, announce=True)
    if installation.store.header(new) is None:
        raise _deleted()
    if there:
        _join(installation, new, _joining(game, seat))
    return _response(installation, game, new, seat), there


def _awaited(game: Game, seat: int | None) -> tuple[int, ...]:
    """Return the seats of the rematch for whose players it waits after the first request; none without a clock.

    Bots count as present.
    """
    if game.header.clock is UNSET:
        return ()
    present = {each for each in game.human_seats if game.claims[each].bot}
    return tuple(sorted({_place(game, each) for each in {*game.human_seats} - present} - _joining(game, seat)))


def _joining(game: Game, seat: int | None) -> set[int]:
    """Return the seats of the rematch that a request joins: that of a player, or those that the creator opens."""
    own = {seat} if seat is not None else {each for each in _opened(game) if each not in game.players}
    if seat is None:
        own |= {each for each, player in game.players.items() if player == game.header.creator}
    return {_place(game, each) for each in own}


def _join(installation: Installation, game_id: str, joining: Set[int]) -> None:
    """Note that the players of seats have joined a rematch, and start it if no player is missing.

    Raises GameNotFound, RulesNotHosted, AiQueueFull and ConflictingWrite.
    """
    game = load(installation, game_id)
    if game.status != "open":
        return
    info = msgspec.structs.replace(game.info, awaited=tuple(each for each in game.info.awaited if each not in joining))
    if not info.awaited and not game.free:
        starts.announce(installation, starts.store_start(installation, game, info))
    elif info != game.info:
        if not installation.store.replace_info(game_id, game.info, info, publish=True):
            raise ConflictingWrite
        _join(installation, game_id, joining)  # a claim may have filled the last free seat in between


def _created(game: Game) -> GameInfo | None:
    """Return the game info with the note that the rematch was created; None if it has the note."""
    return None if game.info.rematch_created else msgspec.structs.replace(game.info, rematch_created=True)


def _check_available(installation: Installation, game: Game) -> None:
    """Raise RematchUnavailable if the rematch or a player was deleted, or the terms exclude each other now."""
    if game.info.rematch_created:
        raise _deleted()
    if any(
        _has_lost_player(game, seat, each) for seat, each in installation.store.seats.all(game.header.game_id).items()
    ):
        raise problems.RematchUnavailable("Create a new game. A player of this game has been deleted.")
    header = game.header
    chosen = ChosenTerms(header.rated, header.virtual, header.visibility == "public", header.undo)
    if conflict_of(game.ruleset, chosen) is not None:
        raise problems.RematchUnavailable("Create a new game. No new game can have the terms of this game.")


def _deleted() -> problems.RematchUnavailable:
    return problems.RematchUnavailable("Create a new game. The rematch of this game has been deleted.")


def _has_lost_player(game: Game, seat: int, holder: Holder) -> bool:
    """Whether a seat was freed after the start, which only the deletion of its player does."""
    is_free = not holder.is_taken and game.seats[seat].kind != "ai"
    return is_free and holder.rotation > game.info.left.get(seat, 0)


def _check_agreed(installation: Installation, game: Game, seat: int | None) -> None:
    """Raise an error unless the other players may be seated by the player who asks first.

    Raises RematchUnavailable if one of them has not acted, and InvitationDeclined if one accepts no invitation.
    """
    by = game.header.creator if seat is None else game.players.get(seat, "")
    others = {place: player for place, player in game.players.items() if player != by}
    if others.keys() - history.acted_seats(installation, game):
        raise problems.RematchUnavailable("Create a new game. A player has not acted in this game.")
    for player in others.values():
        profile = installation.store.players.profile(player)
        if profile is not None:
            consent.check_invited(installation, player, profile, by, has_played=True)


def _following(installation: Installation, game: Game, game_id: str, awaited: tuple[int, ...]) -> Game:
    """Return the new game, which waits for the players of the awaited seats.

    Header fields that are not set here are those of the finished game.
    """
    ruleset, seed = game.ruleset, creation.draw_seed(installation)
    seats = _rotated(game)
    players = {_place(game, seat): game.claims[seat]._replace(digest="", rotation=0) for seat in game.players}
    may_wait = game.header.waits or game.header.clock is not UNSET
    header = msgspec.structs.replace(
        game.header,
        game_id=game_id,
        rules_version=ruleset.version,
        seats=seats,
        seed=seed.secret.hex(),
        salt=seed.salt.hex(),
        deal="",
        created_at=timestamp(installation),
        sandbox=game.header.virtual,
        sandbox_actions=0,
        tournament=UNSET,
        waits=bool(awaited) or (may_wait and any(seat.kind == "open" for seat in seats)),
        rematch_of=game.header.game_id,
    )
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    texts = GameInfo(name=game.info.name, label=game.info.label, metadata=game.info.metadata, awaited=awaited)
    position = replay.start(ruleset, options, len(seats), seed)
    info = game_info.new_game_info(header, texts, ruleset.to_act(position.state))
    return Game(header, ruleset, position, info, players)


def _rotated(game: Game) -> tuple[SeatSetup, ...]:
    """Return the seats of the rematch: the first seat becomes the last, and claimed open seats keep their holder.

    See `_place`.
    """
    seats = [_same_holder(setup, game.claims.get(seat)) for seat, setup in enumerate(game.seats)]
    return (*seats[1:], seats[0])


def _same_holder(setup: SeatSetup, holder: Holder | None) -> SeatSetup:
    """Return the setup of a seat in the rematch with its name; a player's name is stored with the holder."""
    if holder is None:
        return setup
    if holder.player:
        return SeatSetup("human", colour=setup.colour)
    return SeatSetup("human", name=holder.name or setup.name, colour=setup.colour)


def _place(game: Game, seat: int) -> int:
    """Return the seat of the rematch for a seat of the finished game."""
    return (seat - 1) % len(game.seats)


def _response(installation: Installation, game: Game, game_id: str, seat: int | None) -> RematchGame:
    """Return the rematch for a seat, or for the creator, with the tokens issued at its creation.

    A player's seat has no token.
    """
    own = _opened(game) if seat is None else [seat]
    claims = installation.store.claims(game_id)
    places = sorted(_place(game, each) for each in own)
    issued = [
        SeatToken(each, tokens.issued_token(installation, game_id, each, 0))
        for each in places
        if each not in claims or not claims[each].player
    ]
    creator_token = "" if seat is not None else tokens.make_creator_token(installation.settings.secrets, game_id)
    return RematchGame(game.ruleset.name, game_id, tuple(issued), creator_token)


def _opened(game: Game) -> list[int]:
    """List the seats that the creator of a game filled with human players, without those that were left."""
    given = [each for each, setup in enumerate(game.header.seats) if setup.kind == "human"]
    return [each for each in given if each not in game.info.left]
