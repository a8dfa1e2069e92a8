"""Sample whole positions that a seat cannot distinguish from the true one, for bots that search."""

from random import Random

import msgspec

from service.play import presenters
from service.play.bottega import Bottega
from service.play.game import check_started, load
from service.problems import SamplingDisabled


def sample_positions(bottega: Bottega, game_id: str, seat: int, count: int) -> bytes:
    """Return positions sampled from what a seat can see, as AI levels do.

    Each request has its own random source, so the samples reveal nothing that the seat cannot see. Raises
    SamplingDisabled, GameNotStarted, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    if game.header.rated:
        raise SamplingDisabled("Create an unrated game for sampled positions. A rated game has none.")
    check_started(game)
    rng = Random(bottega.sources.seed())  # noqa: S311  # neither the dice of a game nor a secret
    positions = [{"state": game.ruleset.determinize(game.position.state, seat, rng)} for _ in range(count)]
    rules = {"rules_version": game.ruleset.version}
    return msgspec.json.encode({**presenters.about(game), **rules, "seat": seat, "positions": positions})
