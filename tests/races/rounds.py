"""Run racing rounds: clients act on the same decisions at the same moment; the log is compared with the responses.

Each round races all seats that must act, so simultaneous decisions race too. Some clients disconnect before the
response, and some replies of Redis are lost. A client with a key and no response retries the request.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Literal

from tests.races.racers import Post, Racers, Reply
from tests.service.helpers.client.proxy import Proxy

Kind = Literal["one key", "no key", "rivals"]
"""The same request with the same key; the same without any; different actions, each with a key of its own."""

KINDS: tuple[Kind, ...] = ("one key", "no key", "rivals")
EACH = 3
"""Number of clients that race for a seat's decision."""
HANG_UP = 0.4
"""Share of a seat's clients, except the first, that do not wait for the response, in every second round."""
LOST = (0, 0, 1, 2)
"""Number of lost Redis replies to commits, round by round; the service itself retries a commit once."""
AGAIN = 0.2
"""The probability that a request with a key is repeated after its response."""
COMMIT = b"LINDEX"
"""A command that occurs only in the request that appends an event."""
ATTEMPTS = 20
INCLUDED = ("", "?include=actions,events", "?include=actions,patches&since=0")
"""The query of the requests, round by round."""


@dataclass(frozen=True)
class Seat:
    """A seat whose decision is raced for."""

    path: str
    number: int
    token: str
    decision: int
    actions: list[Any]


@dataclass(frozen=True)
class Opening:
    """The position in which a game starts."""

    ruleset: str
    seats: int
    scenario: str = ""
    """The scenario; empty for the start of a game."""


def simultaneous(racers: Racers, rulesets: Iterable[str]) -> list[Opening]:
    """List the scenarios in which several seats must act at the same time."""
    return [
        Opening(name, each["seats"], each["name"])
        for name in rulesets
        for each in racers.get(f"/v1/rulesets/{name}/scenarios")["scenarios"]
        if len(each["to_act"]) > 1
    ]


@dataclass(frozen=True)
class Raced:
    """One client's request and its responses, those of the first attempt first."""

    post: Post
    replies: list[Reply | None]

    @property
    def last(self) -> Reply | None:
        """Return the response to the last attempt."""
        return self.replies[-1]


class RacedGame:
    """A game of human players that is played by races."""

    def __init__(self, racers: Racers, opening: Opening, number: int) -> None:
        """Create a game; its number determines all random choices."""
        sandbox = {"sandbox": {"scenario": opening.scenario}} if opening.scenario else {}
        players = [{"kind": "human"}] * opening.seats
        created = racers.post(Post("/v1/games", {"ruleset": opening.ruleset, "seats": players, **sandbox}))
        assert created is not None, "the service does not answer"
        self.racers, self.rng, self.ruleset = racers, Random(number), opening.ruleset
        self.path = f"/v1/games/{created.body['game_id']}"
        self.tokens = {each["seat"]: each["token"] for each in created.body["tokens"]}
        self.keys = (f"key {number}" for number in count())
        self.rounds = number

    @property
    def view(self) -> Any:
        """Return the view of the game."""
        return self.racers.get(f"{self.path}/view")

    def play_round(self, proxy: Proxy) -> Counter[str]:
        """Race for all pending decisions; raises AssertionError if an action was lost or doubled."""
        view, number = self.view, self.rounds
        kind, self.rounds = KINDS[number % len(KINDS)], number + 1
        seats = [self._seat(seat) for seat in view["to_act"]]
        posts = [post for seat in seats for post in self._posts(kind, seat)]
        hang_up = self._hang_up(len(posts)) if number % 2 else frozenset[int]()
        lost = proxy.lost
        proxy.lose(COMMIT if LOST[number % len(LOST)] else b"", LOST[number % len(LOST)])
        raced = [Raced(post, [reply]) for post, reply in zip(posts, self.racers.race(posts, hang_up), strict=True)]
        for each in raced:
            self._settle(each)
        answered = sum(self._judge(kind, seat, view["version"], _of(seat, raced)) for seat in seats)
        now = self.view["version"]
        assert now == view["version"] + answered, (view["version"], answered, now)
        return Counter(
            rounds=1,
            requests=sum(len(each.replies) for each in raced),
            simultaneous=int(len(seats) > 1),
            events=answered,
            replays=sum(reply.replayed for each in raced for reply in each.replies if reply is not None),
            hang_ups=len(hang_up),
            lost_replies=proxy.lost - lost,
        )

    def _seat(self, number: int) -> Seat:
        """Return the seat with its legal actions."""
        offered = self.racers.get(f"{self.path}/actions", self.tokens[number])
        return Seat(self.path, number, self.tokens[number], offered["decision"], offered["actions"])

    def _posts(self, kind: Kind, seat: Seat) -> Iterator[Post]:
        """Return the requests of a seat's clients."""
        action, key = self.rng.choice(seat.actions), next(self.keys)
        for _ in range(EACH):
            if kind == "rivals":
                action, key = self.rng.choice(seat.actions), next(self.keys)
            body = {"ruleset": self.ruleset, "decision": seat.decision, "action": action}
            path = f"{self.path}/actions{INCLUDED[self.rounds // len(KINDS) % len(INCLUDED)]}"
            yield Post(path, body, seat.token, "" if kind == "no key" else key)

    def _hang_up(self, clients: int) -> frozenset[int]:
        """Choose at random the clients that disconnect; the first client of each seat waits, so that the round ends."""
        return frozenset(number for number in range(clients) if number % EACH and self.rng.random() < HANG_UP)

    def _settle(self, raced: Raced) -> None:
        """Retry a request with a key until there is a response, and sometimes once more."""
        if not raced.post.key:
            return
        while _open(raced.last) or self.rng.random() < AGAIN:
            assert len(raced.replies) < ATTEMPTS, raced
            raced.replies.append(self.racers.post(raced.post))

    def _judge(self, kind: Kind, seat: Seat, version: int, raced: list[Raced]) -> int:
        """Compare the responses of one seat's clients with the log; return the number of their events."""
        log = self.racers.get(f"{self.path}/events?after={version}", seat.token)["events"]
        events = [each for each in log if (each["seat"], each["decision"]) == (seat.number, seat.decision)]
        assert len(events) <= 1, ("doubled", kind, events)
        done = [each for each in raced if any(reply and reply.status == 200 for reply in each.replies)]
        assert events or not done, ("lost", kind, done)
        assert all(each.post.body["action"] == event["action"] for each in done for event in events), (kind, done)
        _judge_replies(kind, raced, done)
        return len(events)


def _judge_replies(kind: Kind, raced: list[Raced], done: list[Raced]) -> None:
    """Check that the responses show one action: one success, all others repeated or rejected."""
    replies = [reply for each in raced for reply in each.replies if not _open(reply)]
    carried_out = [reply for reply in replies if reply and reply.status == 200 and not reply.replayed]
    assert len(carried_out) <= 1, ("doubled", kind, carried_out)
    assert {reply.status for reply in replies if reply} <= {200, 409}
    bodies = [reply.body for reply in replies if reply and reply.status == 200]
    assert all(body == bodies[0] for body in bodies)
    heard = [each for each in raced if not _open(each.last)]
    if kind == "one key":
        assert done == raced
    elif len(heard) == len(raced):
        assert len(done) == 1, (kind, raced)


def _open(reply: Reply | None) -> bool:
    """Whether a client does not know the result of its request yet."""
    return reply is None or reply.status == 503


def _of(seat: Seat, raced: list[Raced]) -> list[Raced]:
    """List the requests of a seat's clients."""
    return [each for each in raced if each.post.token == seat.token]
