"""A rematch: the same people and programs play once more, on the same terms, and another begins.

Whoever asks first reserves an id in the game that is over; all others are given the game of that id. Should the first
not come to create it, the next one does.
"""

import msgspec

from domain import replay
from service.play import creation, game_info, tokens
from service.play.bottega import Bottega
from service.play.game import Game, load, timestamp
from service.play.games import MOST_ATTEMPTS
from service.play.pending_jobs import check_thinking
from service.play.presenters import Wire
from service.problems import GameBusy, GameNotOver
from service.store import GameInfo, Holder, SeatSetup


def ask(bottega: Bottega, game_id: str, seat: int | None) -> tuple[Wire, bool]:
    """Return the rematch of a game with the tokens that are a seat's, or None its creator's; and whether it was there.

    Raises GameNotOver, GameNotFound, RulesNotHosted, AiQueueFull and GameBusy.
    """
    for _ in range(MOST_ATTEMPTS):
        game = load(bottega, game_id)
        if game.status != "over":
            raise GameNotOver("A rematch is played once the game is over.")
        new = game.table.rematch or bottega.sources.game_id()
        if game.table.rematch and bottega.store.header(new) is not None:
            return _answer(bottega, game, new, seat), True
        following = _following(bottega, game, new)
        check_thinking(bottega, following)
        reserved = msgspec.structs.replace(game.table, rematch=new)
        if game.table.rematch or bottega.store.replace_info(game_id, game.table, reserved):
            given = creation.new_tokens(bottega, following.header, following.claims)
            there = not creation.write(bottega, following, given, following.claims)
            return _answer(bottega, game, new, seat), there
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})


def _following(bottega: Bottega, game: Game, game_id: str) -> Game:
    """Set the rematch up: all that its header does not say anew is as it was."""
    ruleset, seed = game.ruleset, creation.draw_seed(bottega)
    seats = _rotated(game)
    players = {_place(game, seat): game.claims[seat]._replace(digest="", rotation=0) for seat in game.players}
    header = msgspec.structs.replace(
        game.header,
        game_id=game_id,
        rules_version=ruleset.version,
        seats=seats,
        seed=seed.secret.hex(),
        salt=seed.salt.hex(),
        deal="",
        created_at=timestamp(bottega),
        sandbox=False,
        sandbox_actions=0,
        virtual=False,
        waits=(game.header.waits or game.header.clock is not None) and any(seat.kind == "open" for seat in seats),
        rematch_of=game.header.game_id,
    )
    options = msgspec.json.decode(header.options, type=ruleset.options_type)
    kept = GameInfo(name=game.table.name, label=game.table.label, metadata=game.table.metadata)
    position = replay.start(ruleset, options, len(seats), seed)
    table = game_info.laid(header, kept, ruleset.to_act(position.state))
    return Game(header, ruleset, position, table, players)


def _rotated(game: Game) -> tuple[SeatSetup, ...]:
    """Return who sits where in the rematch: whoever was first is last; who claimed an open seat has it from the start.

    See `_place`.
    """
    seats = [_kept(setup, game.claims.get(seat)) for seat, setup in enumerate(game.seats)]
    return (*seats[1:], seats[0])


def _kept(setup: SeatSetup, holder: Holder | None) -> SeatSetup:
    """Return who sits at a seat once more, by the name that he came with; a player's is kept beside the game."""
    if holder is None:
        return setup
    if holder.player:
        return SeatSetup("human")
    return SeatSetup("human", name=holder.name or setup.name)


def _place(game: Game, seat: int) -> int:
    """Return which seat of the rematch whoever has this one gets."""
    return (seat - 1) % len(game.seats)


def _answer(bottega: Bottega, game: Game, game_id: str, seat: int | None) -> Wire:
    """Name the rematch to a seat, or to the creator, who gets the tokens that he was given before.

    They are those that the rematch began with; there is none of a player's seat.
    """
    given = [each for each, setup in enumerate(game.header.seats) if setup.kind == "human"]
    own = [each for each in given if each not in game.table.left] if seat is None else [seat]
    claims = bottega.store.claims(game_id)
    places = sorted(_place(game, each) for each in own)
    held = [
        {"seat": each, "token": tokens.kept_token(bottega, game_id, each, 0)}
        for each in places
        if each not in claims or not claims[each].player
    ]
    creator = {} if seat is not None else {"creator_token": _creator_token(bottega, game_id)}
    return {"ruleset": game.ruleset.name, "game_id": game_id, "tokens": held, **creator}


def _creator_token(bottega: Bottega, game_id: str) -> str:
    """Derive the token of the creator of a game."""
    return tokens.make_creator_token(bottega.settings.secrets, game_id)
