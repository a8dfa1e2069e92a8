"""Test `bottega keys`, with which the operator manages player keys."""

import json

import pytest

from service.players.owners import relatives
from service.runtime.redis_server import redis_server
from tests.service.helpers.client.running import running
from tests.service.helpers.client.service import settings
from tests.service.helpers.players.player import Player, rejected
from workers.command import cli


@pytest.fixture
def service(environ, monkeypatch):
    """Run the application on the Redis of the command."""
    monkeypatch.setenv("BOTTEGA_REDIS_URL", environ["BOTTEGA_REDIS_URL"])
    with running(settings(environ["BOTTEGA_REDIS_URL"], players="invitation")) as service:
        yield service


@pytest.fixture
def run(capsys):
    """Return a function that runs the command and returns its output."""

    def run_command(*arguments):
        code = cli.main(["keys", *arguments])
        printed = capsys.readouterr()
        return json.loads(printed.out) if printed.out else (code, printed.err)

    return run_command


def test_a_new_player_is_made_with_a_key(service, run):
    made = run("create", "--name", "Platform", "--scopes", "organise,play", "--expires-in", "3600")
    output = Player(service, "", made["key"]).get("/me").json
    said = {"player": made["player"], "name": "Platform", "scopes": ["play", "organise"], "organises": True}
    assert output == said
    assert sorted(made) == ["created_at", "expires_at", "key", "key_id", "player", "scopes"]


def test_a_test_key_is_made_for_the_sandbox(service, run):
    live = run("create")
    test = run("create", "--player", live["player"], "--test")
    assert test["test"] is True
    assert run("list", live["player"])["keys"] != []
    body = {"ruleset": "tiny", "options": {}, "seats": [{"kind": "human"}] * 2, "sandbox": {}}
    responses = [Player(service, "", each["key"]).post("/games", body).status_code for each in (live, test)]
    assert responses == [409, 201]


def test_a_bot_is_made_with_its_owner(service, run):
    owner = run("create", "--name", "Olga")["player"]
    made = run("create", "--name", "Bot", "--owner", owner)
    output = Player(service, "", made["key"]).get("/me").json
    assert (output["name"], output["bot"], output["owner"]) == ("Bot", True, owner)
    assert relatives(service.installation, owner) == {made["player"]}


def test_a_bot_needs_an_owner_who_is_there_and_an_old_player_becomes_none(service, run):
    owner = run("create")["player"]
    assert run("create", "--owner", "pl_" + "x" * 20)[0] != 0
    assert run("create", "--player", owner, "--owner", owner)[0] != 0


def test_a_player_gets_a_further_key(service, run):
    first = run("create")
    second = run("create", "--player", first["player"], "--scopes", "admin")
    assert second["player"] == first["player"]
    assert Player(service, "", second["key"]).post("/players", {}).status_code == 201


def test_keys_are_listed_and_revoked(service, run):
    made = run("create", "--name", "Ann")
    listed = run("list", made["player"])
    assert listed == {
        "player": made["player"],
        "name": "Ann",
        "keys": [{"key_id": made["key_id"], "scopes": ["play", "create"], "created_at": made["created_at"]}],
    }
    assert run("revoke", made["key_id"]) == (0, "")
    assert rejected(Player(service, "", made["key"]).get("/me")) == (401, "invalid_token")
    assert run("list", made["player"])["keys"] == []


def test_an_invitation_lets_one_player_in(service, run):
    code = run("invite")["invitation"]
    responses = [service.client.post("/v1/players", json={"invitation": code}).status_code for _ in range(2)]
    assert responses == [201, 403]


def test_an_invitation_lasts_as_long_as_is_said(service, run):
    run("invite", "--expires-in", "60")
    (key,) = service.installation.store.servers.client.keys("bottega:invitation:*")
    assert 0 < service.installation.store.servers.client.ttl(key) <= 60


@pytest.mark.parametrize("unknown", ["pl_aaaaaaaaaaaaaaaaaaaa", "Ann"])
def test_an_unknown_player_is_reported_in_one_line(service, run, unknown):
    assert run("list", unknown) == (1, f"bottega: there is no player {unknown}\n")
    assert run("create", "--player", unknown) == (1, f"bottega: there is no player {unknown}\n")


def test_an_unknown_key_is_reported_in_one_line(service, run):
    assert run("revoke", "unheard-of") == (1, "bottega: there is no key unheard-of\n")


@pytest.mark.parametrize("wrong", [("--scopes", "win"), ("--expires-in", "0"), ("--expires-in", "soon")])
def test_an_impossible_key_is_rejected(service, wrong):
    with pytest.raises(SystemExit) as ended:
        cli.main(["keys", "create", *wrong])
    assert ended.value.code == 2


def test_the_store_of_a_service_on_this_machine_is_found(run, tmp_path, monkeypatch):
    monkeypatch.delenv("BOTTEGA_REDIS_URL", raising=False)
    monkeypatch.setenv("BOTTEGA_DATA", str(tmp_path))
    output = f"bottega: BOTTEGA_REDIS_URL is not set, and no `bottega serve` keeps its games in {tmp_path}\n"
    assert run("invite") == (1, output)
    with redis_server(tmp_path):
        made = run("create")
        assert run("list", made["player"])["player"] == made["player"]
    assert run("list", made["player"])["player"] == made["player"]  # starts the Redis that has ended


def test_players_of_the_api_are_known_to_the_command(service, run):
    code = run("invite")["invitation"]
    created = service.client.post("/v1/players", json={"name": "Ann", "invitation": code}).json
    assert run("list", created["player"])["name"] == "Ann"
