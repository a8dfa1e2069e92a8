"""Test that deleting a player removes id and name from Redis, the archive, responses and deliveries; a merge the id.

The player first uses every feature of the API. Then each Redis key is searched, compressed or not, and each archived
copy. Each GET operation of the contract is searched for several callers. Deliveries are read in Redis before they are
sent.
"""

import json
from itertools import product

import pytest
from flask import request, request_finished

from service.game.game import load
from service.lobby.player_deletion import seated_games
from service.playing import missed_decisions
from service.tournaments import creation, log, progress
from service.tournaments.extension import rated_entries
from service.tournaments.resources.entrants import NewEntrant
from service.tournaments.rules.verification import verify
from service.tournaments.store.tournaments import tournaments_in
from tests.service.archiving import settle
from tests.service.contract import HOSTED, contract
from tests.service.forgetting import READERS, texts_of
from tests.service.lists import finish, finish_and_score
from tests.service.players import agree, player
from tests.service.running import running
from tests.service.table import settings
from tests.service.tournaments_api import LEVEL, entries, found, games_of, organiser, people, rounds

NAME = "Xanthippe Quark"
HOOK = {"url": "https://example.org/hook"}
TARGETS = "/me/notification-targets"
OPEN = {"kind": "open"}
LEFT_OUT = {
    *("resumeWebhook", "resumeMyWebhook", "resumeTournamentWebhook"),  # of a webhook that failed for days
    *("redeliverWebhook", "redeliverMyWebhook", "redeliverTournamentWebhook"),  # of what has been sent
    *("advanceClock", "samplePositions"),  # of games of a sandbox, and of programs
    "createHint",  # answered by a worker
    *("linkIdentity", "unlinkIdentity"),  # of an issuer: see `test_linked_identities`
}
"""Operations that contain no player and store nothing."""
STREAMS = ("text/event-stream", "application/x-ndjson")


@pytest.fixture
def archival(redis_url, tmp_path):
    chosen = settings(redis_url, archive_url=f"sqlite://{tmp_path}/archive.sqlite", analysis_iterations=2)
    with running(chosen) as service:
        yield service


def operations_of():
    for path, methods in contract()["paths"].items():
        for method, operation in methods.items():
            if isinstance(operation, dict) and "operationId" in operation:
                yield path, method, operation


class Life:
    """The actions of a player, and everything that may name the player."""

    def __init__(self, service):
        self.service = service
        self.olga, self.bea, self.cid = organiser(service), player(service, "Bea"), player(service, "Cid")
        self.ann = player(service, NAME).with_scopes("play", "create", "organise")
        self.games, self.tournaments, self.hooks, self.seeks, self.targets = [], [], [], [], []

    def __call__(self, who, method, path, body=None, **headers):
        outcome = who.send(method, path, body, **headers)
        assert outcome.status_code < 300, f"{method} {path}: {outcome.text}"
        return outcome.json if outcome.is_json else outcome.text

    def game(self, who, *seats, **terms):
        for each in seats:
            agree(self.service, each.get("player", ""))
        made = self(who, "POST", "/games", {"ruleset": "tiny", "options": {}, "seats": [*seats], **terms})
        self.games.append(made["game_id"])
        return f"/games/{made['game_id']}"

    def hook(self, who, path, **terms):
        made = self(who, "POST", f"{path}/webhooks", {**HOOK, **terms})
        self.hooks.append(f"{path}/webhooks/{made['webhook_id']}")
        return self.hooks[-1]

    def target(self, who):
        made = self(who, "POST", TARGETS, {"url": "discord://123456789/abcdef"})
        self.targets.append(made["target_id"])
        return f"{TARGETS}/{made['target_id']}"

    def tournament(self, who, **terms):
        address = found(who, **terms)
        self.tournaments.append(address)
        return address


@pytest.fixture
def life(archival):
    return Life(archival)


def seat(who):
    return {"kind": "human", "player": who.id}


def use_targets(life, who):
    """Create two notification targets, and delete one of them."""
    target, _ = life.target(who), life.target(who)
    life(who, "PATCH", target, {"digest_minutes": 5})
    life(who, "POST", f"{target}/test")
    life(who, "DELETE", target)


def answer_ahead(life, who, game, action):
    """Queue an action, and return to the game."""
    version = life(who, "GET", f"{game}/view")["version"]
    life(who, "PUT", f"{game}/queue", {"ruleset": "tiny", "version": version, "actions": [{"action": action}]})
    life(who, "POST", f"{game}/return", {})


