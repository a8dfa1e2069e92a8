"""Worlds: whole positions that a seat cannot tell from the true one, for whoever thinks about a game elsewhere."""

from random import Random

import msgspec

from service.play import presenters
from service.play.bottega import Bottega
from service.play.game import check_begun, load
from service.problems import SamplingDisabled


def draw(bottega: Bottega, game_id: str, seat: int, count: int) -> bytes:
    """Draw positions from what a seat knows, as AI levels do.

    The dice are drawn for this request alone, so the answer tells nothing but what the seat knows. Raises
    SamplingDisabled, GameNotStarted, GameNotFound and RulesNotHosted.
    """
    game = load(bottega, game_id)
    if game.header.rated:
        raise SamplingDisabled("Nobody gets worlds in a rated game.")
    check_begun(game)
    rng = Random(bottega.sources.seed())  # noqa: S311  # neither the dice of a game nor a secret
    positions = [{"state": game.ruleset.determinize(game.position.state, seat, rng)} for _ in range(count)]
    rules = {"rules_version": game.ruleset.version}
    return msgspec.json.encode({**presenters.about(game), **rules, "seat": seat, "positions": positions})
