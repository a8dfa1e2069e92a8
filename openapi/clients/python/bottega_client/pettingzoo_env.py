"""A PettingZoo environment (AEC) of any installed ruleset. It plays with local rules, without a service.

It needs the extra `pettingzoo`, and the package `bottega`, which contains the rules.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, TypeAlias

import msgspec
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from bottega_client.hashed import LARGEST, indexes_of, vector_of

try:
    from domain import RULESETS, IllegalAction, Outcome, Ruleset, read_action, write_action
except ModuleNotFoundError as error:
    raise ModuleNotFoundError("The rules are missing: install the package `bottega`.", name=error.name) from error

Observation: TypeAlias = dict[str, NDArray[Any]]

ACTIONS = 4096
"""The default number of indexes for actions."""
FEATURES = 2048
"""The default length of an observation."""


def bottega_env(
    ruleset: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    *,
    actions: int = ACTIONS,
    features: int = FEATURES,
) -> AECEnv[str, Observation, int | None]:
    """Return an environment in which the agent `seat_0` plays seat 0.

    `options` are those of `createGame`. `actions` is the size of the action space, and `features` the length of an
    observation. Raises ValueError for an unknown ruleset, and for options or a number of seats that its rules reject.

    >>> env = bottega_env("azul", seats=2)
    >>> env.reset(seed=7)
    >>> observation, reward, terminated, truncated, info = env.last()
    >>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
    """
    return OrderEnforcingWrapper(GameEnv(ruleset, seats, options or {}, actions, features))


class GameEnv(AECEnv[str, Observation, int | None]):
    """The environment without its wrapper. `bottega_env` documents the arguments.

    - `observation` has the name of the agent and the fields of its view, as `vector_of` places them.
    - `action_mask` is 1 at the index of each legal action, as `indexes_of` chooses it.
    - `info` has the `view`, the `legal_actions` by index, and the `action_mask`. They have the forms of the API.
    - Rewards come at the end: 1 for the first place and -1 for the last, in equal steps. Equal ranks share the mean. If
      all seats win or lose together, each gets 1 or -1.
    - If several seats act at the same time, the lowest acts first. The others cannot see a sealed choice.
    """

    def __init__(self, ruleset: str, seats: int, options: Mapping[str, Any], actions: int, features: int) -> None:
        self._ruleset = ruleset
        self._options = _accepted(_installed(ruleset), options, seats)
        self._random = Random()  # noqa: S311  # the draws of a game, not of a secret
        self._actions, self._features = actions, features
        name = f"bottega_{ruleset}_v{self._rules.version}"
        self.metadata = {"name": name, "render_modes": [], "is_parallelizable": False}
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.observation_spaces = {agent: _observation_space(features, actions) for agent in self.possible_agents}
        self.action_spaces = {agent: _action_space(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game. Equal seeds deal equal games. Games without a seed follow from the last one."""
        if seed is not None:
            self._random = Random(seed)  # noqa: S311
        self._state = self._rules.setup(self._options, self.max_num_agents, self._random)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._select()

    def observe(self, agent: str) -> Observation:
        """Return what a seat may see as numbers, and the mask of its legal actions."""
        seen = {"agent": agent, "view": self._view(agent)}
        return {"observation": vector_of(seen, self._features), "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Take the legal action with this index for the selected seat. Raises ValueError for any other index."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action not in self._legal[agent]:
            raise ValueError(f"{action} is no legal action of {agent}: choose an index at which `action_mask` is 1")
        self._cumulative_rewards[agent] = 0.0
        chosen = read_action(self._rules, self._legal[agent][action])
        self._rules.apply(self._state, self._seat(agent), chosen, self._random)
        if outcome := self._rules.outcome(self._state):
            self.rewards = dict(zip(self.agents, rewards_of(outcome), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> None:
        """Draw nothing: the web client of the service draws games."""

    def close(self) -> None:
        """Close nothing: the environment has no connections."""

    @property
    def _rules(self) -> Ruleset:
        """Return the rules. The environment has only their name, so it can be copied and pickled."""
        return RULESETS[self._ruleset]

    def _select(self) -> None:
        """Select the seat that acts next, and describe the situation of each seat."""
        waiting = self._rules.to_act(self._state)
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]
        self._legal = {agent: self._legal_actions(agent) for agent in self.agents}
        self.infos = {agent: self._info(agent) for agent in self.agents}

    def _legal_actions(self, agent: str) -> dict[int, Any]:
        actions = self._rules.legal_actions(self._state, self._seat(agent))
        return indexes_of([write_action(each) for each in actions], self._actions)

    def _info(self, agent: str) -> dict[str, Any]:
        legal = dict(self._legal[agent])
        return {"view": self._view(agent), "legal_actions": legal, "action_mask": self._mask(agent)}

    def _view(self, agent: str) -> Any:
        return msgspec.to_builtins(self._rules.view(self._state, self._seat(agent)), str_keys=True)

    def _mask(self, agent: str) -> NDArray[np.int8]:
        mask = np.zeros(self._actions, np.int8)
        mask[list(self._legal[agent])] = 1
        return mask

    def _seat(self, agent: str) -> int:
        return self.possible_agents.index(agent)


def rewards_of(outcome: Outcome) -> list[float]:
    """Return the reward of each seat: from 1 for the first place to -1 for the last. The sum is 0.

    Each seat of a game that all have won or lost together gets 1 or -1.

    >>> from domain.ruleset import SeatOutcome
    >>> rewards_of(Outcome(tuple(SeatOutcome(seat, rank, 0, ()) for seat, rank in enumerate([2, 1, 2]))))
    [-0.5, 1.0, -0.5]
    """
    together = {*outcome.results} - {"drawn"}
    if together == {*outcome.results} and len(together) == 1:
        return [1.0 if together == {"won"} else -1.0] * len(outcome.seats)
    ranks = [each.rank for each in outcome.seats]
    places = [rank + (ranks.count(rank) - 1) / 2 for rank in ranks]
    return [1.0 - 2.0 * (place - 1.0) / max(len(ranks) - 1, 1) for place in places]


def _installed(ruleset: str) -> Ruleset:
    if ruleset not in RULESETS:
        raise ValueError(f"No ruleset {ruleset!r} is installed. There are: {', '.join(RULESETS)}.")
    return RULESETS[ruleset]


def _accepted(rules: Ruleset, options: Mapping[str, Any], seats: int) -> Any:
    """Return the options of a game. Raises ValueError if the rules reject them or the number of seats."""
    try:
        chosen = msgspec.convert(options, rules.options_type)
    except msgspec.ValidationError as error:
        raise ValueError(f"The options are not valid: {error}") from error
    if rejection := rules.reject_setup(chosen, seats):
        raise ValueError(f"{IllegalAction(rules, rejection)} ({rejection.code}, paragraph {rejection.paragraph})")
    return chosen


def _observation_space(features: int, actions: int) -> spaces.Space[Any]:
    vector = spaces.Box(-LARGEST, LARGEST, (features,), np.float32)
    return spaces.Dict({"observation": vector, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def _action_space(actions: int) -> spaces.Space[Any]:
    return spaces.Discrete(actions)
