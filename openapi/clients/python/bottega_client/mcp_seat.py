"""The seat that a language model plays: its situation in words and JSON, and its actions by numbers."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bottega_client.client import AsyncClient
from bottega_client.mcp_texts import with_names
from bottega_client.rulesets import AnyRuleset
from bottega_client.texts import GameTexts

if TYPE_CHECKING:
    from bottega_client import schemas
    from bottega_client.schemas import GameView

LONGEST_SECONDS = 40.0
"""The longest time that a situation waits for the others. Common clients end a tool call after a minute."""
POLL_SECONDS = 20
"""The longest wait of one request."""
ENDED = ("over", "aborted")
"""The statuses after which no seat acts."""
MOST_LINES = 50
"""The most lines of the log in a situation. A model that joins a long game reads the last ones."""


class Rejected(Exception):
    """A call that is not possible now; the message says what to do."""


@dataclass(frozen=True)
class LegalAction:
    """An action that the seat may take."""

    number: int
    action: str


@dataclass(frozen=True)
class Place:
    """The place of a player at the end."""

    player: str
    rank: int
    points: int
    result: str


@dataclass(frozen=True)
class Situation:
    """The situation of a seat, as far as its player may know it."""

    ruleset: str
    status: str
    you: str
    players: list[str]
    happened: list[str]
    """What has happened since the last situation, oldest first."""
    position: dict[str, Any]
    """The field `view` of `queryView`, with names."""
    legal_actions: list[LegalAction]
    """Empty if the seat need not act."""
    waits_for: list[str]
    """The players who must act."""
    outcome: list[Place]
    """Empty until the end."""


@dataclass
class Seat:
    """A seat of a game, from the token of the seat."""

    client: AsyncClient
    game_id: str
    token: str = field(repr=False)
    number: int
    ruleset: str
    texts: GameTexts
    seen: int = 0
    """The version up to which the model knows the events."""
    tag: str | None = None
    """The tag of the last page of events."""
    decision: int = -1
    actions: Sequence[Any] = ()
    """The legal actions of the last situation, in the order of their numbers."""

    async def act(self, number: int) -> None:
        """Take the legal action with this number. Raises Rejected for another number, Problem and NetworkError."""
        if not self.actions:
            raise Rejected("You have no legal action now. Call look for your situation.")
        if not 0 <= number < len(self.actions):
            raise Rejected(f"No legal action has this number. Choose one from 0 to {len(self.actions) - 1}.")
        action, self.actions = self.actions[number], ()  # a second call before the next situation is no action
        await self.client.submit_action(
            self.game_id,
            body={"ruleset": AnyRuleset(self.ruleset), "decision": self.decision, "action": action},
            token=self.token,
        )

    async def situation(self) -> Situation:
        """Return the situation when the seat must act or the game has ended, at the latest after `LONGEST_SECONDS`."""
        log: list[str] = []
        last, wait = time.monotonic() + LONGEST_SECONDS, 0
        while True:
            log += await self._read_log(wait)
            view = await self.client.query_view(self.game_id, include="actions", token=self.token)
            wait = max(0, min(POLL_SECONDS, int(last - time.monotonic())))
            is_due = "actions" in view or view["status"] in ENDED
            if view["version"] <= self.seen and (is_due or not wait):
                return self._described(view, log)

    async def _read_log(self, wait: int) -> list[str]:
        """Return the sentences of the next events. Without one, wait for so many seconds."""
        page = await self.client.list_events(
            self.game_id, after=self.seen, wait=wait, state_tag=self.tag, token=self.token
        )
        self.tag = page["state_tag"]
        self.seen = max([self.seen, *(event["version"] for event in page["events"])])
        return [
            sentence
            for event in page["events"]
            if "action" in event
            for sentence in self.texts.event(event["action"], event["seat"], event["facts"])
        ]

    def _described(self, view: "GameView", log: Sequence[str]) -> Situation:
        """Return the situation in a view, and note its legal actions."""
        self.actions, self.decision = view.get("actions", ()), view.get("decision", -1)
        previews: Sequence[Any] = view.get("previews") or [{}] * len(self.actions)
        buttons = map(self.texts.button, self.actions, previews)
        players = self.texts.players
        return Situation(
            ruleset=self.ruleset,
            status=view["status"],
            you=players[self.number],
            players=list(players),
            happened=list(log[-MOST_LINES:]),
            position=with_names(view["view"], self.texts),
            legal_actions=[LegalAction(number, text) for number, text in enumerate(buttons)],
            waits_for=[players[seat] for seat in view["to_act"]],
            outcome=[
                Place(players[each["seat"]], each["rank"], each["total"], each["result"])
                for each in view.get("outcome", ())
            ],
        )


async def take_seat(client: AsyncClient, game_id: str, token: str) -> Seat:
    """Return the seat of a token. Raises Rejected for another token, Problem and NetworkError.

    >>> async def first_number(game_id, token):
    ...     async with AsyncClient(client.url) as service:
    ...         seat = await take_seat(service, game_id, token)
    ...         return (await seat.situation()).legal_actions[0].number
    >>> asyncio.run(first_number(game, token))
    0
    """
    view = await client.query_view(game_id, token=token)
    number = view.get("seat")
    if number is None:
        raise Rejected("The token opens no seat. Pass the token of a seat, as createGame returns it.")
    ruleset = await client.get_ruleset(view["ruleset"])
    texts = GameTexts(ruleset, [_name(each) for each in view["seats"]], "en")
    return Seat(client, game_id, token, number, view["ruleset"], texts)


def _name(seat: "schemas.Seat") -> str:
    """Return the name of a player, such as `Ada`, `Galileo (AI)` or `Seat 2`."""
    if character := seat.get("ai_player"):
        return f"{character.capitalize()} (AI)"
    return seat.get("name") or f"Seat {seat['seat']}"