def block_and_rename(life):
    """Let Ann block, be blocked, and take another name."""
    life(life.ann, "PATCH", "/me", {"name": f"{NAME} II"})
    for each in (life.bea, life.cid):
        life(life.ann, "PUT", f"/me/blocked-players/{each.id}")
    life(life.ann, "DELETE", f"/me/blocked-players/{life.bea.id}")
    life(life.bea, "PUT", f"/me/blocked-players/{life.ann.id}")


def play(life):
    """Play, win, lose, seek and invite."""
    ann, bea = life.ann, life.bea
    use_targets(life, ann), life.hook(ann, "/me"), life.hook(bea, "/me"), life.hook(bea, "/me", scope="created")
    rated = life.game(ann, seat(ann), seat(bea), rated=True, label="evening", metadata={"club": "one"})
    life.hook(ann, rated)
    finish_and_score(life.service, rated.removeprefix("/games/"))
    life(ann, "POST", f"{rated}/rematch")
    life.games.append(life.service.bottega.store.info(rated.removeprefix("/games/")).rematch)
    running = life.game(bea, seat(ann), seat(bea), undo="own", presence=True)
    life.hook(bea, running)
    legal = life(ann, "GET", f"{running}/actions")
    life(
        ann,
        "POST",
        f"{running}/actions",
        {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]},
    )
    life(ann, "POST", f"{running}/undo", {})
    legal = life(ann, "GET", f"{running}/actions")
    act = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
    life(ann, "POST", "/actions:batch", {"actions": [{"game_id": running.removeprefix("/games/"), **act}]})
    answer_ahead(life, ann, running, act["action"])
    life(ann, "POST", f"{running}/stream-ticket", {})
    life(ann, "POST", "/me/stream-ticket", {})
    waiting = life.game(bea, OPEN, OPEN, starts="when_seated")
    life.hook(bea, waiting)
    life(ann, "POST", f"{waiting}/seats/0/claim", {})
    left = life.game(bea, OPEN, OPEN, starts="when_seated")
    life(ann, "POST", f"{left}/seats/1/claim", {"name": NAME})
    life(ann, "POST", f"{left}/seats/1/leave", {})
    invited = life.game(bea, OPEN, OPEN, starts="when_seated")
    life(bea, "POST", f"{invited}/seats/0/invitation", {"player": ann.id})
    resigned = life.game(ann, seat(ann), seat(bea), seat(life.cid))
    life(ann, "POST", f"{resigned}/resign", {})
    started = life.game(ann, seat(ann), OPEN, OPEN, starts="when_seated", name="A table")
    life(ann, "PATCH", started, {"label": "late"})
    life(ann, "POST", f"{started}/seats/2/invitation", {"player": bea.id})
    life(ann, "POST", f"{started}/start", {"level": LEVEL})
    life(ann, "POST", f"{started}/abort", {})
    given = life.game(ann, seat(ann), {"kind": "human"})
    life(ann, "POST", f"{given}/seats/1/token", {})
    removed = life(ann, "POST", "/games", {"ruleset": "tiny", "options": {}, "seats": [seat(ann), seat(bea)]})
    life(ann, "DELETE", f"/games/{removed['game_id']}")
    for path in ("/me", given):
        hook = life.hook(ann, path)
        life(ann, "POST", f"{hook}/secret", {})
        life(ann, "DELETE", hook)
    life.game(ann, seat(bea), seat(life.cid), visibility="private")
    sought = life(ann, "POST", "/seeks", {"ruleset": "tiny", "seats": [2]})["seek"]
    life(ann, "DELETE", f"/seeks/{sought}")
    life.seeks.append(life(ann, "POST", "/seeks", {"ruleset": "tiny", "seats": [2]})["seek"])
    life(ann, "POST", f"/seeks/{life.seeks[-1]}/renew")
    life(ann, "POST", "/players", {"name": "Bot", "bot": True})
    key = life(ann, "POST", "/me/keys", {"scopes": ["play"]})
    life(ann, "DELETE", f"/me/keys/{key['key_id']}")
    block_and_rename(life)


def unite(life):
    """Become one with another player."""
    life(life.ann, "POST", "/me/merge", {"credential": player(life.service, "Dee").key})


