"""Run the jobs of the queue `hints`."""

from typing import Any

import msgspec
from msgspec import UNSET

from domain.dice import Seed
from domain.levels import SearchBudget
from domain.replay import GamePosition
from domain.ruleset import AnyRuleset
from service.game.game import load
from service.game.hints import is_needed
from service.resources.advice import RankedAction, Ranking
from workers.jobs import context
from workers.jobs.analysis_report import rounded
from workers.jobs.lease import check_in
from workers.thinking.choice import ai_dice
from workers.thinking.search import Candidate, search


def find_hint(game_id: str, seat: int, decision: int) -> None:
    """Compute and store the hint for a decision, unless the hint exists or the decision is closed.

    Raises WorkerStopping if the worker stops during the search.
    """
    installation = context.installation()
    game = load(installation, game_id)
    if not is_needed(game, seat, decision) or installation.store.advice.hint(game_id, seat, decision) is not None:
        return
    hint = advise(game.ruleset, game.position, seat, game.seed, SearchBudget(installation.settings.hint_iterations))
    installation.store.advice.store_hint(game_id, seat, decision, msgspec.json.encode(hint))


def advise(ruleset: AnyRuleset, position: GamePosition[Any], seat: int, seed: Seed, budget: SearchBudget) -> Ranking:
    """Rank the legal actions of a seat that must act by a search, the best first.

    The search knows what the seat knows. Its random generator is separate from those of the game and of the AI.
    """
    rng = ai_dice(seed, position.version, seat, "hint")
    found = search(ruleset, ruleset.determinize(position.state, seat, rng), seat, rng, budget, check_in)
    ranked = sorted(enumerate(found.candidates), key=lambda each: (-each[1].visits, -each[1].value))
    actions = tuple(_ranked(index, candidate, seat) for index, candidate in ranked)
    return Ranking(position.version, found.iterations, actions)


def _ranked(index: int, candidate: Candidate, seat: int) -> RankedAction:
    """Return the visits of an action, and the seat's chance to win after it."""
    value = rounded(candidate.chances[seat]) if candidate.visits else UNSET
    return RankedAction(index, candidate.action, candidate.visits, value)
