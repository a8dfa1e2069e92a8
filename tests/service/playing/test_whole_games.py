"""Play whole games of every ruleset over HTTP, by scripted clients only."""

from random import Random

import msgspec
import pytest

from domain import replay
from service.game.game import load
from service.playing import games
from tests.service.helpers.client.contract import HOSTED
from tests.service.helpers.games.played import RICHEST, Client


@pytest.mark.parametrize("ruleset", HOSTED)
def test_a_full_game_ends_with_a_score_sheet_whose_rows_sum_to_the_totals(service, ruleset):
    client = Client(service, ruleset, RICHEST.get(ruleset, {}), HOSTED[ruleset].max_seats)
    last = client.play()
    games.score(service.installation, client.game_id)
    result = client.get("/result").json
    assert last["status"] == "over"
    assert len(result["seats"]) == HOSTED[ruleset].max_seats
    assert all(sum(row["amount"] for row in seat["rows"]) == seat["total"] for seat in result["seats"])
    assert [seat["rank"] for seat in last["outcome"]] == [seat["rank"] for seat in result["seats"]]
    assert last["version"] == result["version"] == client.get("/events?limit=1").json["version"]


@pytest.mark.parametrize("ruleset", HOSTED)
def test_header_and_log_of_a_whole_game_replay_to_its_snapshot_byte_for_byte(service, ruleset):
    client = Client(service, ruleset, {}, HOSTED[ruleset].min_seats)
    client.play()
    store, rules = service.installation.store, HOSTED[ruleset]
    header, (_, events) = store.header(client.game_id), store.events(client.game_id, 0, 10_000)
    options = msgspec.json.decode(header.options, type=rules.options_type)
    log = [(event.seat, msgspec.json.decode(event.action, type=rules.action_type)) for event in events]
    position = replay.replay(rules, options, len(header.seats), header.dice_seed, log)
    assert replay.encode(position) == store.load(client.game_id).snapshot


@pytest.mark.parametrize("ruleset", HOSTED)
def test_no_response_depends_on_what_its_seat_may_not_know(service, ruleset):
    client = Client(service, ruleset, RICHEST.get(ruleset, {}), HOSTED[ruleset].min_seats, seed=2)
    store, rng = service.installation.store, Random(3)
    for number in range(25):
        game = load(service.installation, client.game_id)
        for seat in range(len(game.header.seats) if number % 3 == 0 else 0):
            before = readings(client, seat)
            drawn = game.ruleset.determinize(game.position.state, seat, rng)
            position = replay.GamePosition(game.position.version, game.position.decisions, drawn)
            store.servers.client.set(f"bottega:{{{client.game_id}}}:state", replay.encode(position))
            assert readings(client, seat) == before
            store.servers.client.set(f"bottega:{{{client.game_id}}}:state", replay.encode(game.position))
        if not game.to_act:
            break
        client.act(client.rng.choice(game.to_act))


def readings(client, seat):
    """Return everything that a seat can read, and the verdicts on an illegal and a legal action."""
    everything = "include=actions,events,patches"
    paths = ("/view", "/actions", "/events?limit=1000", f"/view?{everything}", "/events?include=actions,patches")
    read = [client.get(path, seat) for path in paths]
    decision = read[0].json.get("decision", 0)
    actions = read[1].json["actions"][:1]
    bodies = [{"ruleset": client.ruleset, "decision": decision, "action": action} for action in actions]
    bodies.append({"ruleset": client.ruleset, "decision": decision + 1, "action": actions[0] if actions else {}})
    headers = client.authorization[seat]
    url = f"{client.path}/actions?dry_run=true&{everything}"
    tried = [client.http.post(url, json=body, headers=headers) for body in bodies]
    responses = [(each.status_code, each.headers.get("ETag"), each.data) for each in read + tried]
    return [*responses, first_of_stream(client, seat, read[0].json["version"])]


def first_of_stream(client, seat, version):
    """Return what a stream sends to a seat before the first event."""
    response = client.get(f"/events/ndjson?include=actions,patches&after={version}", seat)
    chunks = response.iter_encoded()
    first = [next(chunks, b""), next(chunks, b"")]
    response.close()
    return first


def test_the_observation_of_declared_work_has_the_shape_of_the_declaration(service):
    client = Client(service, "leonardo", {}, 2)
    declared = {}
    for _ in range(2):
        seat = client.get("/view").json["to_act"][0]
        legal = client.get("/actions", seat).json
        starts = next(each for each in legal["actions"] if each["start"])
        body = {"ruleset": "leonardo", "decision": legal["decision"], "action": starts}
        client.http.post(f"{client.path}/actions", json=body, headers=client.authorization[seat])
        declared[seat] = starts
    reported = {each["seat"]: each["action"] for each in client.get("/events").json["events"]}
    for seat, mine in declared.items():
        assert reported[seat] == {"type": "concealed_work", "interrupt": [], "start": dict.fromkeys(mine["start"], 0)}
        own = client.get("/events", seat).json["events"]
        assert mine in [each["action"] for each in own]