def compete(life):
    """Enter tournaments and organise some."""
    ann, bea, olga = life.ann, life.bea, life.olga
    entrants = [{"player": ann.id, "name": f"{NAME} the Elder"}, {"player": bea.id}, {"player": life.cid.id}]
    for over in (True, False):
        address = life.tournament(olga, entrants=entrants, check_in=True)
        life.hook(olga, address)
        for number, who in enumerate((ann, bea, life.cid)):
            life(who, "POST", f"{address}/entrants/{number}/check-in")
        life(olga, "POST", f"{address}/start", {"reason": "All are here."})
        while over and life(olga, "GET", address)["status"] != "over":
            for game_id in games_of(olga, address):
                finish(life.service, game_id)
            progress.drive(life.service.bottega, address.rpartition("/")[2])
    registered = life.tournament(olga, registration="open")
    life(ann, "POST", f"{registered}/entrants", {})
    life(ann, "POST", f"{registered}/stream-ticket", {})
    own = [{"player": bea.id}, {"player": life.cid.id}]
    advances, waits = (life.tournament(ann, entrants=own, next_round=each) for each in ("automatic", "organiser"))
    for address in (advances, waits):
        life(ann, "POST", f"{address}/start", {"reason": "Now."})
    hook = life.hook(ann, advances)
    life(ann, "POST", f"{hook}/secret", {})
    life(ann, "DELETE", hook)
    life.hook(ann, advances)
    called_off = life.tournament(ann, entrants=[{"player": ann.id}], registration="open")
    life(ann, "POST", f"{called_off}/entrants/0/withdraw", {"reason": "No time."})
    life(ann, "POST", f"{called_off}/cancel", {"reason": "Nobody came."})
    life(ann, "POST", f"{advances}/pause", {"reason": "Tea."})
    life(ann, "POST", f"{advances}/resume", {})
    life(ann, "POST", f"{waits}/rounds", {"reason": "Now."})
    life(ann, "PUT", f"{waits}/rounds/1/tables/1/result", {"ranks": [1, 2], "reason": "They left."})
    correct(life, own)
    life.games += [each for address in life.tournaments for each in games_in(olga, address)]


def correct(life, entrants):
    """Correct tournaments that a player organises and takes part in."""
    ann = life.ann
    entrants = [{"player": ann.id}, *entrants]
    ruled, undone = (life.tournament(ann, entrants=entrants[:2], next_round="organiser") for _ in range(2))
    for address in (ruled, undone):
        life(ann, "PATCH", address, {"max_entrants": 9, "reason": "More room."})
        life(ann, "POST", f"{address}/start", {})
        life(ann, "POST", f"{address}/rounds", {})
    life(ann, "DELETE", f"{undone}/rounds/1?reason=Too+early.")
    result = f"{ruled}/rounds/1/tables/1/result"
    life(ann, "PUT", result, {"double_loss": True, "reason": "Both left."})
    life(ann, "DELETE", f"{result}?reason=A+mistake.")
    life(ann, "PUT", f"{ruled}/entrants/0/penalty", {"points": 1, "reason": "Late."})
    life(ann, "POST", f"{ruled}/entrants/0/disqualify", {"reason": "Late again."})
    life(ann, "POST", f"{ruled}/entrants/0/reenter", {"reason": "A mistake."})


def end(service, game_id):
    """Play a game to its end, including seats that have resigned."""
    while missed_decisions.play_out(service.bottega, game_id):
        pass
    finish(service, game_id)


def games_in(who, address):
    return [game["game_id"] for each in rounds(who, address) for table in each["tables"] for game in table["games"]]


def needles(life):
    return [life.ann.id, life.ann.id.removeprefix("pl_"), NAME, json.dumps(NAME)[1:-1].replace(" ", "%20")]


def found_in(life, where, text, wanted=needles):
    return [f"{where}: {needle}" for needle in wanted(life) if needle in text]


def in_redis(life, wanted=needles):
    """List the Redis keys that contain the id or the name, except those of idempotent requests."""
    client, kept = life.service.bottega.store.servers.client, life.service.bottega.settings.idempotency_seconds
    places = []
    for name in client.keys("*"):
        for part in (name, *READERS[client.type(name)](client, name)):
            faults = [fault for text in texts_of(part) for fault in found_in(life, name.decode(), text, wanted)]
            is_guard = set(name.decode().split(":")) & {"deleted", "revoked"}
            places += [] if is_guard and 0 < client.ttl(name) <= kept else faults
    return places


def in_archive(life, wanted=needles):
    """List the games whose copy in the archive contains the id or the name."""
    archived = life.service.bottega.store.archived
    copies = {game_id: archived.find(game_id) for game_id in life.games if archived.has(game_id)}
    return [fault for game_id, kept in copies.items() for fault in found_in(life, game_id, str(kept), wanted)]


