"""Play the games of a journey to their end over HTTP; absent people let their deadlines pass."""

import json

from msgspec import UNSET

from service import problems
from service.game import game_info
from service.game.game import Game, load, moment_in
from service.playing.pending_jobs import next_job
from tests.pairs.feeds import collect_notices
from tests.pairs.ladders import play_on
from tests.pairs.scene import Scene, find_games
from tests.pairs.tournaments import look_at
from tests.pairs.truth import plain, truth_of
from tests.pairs.web import Broken, Person
from tests.submitting import submit

MOST_TURNS = 3000
SENT_ACTIONS = 40
"""Actions of each game that people send over HTTP; the rest of a long game is played without HTTP."""
MOST_MISSED = 3
"""Deadlines that absent people let pass in all games, before they come back."""
DAY = 86400.0
MOST_IDLE = 12
OPEN_OFFER = ("decision_closed", "game_aborted", "time_expired")
"""The codes that mean: this decision is no longer there."""


class Play:
    """The course of a journey: who is absent, and how far the games are."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.step, self.missed, self.idle = scene, 0, 0, 0
        self.absent = self._absent()
        self.sent: dict[str, int] = {}
        self.queued: set[tuple[str, int]] = set()
        """The seats with an action queue: game and seat."""
        self.pending: dict[str, list[tuple[str, int, int]]] = {}
        """The pending decisions of each game when time passed last: game, seat and decision."""

    def _absent(self) -> set[str]:
        persons = [each.name for each in self.scene.persons]
        absent: dict[str, set[str]] = {"one_leaves": {persons[-1]}, "late_once": {persons[0]}, "nobody": {*persons}}
        return absent.get(self.scene.row["attendance"], set())

    def running(self) -> list[Game]:
        """Load the games that go on."""
        found = []
        for game_id in self.scene.games:
            try:
                game = load(self.scene.environment.installation, game_id)
            except problems.GameNotFound:
                self._is_gone(game_id)
                continue
            if not game.has_ended:
                found.append(game)
        return found

    def _is_gone(self, game_id: str) -> None:
        """Note that a game was deleted, and whether a deadline that was shown protects it."""
        if game_id in self.scene.gone:
            return
        self.scene.gone[game_id] = "lifetime"
        shown = self.scene.journal.deadlines
        later = [at for key in self.pending.get(game_id, ()) for at in shown.get(key, ())]
        early = max(later, default=0) - self.scene.environment.clock.now
        if early > 0:
            self.scene.journal.fault(
                "every deadline is kept",
                f"game {game_id} was deleted {early:.0f} s before a deadline that a view has shown",
            )

    def turn(self) -> bool:
        """Let a person act, or time pass; return whether the journey goes on."""
        self.step += 1
        scene = self.scene
        going = self.running()
        if not going:
            return self._next_round()
        waiting = [(game, seat, who) for game in going for seat, who in self._waiting(game)]
        here = [each for each in waiting if each[2].name not in self.absent]
        if here:
            self.idle = 0
            self.act(*scene.rng.choice(here))
        else:
            self._wait(going)
        return True

    def _next_round(self) -> bool:
        """Look for new games of the tournament; return whether there are some, or will be."""
        scene = self.scene
        if not scene.tournament:
            return False
        known = len(scene.games)
        play_on(scene)
        find_games(scene)
        if len(scene.games) > known:
            self.absent = self.absent if self.missed < MOST_MISSED else set()
            return True
        status = scene.web.ok(scene.creator, "GET", scene.tournament)["status"]
        self.idle += 1
        if status in ("over", "cancelled") or self.idle > MOST_IDLE:
            if status not in ("over", "cancelled"):
                scene.journal.fault("every game ends", f"the tournament is {status} and all its games have ended")
            return False
        scene.environment.pass_time(60.0)
        return True

    def _waiting(self, game: Game) -> list[tuple[int, Person]]:
        """List the people who must act in a game."""
        if next_job(game) is not None:
            return []
        seats = {
            person.seats[game.header.game_id]: person
            for person in self.scene.persons
            if game.header.game_id in person.seats
        }
        return [(seat, seats[seat]) for seat in game.to_act if seat in seats and self._decides(game, seat)]

    def _decides(self, game: Game, seat: int) -> bool:
        return game_info.stand_in(game.info, seat, game.position.decisions[seat]) is None

    def act(self, game: Game, seat: int, person: Person) -> None:
        """Send an action of a person, as its client would, and note that it was acknowledged."""
        scene, game_id = self.scene, game.header.game_id
        self.sent[game_id] = self.sent.get(game_id, 0) + 1
        if self.sent[game_id] > SENT_ACTIONS:
            return self._act_quickly(game, seat)
        path = f"/games/{game_id}"
        view = scene.web.ok(person, "GET", f"{path}/view")
        if "decision" not in view:
            return scene.environment.settle()
        legal = scene.web.ok(person, "GET", f"{path}/actions")
        if "decision" not in legal:
            return scene.environment.settle()
        action = scene.rng.choice(legal["actions"])
        body = {"ruleset": legal["ruleset"], "decision": legal["decision"], "action": action}
        response = scene.web.send(person, "POST", f"{path}/actions", body)
        if response.status_code == 200:
            scene.journal.acknowledged.append((game_id, response.json["version"], seat, action))
        elif response.json["code"] not in OPEN_OFFER:
            raise Broken(f"offered decisions: {person.name} got {response.status_code} {response.text}")
        scene.environment.work()
        if scene.rng.random() < 0.1:
            self.look_around(game_id)
            look_at(scene)
        return None

    def _act_quickly(self, game: Game, seat: int) -> None:
        """Act without HTTP; no view is noted."""
        installation, game_id = self.scene.environment.installation, game.header.game_id
        action = self.scene.rng.choice(list(game.ruleset.legal_actions(game.position.state, seat)))
        try:
            acted = submit(installation, game_id, seat, game.position.decisions[seat], action)
        except problems.ProblemError as error:
            raise Broken(f"offered decisions: seat {seat} of {game_id}: {error!r}") from error
        version = json.loads(acted.body)["version"]
        self.scene.journal.acknowledged.append((game_id, version, seat, plain(action)))
        self.scene.environment.work()

    def look_around(self, game_id: str) -> None:
        """Read the game as everybody: views, logs, and earlier versions."""
        scene = self.scene
        for who in (None, scene.creator, *(each for each in scene.persons if game_id in each.seats)):
            view = scene.web.send(who, "GET", f"/games/{game_id}/view")
            scene.web.send(who, "GET", f"/games/{game_id}/events?limit=200")
            if view.status_code == 200 and view.json["version"]:
                at = scene.rng.randrange(view.json["version"])
                scene.web.send(who, "GET", f"/games/{game_id}/view?at={at}")

    def _wait(self, going: list[Game]) -> None:
        """Let time pass until the next deadline; without any, absent people come back."""
        scene = self.scene
        self.idle += 1
        for game in going:
            self._read_deadlines(game)
            decisions = game.position.decisions
            game_id = game.header.game_id
            self.pending[game_id] = [(game_id, seat, decisions[seat]) for seat in game.to_act]
        scene.environment.settle()
        if any(next_job(game) is not None for game in self.running()):
            if self.idle > MOST_IDLE:
                raise Broken(
                    f"every game ends: the service does not continue {[each.header.game_id for each in going]}"
                )
            return
        first = scene.environment.installation.store.clocks.first()
        virtual = [game for game in going if game.header.virtual and game.header.clock]
        if not self.absent or self.missed >= MOST_MISSED or (first is None and not virtual and not self._fades(going)):
            self.come_back(going)
            if self.idle > MOST_IDLE:
                raise Broken(f"every game ends: nobody can act in {[each.header.game_id for each in going]}")
            return
        self.missed += 1
        collect_notices(scene)
        if scene.row["attendance"] == "late_once":
            self.missed = MOST_MISSED
        for game in virtual:
            self._advance(game)
        if first is not None:
            scene.environment.pass_time(max(1.0, first - scene.environment.clock.now + 2.0))
        elif not virtual:
            scene.environment.pass_time(4 * DAY)

    def _fades(self, going: list[Game]) -> bool:
        """Whether the lifetime of a game without a clock will end it."""
        return self.scene.row["lifetime"] == "short" and all(game.header.clock is UNSET for game in going)

    def _read_deadlines(self, game: Game) -> None:
        for seat, person in self._waiting(game):
            if game.header.game_id in person.seats and seat == person.seats[game.header.game_id]:
                self.scene.web.ok(person, "GET", f"/games/{game.header.game_id}/view")

    def _advance(self, game: Game) -> None:
        """Move the virtual clock of a game past its next deadline."""
        due = game_info.deadlines(game.header, game.info, game.position.decisions)
        if due:
            now = moment_in(self.scene.environment.installation, game.header, game.info) / 1_000_000
            ahead = int(min(due.values()) / 1_000_000 - now) + 3
            token = self.scene.creator_tokens[game.header.game_id]
            response = self.scene.web.send(
                None,
                "POST",
                f"/games/{game.header.game_id}/clock",
                {"seconds": max(1, ahead)},
                Authorization=f"Bearer {token}",
            )
            expected = 401 if self.scene.creator_has_left else 200
            if response.status_code != expected:
                raise Broken(f"virtual clock: {response.status_code} instead of {expected}: {response.text}")
            self.scene.environment.work()

    def come_back(self, going: list[Game]) -> None:
        """Let all absent people return to their seats."""
        self.absent = set()
        for game in going:
            for person in self.scene.persons:
                if game.header.game_id in person.seats:
                    self.scene.web.send(person, "POST", f"/games/{game.header.game_id}/return", {})
        self.scene.environment.settle()

    def remember(self) -> None:
        """Replay all games that still exist, since some may be deleted soon."""
        for game_id in self.scene.games:
            truth = truth_of(self.scene.environment.installation, game_id) if game_id not in self.scene.gone else None
            if truth is not None:
                self.scene.truths[game_id] = truth


def current(play: Play) -> str | None:
    """Return a game that goes on; None if all have ended."""
    going = [each.header.game_id for each in play.running()]
    return play.scene.rng.choice(going) if going else None


def seated(scene: Scene, game_id: str) -> list[Person]:
    return [each for each in scene.persons if game_id in each.seats]
