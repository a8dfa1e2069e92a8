"""Test that views, streams and records stay consistent after an undo, and reveal nothing hidden."""

import json
from random import Random

import jsonpatch
import msgspec
import pytest

from domain.record import write
from domain.undo_rules import undo_modes
from domain.verification import verify
from service.game.game import load
from tests.rulesets.games import packed, redeals
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.clocks import finish
from tests.service.helpers.games.played import RICHEST
from tests.service.helpers.games.undo import opened, undo, without_counts
from workers.promises.hidden import hides_anything

GOING_BACK = [(name, mode) for name in HOSTED for mode in undo_modes(HOSTED[name]) if mode != "none"]


class Wanderer:
    """Plays a game of any ruleset, undoes actions now and then, and stores what every viewer was shown."""

    def __init__(self, service, ruleset, seats, mode, seed):
        self.rng, self.ruleset, self.service = Random(seed), ruleset, service
        body = {"ruleset": ruleset, "options": RICHEST.get(ruleset, {}), "seats": [{"kind": "human"}] * seats}
        created = service.client.post("/v1/games", json=body | {"undo": mode})
        assert created.status_code == 201, created.json
        self.game = service.opened(created)
        self.game = type(self.game)(service, self.game.game_id, self.game.tokens, ruleset)
        self.seats = range(seats)
        self.readers = (*self.seats, None)
        self.shown = [self.views()]
        self.undone = 0

    def views(self):
        return {reader: self.game.view(reader) for reader in self.readers}

    def note(self):
        self.shown.append(self.views())

    def act(self, seat):
        legal = self.game.get("/actions", seat).json
        response = self.game.act(seat, self.rng.choice(legal["actions"]))
        assert response.status_code == 200, response.json
        self.note()

    def undo(self, seat, to=None):
        """Undo if possible, by consent if necessary; return whether anything was undone."""
        response = undo(self.game, seat, to)
        if response.status_code == 200 and "undo_offer" in response.json:
            offered = response.json["undo_offer"]["to"]
            for other in self.seats:
                if other != seat:
                    response = undo(self.game, other, offered)
        if response.status_code != 200:
            assert response.json["code"] in ("undo_too_late", "nothing_to_undo")
            return False
        self.note()
        self.undone += 1
        last = len(self.shown) - 1
        self.check_same(self.game.get(f"/events?after={last - 1}").json["events"][0]["undoes"])
        return True

    def check_same(self, to):
        for reader in self.readers:
            assert without_counts(self.shown[-1][reader]) == without_counts(self.shown[to][reader])

    def play(self, chance, most=10**6):
        """Play on, and try to undo with this chance; always before the first undo, since some games are short."""
        while (waiting := self.shown[-1][None]["to_act"]) and most:
            most -= 1
            seat = self.rng.choice(waiting)
            self.act(seat)
            if self.shown[-1][None]["to_act"] and (not self.undone or self.rng.random() < chance):
                self.undo(seat)

    def play_on(self):
        """Play to the end without a look at the views of others; return the last version."""
        view = self.game.view()
        while view["to_act"]:
            seat = self.rng.choice(view["to_act"])
            legal = self.game.get("/actions", seat).json
            body = {"ruleset": self.ruleset, "decision": legal["decision"], "action": self.rng.choice(legal["actions"])}
            view = self.game.post("/actions", seat, body).json
        return view["version"]


@pytest.mark.parametrize(("ruleset", "mode"), GOING_BACK)
def test_a_game_with_many_undos_is_readable_at_every_version(service, ruleset, mode):
    loaded = Wanderer(service, ruleset, HOSTED[ruleset].min_seats, mode, 5)
    loaded.play(0.3, 25)
    game, last = loaded.game, len(loaded.shown) - 1
    assert loaded.undone
    for reader in loaded.readers:
        views = [each[reader] for each in loaded.shown]
        assert [view["version"] for view in views] == list(range(last + 1))
        for version in {0, last // 2, last - 1, last}:
            assert game.get(f"/view?at={version}", reader).json == views[version]
        page = game.get("/events?include=patches&limit=1000", reader).json["events"]
        while len(page) < last:
            page += game.get(f"/events?include=patches&limit=1000&after={len(page)}", reader).json["events"]
        for event in page:
            patched = jsonpatch.apply_patch(views[event["version"] - 1], event["patch"])
            assert patched == views[event["version"]]
        since = max(0, last - 9)
        reported = game.get(f"/view?include=patches&since={since}", reader).json["events"]
        assert reported == page[since:]


@pytest.mark.parametrize("ruleset", HOSTED)
def test_the_record_of_a_game_with_an_undo_is_verified(service, ruleset):
    game = Wanderer(service, ruleset, HOSTED[ruleset].min_seats, "consent", 6)
    game.play(1.0, 1)
    game.play(0.1, 30)
    last = game.play_on()
    text = game.game.get("/record").data
    record = json.loads(text)
    assert record["undo"] == "consent"
    assert len(record["events"]) == last
    assert sum("undoes" in event for event in record["events"]) == game.undone > 0
    assert write(verify(text, HOSTED)) == text
    finish(service, game.game)
    assert game.game.get("/result").json["version"] == last


def test_an_open_stream_follows_an_undo(service):
    game = opened(service)
    game.act(0)
    before = game.view(0)
    response = game.get("/events/ndjson?include=actions,patches&after=1", 0)
    reported = response.iter_encoded()
    lines = (json.loads(line) for line in reported if line.strip())
    next(lines)
    game.act(0)
    undo(game, 0)
    acted, undone = next(lines), next(lines)
    response.close()
    shown = jsonpatch.apply_patch(jsonpatch.apply_patch(before, acted["patch"]), undone["patch"])
    assert shown == game.view(0)
    assert undone["next_decision"]["decision"] == 3


@pytest.mark.parametrize(("ruleset", "mode"), GOING_BACK)
def test_whether_a_move_can_be_undone_reveals_nothing_hidden(service, ruleset, mode):
    seats = HOSTED[ruleset].min_seats
    game, different = Wanderer(service, ruleset, seats, mode, 7), 0
    for actions in (1, 11):
        game.play(0.2, actions)
        different += _dealt_again(service, game)
    assert bool(different) == hides_anything(ruleset, seats)


def _dealt_again(service, loaded):
    """Deal hidden information again for each seat and compare responses with its view; return the number of deals."""
    game, client = loaded.game, service.installation.store.servers.client
    name, now = f"bottega:{{{game.game_id}}}:state", load(service.installation, game.game_id)
    kept, different = client.get(name), 0
    for seat in loaded.seats:
        before = _readings(game, seat)
        for dealt in redeals(now.ruleset, now.position.state, seat, f"{loaded.ruleset} {seat}"):
            different += packed(dealt) != packed(now.position.state)
            client.set(name, msgspec.msgpack.encode(msgspec.structs.replace(now.position, state=dealt)))
            assert _readings(game, seat) == before
            client.set(name, kept)
    return different


def _readings(game, seat):
    """Read the responses to a seat's undo request, then restore the data."""
    client = game.service.installation.store.servers.client
    names = [f"bottega:{{{game.game_id}}}:{part}" for part in ("state", "log", "info")]
    kept = [client.dump(name) for name in names]
    response = undo(game, seat)
    reported = (response.status_code, response.data, game.get("/view?include=undo", seat).data)
    for name, value in zip(names, kept, strict=True):
        client.delete(name)
        if value is not None:
            client.restore(name, 0, value)
    return reported