def reads(life):
    """List all GET operations of the contract with all possible parameters."""
    hooks = [each.split("/webhooks/")[1] for each in life.hooks]
    pools = [each["pool"] for each in life.bea.get("/ratings").json["pools"]]
    known = {
        "game_id": life.games,
        "tournament": [each.rpartition("/")[2] for each in life.tournaments],
        "webhook_id": hooks,
        "target_id": life.targets,
        "pool": pools,
        "player": [life.bea.id, life.ann.id],
        "seek": life.seeks,
        "seat": ["0", "1"],
        "round": ["1"],
        "ruleset": ["tiny"],
        "kind": ["card"],
        "icon": ["a"],
    }
    for path, method, operation in operations_of():
        if method == "get":
            names = [part[1:-1] for part in path.replace(":", "/").split("/") if part.startswith("{")]
            for chosen in product(*(known[name] for name in names)):
                yield path.format(**dict(zip(names, chosen, strict=True))), operation


def in_responses(life, *readers, sought=needles):
    """List the GET operations that show the id or the name to one of these callers, or without credentials."""
    places, answered = [], set()
    for path, operation in reads(life):
        content = operation["responses"].get("200", {}).get("content", {})
        if set(content) & {*STREAMS}:
            continue  # what they send is read in Redis, and in the log that they follow
        for authorization in ({}, *(each.authorization for each in readers)):
            outcome = life.service.client.get(path, headers=authorization)
            wanted = found_in(life, "", path)
            shown = outcome.text if not wanted else outcome.text.replace(life.ann.id, "")
            places += found_in(life, path, shown, sought)
            answered |= {operation["operationId"]} if outcome.status_code == 200 else set()
    return places, answered


@pytest.fixture
def deleted(life):
    """Return a life whose player was deleted after doing everything."""
    unite(life)
    play(life)
    compete(life)
    settle(life.service)
    places, _ = in_responses(life, life.bea, life.olga)
    assert any(NAME in each for each in places)
    assert in_redis(life)
    life(life.ann, "DELETE", "/me")
    return life


def test_neither_redis_nor_the_archive_nor_an_operation_shows_the_id_or_the_name_of_a_deleted_player(deleted):
    assert in_redis(deleted) == []
    assert in_archive(deleted) == []
    places, answered = in_responses(deleted, deleted.bea, deleted.olga)
    assert places == []
    assert {"listSeats", "getRecord", "listEntrants", "getStandingsCsv", "getCrosstableImage", "getLeaderboard"} <= (
        answered
    )


def ids(life):
    """Return what may not be left of a merged player. Seats and entrants keep the name under which they were taken."""
    return [life.ann.id, life.ann.id.removeprefix("pl_")]


@pytest.fixture
def merged(life):
    """Return a life whose player became part of another one after doing everything, and that other player."""
    play(life)
    compete(life)
    life(life.ann, "DELETE", f"/seeks/{life.seeks[-1]}")
    for name in rated_entries(life.service.bottega, life.ann.id):  # she must leave them before a merge
        life(life.ann, "POST", f"/tournaments/{name}/entrants/0/withdraw", {})
    for game_id in seated_games(life.service.bottega, life.ann.id, "running"):
        if life.service.bottega.store.header(game_id).rated:
            end(life.service, game_id)
    settle(life.service)
    assert in_redis(life, ids)
    dee = player(life.service, "Dee")
    life(dee, "POST", "/me/merge", {"credential": life.ann.key})
    return life, dee


def test_neither_redis_nor_the_archive_nor_an_operation_shows_the_id_of_a_merged_player(merged):
    life, dee = merged
    assert in_redis(life, ids) == [f"bottega:{{{dee.id}}}:merges: {needle}" for needle in ids(life)]
    assert in_archive(life, ids) == []
    places, answered = in_responses(life, life.bea, life.olga, dee, sought=ids)
    assert places == [f"/v1/me/export: {needle}" for needle in ids(life)]
    assert {"listSeats", "getRecord", "listEntrants", "getStandingsCsv", "getLeaderboard"} <= answered


def test_the_player_used_every_operation_that_the_contract_offers_players(life):
    """New operations for players must be added to `play` and `compete`, or listed here with the reason."""
    known = {(method.upper(), path): each["operationId"] for path, method, each in operations_of() if method != "get"}
    done = set()

    def note(_app, response, **_):
        path = str(request.url_rule).replace("<int:", "{").replace("<", "{").replace(">", "}")
        if response.status_code < 300:
            done.add(known.get((request.method, path), ""))

    with request_finished.connected_to(note, life.service.app):
        unite(life)
        play(life)
        compete(life)
        life(life.ann, "DELETE", "/me")
    assert {*known.values()} - done == LEFT_OUT


