"""Sample whole positions that a seat cannot distinguish from the true one, for bots that search."""

from random import Random

from service import problems
from service.game.game import check_started, load
from service.installation.installation import Installation
from service.resources.advice import PositionSample, PositionSampleRequest, PositionSamples


def sample_positions(
    installation: Installation, game_id: str, seat: int, body: PositionSampleRequest
) -> PositionSamples:
    """Return positions sampled from what a seat can see, as AI levels do.

    Each request has its own random source, so the samples reveal nothing that the seat cannot see. Raises
    SamplingDisabled, GameNotStarted, GameNotFound and RulesNotHosted.
    """
    game = load(installation, game_id)
    if game.header.rated:
        raise problems.SamplingDisabled("Create an unrated game for sampled positions. A rated game has none.")
    check_started(game)
    rng = Random(installation.sources.seed())  # noqa: S311  # neither the dice of a game nor a secret
    drawn = (game.ruleset.determinize(game.position.state, seat, rng) for _ in range(body.count))
    return PositionSamples(
        ruleset=game.ruleset.name,
        game_id=game_id,
        version=game.position.version,
        rules_version=game.ruleset.version,
        seat=seat,
        positions=tuple(map(PositionSample, drawn)),
    )