def test_a_seat_of_a_deleted_player_resigns_so_that_the_game_ends(service):
    ann, bea = player(service, NAME), player(service, "Bea")
    game_id = bea.create([seat(ann), seat(bea)]).json["game_id"]
    assert ann.send("DELETE", "/me").status_code == 204
    game = load(service.bottega, game_id)
    assert [(each.seat, each.reason) for each in game.info.resigned] == [(0, "resigned")]
    while missed_decisions.play_out(service.bottega, game_id):
        pass
    assert load(service.bottega, game_id).status == "over"


def test_a_deleted_player_is_withdrawn_and_never_seated_again(service):
    olga, (ann, *others) = organiser(service), people(service, 5)
    entrants = [{"player": each.id} for each in (ann, *others)]
    address = found(olga, {"format": "swiss", "table_size": 2, "rounds": 3}, entrants=entrants)
    assert olga.post(f"{address}/start", {}).status_code == 200
    assert ann.send("DELETE", "/me").status_code == 204
    first = olga.get(f"{address}/entrants").json["entrants"][0]
    assert (first["name"], first["deleted"], first["withdrawn"]) == ("Deleted player 1", True, True)
    assert "player" not in first
    while olga.get(address).json["status"] != "over":
        for game_id in games_of(olga, address):
            end(service, game_id)
        progress.drive(service.bottega, address.rpartition("/")[2])
    tables = [played["tables"] for played in rounds(olga, address)]
    seated = [{each["entrant"] for table in round_ for each in table["entrants"]} for round_ in tables]
    assert not any(0 in each for each in seated[1:])
    last = [each for each in entries(olga, address) if each["type"] == "withdrew"]
    assert [(each["entrant"], "by" in each) for each in last] == [(0, False)]


def test_a_game_of_a_round_that_opens_after_the_player_was_deleted_ends(service):
    olga, (ann, bea) = organiser(service), people(service, 2)
    address = found(olga, entrants=[{"player": ann.id}, {"player": bea.id}], next_round="organiser")
    olga.post(f"{address}/start", {})
    running = log.load(service.bottega, address.rpartition("/")[2])
    paired = progress.pairing(service.bottega, running, progress.next_draw(service.bottega, running))
    assert log.append(service.bottega, running, [paired])
    assert ann.send("DELETE", "/me").status_code == 204
    progress.drive(service.bottega, running.name)
    (game_id,) = games_of(olga, address)
    game = load(service.bottega, game_id)
    assert len(game.info.resigned) == 1
    assert NAME not in str(game.header)


@pytest.mark.parametrize("terms", [{"next_round": "automatic"}, {"next_round": "organiser"}])
def test_a_tournament_continues_without_its_organiser_unless_it_needs_one(service, terms):
    olga, others = organiser(service), people(service, 4)
    address = found(olga, entrants=[{"player": each.id} for each in others], **terms)
    olga.post(f"{address}/start", {})
    assert olga.send("DELETE", "/me").status_code == 204
    shown = others[0].get(address).json
    assert "organiser" not in shown
    assert shown["status"] == ("running" if terms["next_round"] == "automatic" else "cancelled")


def test_the_record_of_a_tournament_stays_the_same_to_the_byte_and_is_verified(service):
    olga, others = organiser(service), people(service, 4)
    address = found(olga, entrants=[{"player": each.id} for each in others])
    olga.post(f"{address}/start", {"reason": "Now."})
    while olga.get(address).json["status"] != "over":
        for game_id in games_of(olga, address):
            finish(service, game_id)
        progress.drive(service.bottega, address.rpartition("/")[2])
    before = olga.get(f"{address}/record").data
    games = {each: olga.get(f"/games/{each}/record").data for each in games_in(olga, address)}
    for each in (*others, olga):
        assert each.send("DELETE", "/me").status_code == 204
    assert service.client.get(f"/v1{address}/record").data == before
    assert {each: service.client.get(f"/v1/games/{each}/record").data for each in games} == games
    verify(before, games, HOSTED)


def test_a_player_who_enters_while_being_deleted_is_not_named(service):
    olga, ann = organiser(service), player(service, NAME)
    address = found(olga, registration="open")
    name, store = address.rpartition("/")[2], service.bottega.store
    entry = creation.entry_of(service.bottega, log.load(service.bottega, name), NewEntrant(player=ann.id), ann.id)
    assert ann.send("DELETE", "/me").status_code == 204
    running = log.load(service.bottega, name)
    assert log.append(service.bottega, running, [entry])
    assert NAME not in str(tournaments_in(store).load(name))
    assert ann.id not in str(tournaments_in(store).load(name))
