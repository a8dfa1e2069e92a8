"""Test undo: by one seat alone, by consent, and the consistency of all responses after it."""

import json
from random import Random

import jsonpatch
import msgspec
import pytest

from domain.record import write
from domain.undo_rules import ALL_MODES, undo_modes
from domain.verification import verify
from service.game import clocks
from service.game.clocks import SECOND, Undone
from service.game.game import load
from service.playing import undo_requests
from service.playing.pending_jobs import pending_job
from service.resources.clocks import BudgetClock
from service.store.clock_types import SeatClock
from tests.rulesets.games import packed, redeals
from tests.service.absence import finish, work
from tests.service.contract import HOSTED
from tests.service.players import agree, player
from tests.service.races import at_once
from tests.service.rejecting import check_problem
from tests.service.table import HUMANS
from tests.service.timed import TimedTable
from tests.service.whole_games import RICHEST
from workers.jobs import context
from workers.jobs.turns import play_turns
from workers.promises.hidden import hides_anything

AI = {"kind": "ai", "level": "random"}
THREE = [HUMANS[0]] * 3
GOING_BACK = [(name, mode) for name in HOSTED for mode in undo_modes(HOSTED[name]) if mode != "none"]
LOW, HIGH = {"type": "set_stake", "stake": 1}, {"type": "set_stake", "stake": 2}


def opened(service, undo="own", seats=HUMANS, **more):
    """Create a game of the tiny ruleset with an undo rule."""
    body = {"ruleset": "tiny", "seats": list(seats), "undo": undo} | more
    created = service.client.post("/v1/games", json=body)
    assert created.status_code == 201, created.json
    return service.opened(created)


def undo(table, seat, to=None, key=None):
    headers = {"Idempotency-Key": key} if key else {}
    return table.post("/undo", seat, {} if to is None else {"to": to}, headers)


def offer(table, seat=0):
    return table.get("/view?include=undo", seat).json.get("undo_offer")


def without_counts(view):
    return {name: value for name, value in view.items() if name not in ("version", "decision")}


# Alone


def test_a_seat_undoes_its_latest_action(service):
    table = opened(service)
    before = table.view(0)
    table.act(0, HIGH)
    response = undo(table, 0)
    assert response.status_code == 200
    assert response.json == table.view(0)
    assert without_counts(response.json) == without_counts(before)
    assert (response.json["version"], response.json["decision"]) == (2, 2)


def test_an_undo_is_an_event_like_any_other(service):
    table = opened(service)
    table.act(0, HIGH)
    undo(table, 0)
    done, undone = table.events(1)
    assert undone["undoes"] == 0
    assert "undoes" not in done
    assert (undone["version"], undone["seat"], undone["decision"]) == (2, 0, 0)
    assert (undone["action"], undone["facts"]) == (HIGH, [])
    assert (undone["to_act"], undone["decisions"]) == ([0], [{"seat": 0, "decision": 2}])


def test_a_concealed_action_stays_concealed_after_its_undo(service):
    table = opened(service)
    table.act(0)
    table.act(0)
    undo(table, 0)
    assert table.events(1)[-1]["action"] == {"type": "concealed_card"}
    assert table.events(0)[-1]["action"]["type"] == "seal_card"


def test_another_action_replaces_it(service):
    table = opened(service)
    table.act(0, HIGH)
    undo(table, 0)
    assert table.act(0, LOW).json["view"]["stake"] == 1


def test_a_late_action_for_the_undone_decision_is_rejected(service):
    table = opened(service)
    body = table.action_body(0, HIGH)
    table.act(0, HIGH)
    undo(table, 0)
    check_problem(table.post("/actions", 0, body), 409, "decision_closed")


def test_a_pending_decision_of_others_is_unchanged(service):
    table = opened(service, seats=THREE)
    table.act(0)
    bodies = {seat: table.action_body(seat) for seat in (1, 2)}
    table.act(0)
    undo(table, 0)
    assert [table.post("/actions", seat, body).status_code for seat, body in bodies.items()] == [200, 200]


def test_a_seat_undoes_its_actions_one_by_one(service):
    table = opened(service)
    before = table.view(0)
    table.act(0)
    table.act(0)
    undo(table, 0)
    assert undo(table, 0).status_code == 200
    assert without_counts(table.view(0)) == without_counts(before)
    assert [event.get("undoes") for event in table.events()] == [None, None, 1, 0]


def test_a_seat_undoes_several_actions_at_once(service):
    table = opened(service)
    table.act(0)
    table.act(0)
    assert undo(table, 0, 0).json["to_act"] == [0]
    assert [event.get("undoes") for event in table.events()] == [None, None, 0]


def test_an_undo_is_too_late_once_another_player_has_acted(service):
    table = opened(service)
    table.act(0)
    table.act(0)
    table.act(1)
    check_problem(undo(table, 0), 409, "undo_too_late")
    table = opened(service, seats=THREE)
    table.act(0)
    table.act(0)
    table.act(1)
    check_problem(undo(table, 0), 409, "undo_too_late")
    assert undo(table, 1).status_code == 200
    check_problem(undo(table, 0), 409, "undo_too_late")


def test_a_move_that_revealed_data_cannot_be_undone(service):
    table = opened(service)
    table.act(0)
    table.act(0)
    table.act(1)
    assert table.events()[-1]["facts"]
    check_problem(undo(table, 1), 409, "undo_too_late")


def workshop(service):
    """Create a game of Maestro Leonardo for two, seat 0 first."""
    body = {"ruleset": "leonardo", "options": {"first_player": 0}, "seats": list(HUMANS), "undo": "own"}
    table = service.opened(service.client.post("/v1/games", json=body))
    return type(table)(service, table.game_id, table.tokens, "leonardo")


def test_the_end_of_a_round_in_which_no_invention_is_finished_stays(service):
    """The action reveals that no face-down lab was finished."""
    table = workshop(service)
    for seat, invention in enumerate((8, 1)):
        action = {"type": "declare_work", "interrupt": [], "start": {"small": invention}}
        assert table.act(seat, action).status_code == 200
    while table.view()["view"]["round"] == 1:
        (seat,) = table.view()["to_act"]
        actions = table.get("/actions", seat).json["actions"]
        master = {"type": "place", "piece": "master", "place": "lab:small"}
        assert table.act(seat, master if master in actions else actions[-1]).status_code == 200
    assert seat == 1
    last = table.events()[-1]
    assert {"type": "round_began", "round": 2} in last["facts"]
    assert not {each["type"] for each in last["facts"]} & {"invention_finished", "work_late"}
    for _ in range(3):
        check_problem(undo(table, seat), 409, "undo_too_late")
    assert table.view()["version"] == last["version"]


def test_placed_pieces_can_be_taken_back_before_the_round_ends(service):
    table = workshop(service)
    for seat in (0, 1):
        table.act(seat, {"type": "declare_work", "interrupt": [], "start": {}})
    before = table.view(0)
    table.act(0, {"type": "place", "piece": "master", "place": "council"})
    assert without_counts(undo(table, 0).json) == without_counts(before)


RULES = [(name, mode) for name in HOSTED for mode in ALL_MODES]


@pytest.mark.parametrize(("ruleset", "mode"), RULES)
def test_a_game_has_the_undo_modes_that_its_ruleset_lists(service, ruleset, mode):
    listed = {each["ruleset"]: each["undo_modes"] for each in service.client.get("/v1/rulesets").json["rulesets"]}
    assert listed[ruleset] == service.client.get(f"/v1/rulesets/{ruleset}").json["undo_modes"]
    body = {"ruleset": ruleset, "seats": [{"kind": "human"}] * HOSTED[ruleset].min_seats, "undo": mode}
    responses = [service.client.post("/v1/games", json=body)]
    sought = {"ruleset": ruleset, "seats": [HOSTED[ruleset].min_seats], "undo": mode}
    responses.append(player(service).post("/seeks", sought))
    if mode in listed[ruleset]:
        assert [each.status_code for each in responses] == [201, 201]
    else:
        for each in responses:
            check_problem(each, 409, "undo_mode_unavailable")
            assert each.json["detail"].startswith("Send `undo` as one of `none`, `consent`.")


def test_no_action_of_the_riddle_can_be_undone_alone(service):
    assert [name for name in HOSTED if "own" not in undo_modes(HOSTED[name])] == ["riddle"]


@pytest.mark.parametrize("mode", ["own", "consent"])
def test_a_rated_seek_rejects_it(service, mode):
    body = {"ruleset": "tiny", "seats": [2], "rated": True, "undo": mode}
    check_problem(player(service).post("/seeks", body), 409, "undo_not_allowed")


def test_a_game_without_actions_has_no_undo(service):
    table = opened(service)
    check_problem(undo(table, 0), 409, "nothing_to_undo")
    table.act(0)
    check_problem(undo(table, 1), 409, "nothing_to_undo")
    for to in (1, 7):
        check_problem(undo(table, 0, to), 409, "nothing_to_undo")
    undo(table, 0)
    check_problem(undo(table, 0), 409, "nothing_to_undo")


def test_first_actions_of_a_sandbox_stay(sandbox):
    table = opened(sandbox, "consent", sandbox={"actions": [{"seat": 0, "action": HIGH}]})
    check_problem(undo(table, 0), 409, "nothing_to_undo")
    table.act(0)
    assert undo(table, 0).json["version"] == 3


def test_by_default_undo_is_off(table):
    table.act(0)
    check_problem(undo(table, 0), 409, "undo_not_allowed")
    assert "undo" not in table.view()


@pytest.mark.parametrize("mode", ["own", "consent"])
def test_a_rated_game_rejects_it(service, mode):
    body = {"ruleset": "tiny", "seats": list(HUMANS), "rated": True, "undo": mode}
    check_problem(service.client.post("/v1/games", json=body), 409, "undo_not_allowed")
    assert service.client.post("/v1/games", json=body | {"undo": "none"}).status_code == 201


def test_a_game_states_what_may_be_undone(service):
    created = service.client.post("/v1/games", json={"ruleset": "tiny", "seats": list(HUMANS), "undo": "own"})
    listed = service.client.get("/v1/games").json["games"][0]
    assert [each["undo"] for each in (created.json, service.opened(created).view(), listed)] == ["own"] * 3


def test_a_resigned_player_cannot_undo(service):
    table = opened(service, seats=THREE)
    table.act(0)
    table.post("/resign", 0)
    check_problem(undo(table, 0), 409, "seat_resigned")


def test_a_finished_game_cannot_be_undone(service):
    table = opened(service, "consent")
    table.play_to_the_end()
    check_problem(undo(table, 0), 409, "game_over")


def test_an_action_of_the_clock_is_not_the_players_own(sandbox):
    table = TimedTable(sandbox, undo="own")
    table.wait(31)
    check_problem(undo(table, 0), 409, "nothing_to_undo")
    table.act(0)
    undo(table, 0)
    assert table.by() == [{"kind": "clock", "reason": "time"}, None, None]


def test_the_number_of_undos_of_a_seat_is_limited(service, monkeypatch):
    monkeypatch.setattr(undo_requests, "MOST_UNDONE", 2)
    table = opened(service)
    for _ in range(2):
        table.act(0)
        assert undo(table, 0).status_code == 200
    table.act(0)
    check_problem(undo(table, 0), 409, "no_undos_left")


def test_a_repeated_request_undoes_once_and_returns_the_same_response(service):
    table = opened(service)
    table.act(0)
    table.act(0)
    first, again = undo(table, 0, key="k"), undo(table, 0, key="k")
    assert (first.data, again.headers["Idempotent-Replayed"]) == (again.data, "true")
    assert len(table.events()) == 3
    check_problem(undo(table, 0, 0, "k"), 409, "idempotency_key_reused")


# AI players


def test_the_action_of_an_ai_player_prevents_it(service):
    table = opened(service, seats=[HUMANS[0], AI])
    table.act(0)
    table.act(0)
    work(service, table)
    assert 1 in {event["seat"] for event in table.events()}
    check_problem(undo(table, 0), 409, "undo_too_late")


def test_a_player_against_ai_players_only_needs_no_consent(service):
    table = opened(service, "consent", [HUMANS[0], AI])
    table.act(0)
    before = table.view(0)
    table.act(0)
    work(service, table)
    assert without_counts(undo(table, 0).json) == without_counts(before)


def test_the_search_of_an_ai_turn_that_was_undone_is_discarded(service):
    table = opened(service, seats=[HUMANS[0], AI])
    table.act(0)
    assert pending_job(service.bottega, table.game_id) is not None
    undo(table, 0)
    context.use(service.bottega)
    play_turns(table.game_id, 1)
    assert [event["seat"] for event in table.events()] == [0, 0]
    assert pending_job(service.bottega, table.game_id) is None


# By consent


def a_round(table):
    """Play a round that ends with an action no seat can undo alone."""
    for seat in (0, 0, 1, 2):
        assert table.act(seat).status_code == 200


def test_a_game_is_undone_once_all_have_agreed(service):
    table = opened(service, "consent", THREE)
    table.act(0)
    before = table.view(0)
    for seat in (0, 1, 2):
        table.act(seat)
    requested = undo(table, 0)
    assert requested.json["undo_offer"] == {"seat": 0, "to": 1, "agreed": [0]}
    assert undo(table, 2, 1).json["undo_offer"]["agreed"] == [0, 2]
    assert requested.json["version"] == table.view()["version"] == 4
    assert "undo_offer" not in undo(table, 1, 1).json
    assert without_counts(table.view(0)) == without_counts(before)
    last = table.events()[-1]
    assert (last["seat"], last["undoes"]) == (0, 1)


def test_a_draw_is_undone_by_consent(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    hands = [table.view(seat)["view"]["hand"] for seat in range(3)]
    undo(table, 2)
    undo(table, 0, 3)
    undo(table, 1, 3)
    assert table.view(0)["view"]["hand"] != hands[0]
    table.act(2)
    assert [table.view(seat)["view"]["hand"] for seat in range(3)] == hands


def test_an_offer_is_shown_to_seats_only_and_on_request(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    undo(table, 0)
    assert offer(table, 1) == {"seat": 0, "to": 1, "agreed": [0]}
    assert "undo_offer" not in table.view(1)
    assert "undo_offer" not in table.get("/view?include=undo").json


def test_an_offer_changes_the_etag_of_views_that_include_it(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    tags = [table.get("/view?include=undo", 1).headers["ETag"]]
    plain = table.get("/view", 1).headers["ETag"]
    for seat, to in ((0, None), (1, 1)):
        undo(table, seat, to)
        tags.append(table.get("/view?include=undo", 1).headers["ETag"])
    assert len(set(tags)) == 3
    assert table.get("/view", 1).headers["ETag"] == plain


def test_any_action_withdraws_an_offer(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    undo(table, 0)
    table.act(1)
    assert offer(table) is None
    check_problem(undo(table, 1, 1), 409, "nothing_to_undo")


def test_requesting_again_changes_nothing(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    undo(table, 0)
    undo(table, 1, 1)
    before = table.stored
    assert undo(table, 0).json["undo_offer"]["agreed"] == [0, 1]
    assert undo(table, 1, 1).status_code == 200
    assert table.stored == before


def test_another_offer_replaces_the_first(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    undo(table, 0)
    assert undo(table, 1).json["undo_offer"] == {"seat": 1, "to": 2, "agreed": [1]}


def test_a_resigned_player_need_not_agree(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    table.post("/resign", 2)
    undo(table, 0)
    assert undo(table, 1, 1).json["version"] == 6


def test_a_player_who_resigns_withdraws_their_offer(service):
    table = opened(service, "consent", THREE)
    a_round(table)
    undo(table, 0)
    table.post("/resign", 0)
    assert offer(table, 1) is None


def test_players_see_pending_offers_in_their_list(service):
    ann, bea = player(service, "Ann"), player(service, "Bea")
    seats = [{"kind": "human", "player": each.id} for each in (ann, bea)]
    agree(service, bea.id)
    game_id = ann.post("/games", {"ruleset": "tiny", "seats": seats, "undo": "consent"}).json["game_id"]
    for _ in range(2):
        for each in (ann, bea):
            legal = each.get(f"/games/{game_id}/actions").json
            if legal["actions"]:
                body = {"ruleset": "tiny", "decision": legal["decision"], "action": legal["actions"][0]}
                each.post(f"/games/{game_id}/actions", body)
    requested = ann.post(f"/games/{game_id}/undo", {}).json["undo_offer"]
    assert bea.get("/me/games").json["games"][0]["undo_offer"] == requested
    assert "undo_offer" not in service.client.get("/v1/games").json["games"][0]


# Races


def test_exactly_one_of_simultaneous_actions_and_undos_is_first(service):
    for _ in range(12):
        table = opened(service)
        table.act(0)
        table.act(0)
        body = table.action_body(1)
        acted, undone = at_once([lambda t=table, b=body: t.post("/actions", 1, b), lambda t=table: undo(t, 0)])
        versions = [(event["seat"], event.get("undoes")) for event in table.events()][2:]
        if undone.status_code == 200 and acted.status_code == 200:
            assert versions == [(0, 1), (1, None)]
        else:
            assert (acted.status_code, undone.status_code, versions) == (200, 409, [(1, None)])


def test_many_simultaneous_undos_of_the_same_action_undo_it_once(service):
    for _ in range(4):
        table = opened(service)
        table.act(0)
        responses = at_once([lambda t=table: undo(t, 0, 0)] * 16)
        assert sorted(response.status_code for response in responses) == [200] + [409] * 15
        assert len(table.events()) == 2


def test_the_last_two_simultaneous_agreements_undo_once(service):
    for _ in range(8):
        table = opened(service, "consent", THREE)
        a_round(table)
        undo(table, 0)
        responses = at_once([lambda t=table, s=seat: undo(t, s, 1) for seat in (1, 2)])
        assert [response.status_code for response in responses] == [200, 200]
        assert [event.get("undoes") for event in table.events()][4:] == [1]


def test_a_simultaneous_offer_and_action_leave_no_old_offer(service):
    for _ in range(8):
        table = opened(service, "consent", THREE)
        a_round(table)
        undo(table, 0)
        undo(table, 1, 1)
        body = table.action_body(1)
        at_once([lambda t=table, b=body: t.post("/actions", 1, b), lambda t=table: undo(t, 2, 1)])
        assert [event.get("undoes") for event in table.events()][4:] in ([1], [None])
        assert offer(table) is None


# Clocks


def test_time_that_was_spent_stays_spent(sandbox):
    table = TimedTable(sandbox, undo="own")
    table.wait(20)
    table.act(0)
    undo(table, 0)
    table.wait(10)
    assert len(table.events()) == 2
    table.wait(1)
    assert table.by() == [None, None, {"kind": "clock", "reason": "time"}]


def test_a_budget_is_not_filled_up_by_taking_back(sandbox):
    table = TimedTable(sandbox, {"kind": "budget", "seconds": 60, "increment": 5, "delay": 2}, undo="own")
    table.wait(13)
    for _ in range(3):
        table.act(0)
        undo(table, 0)
    assert table.clocks()[0]["seconds_left"] == 50
    table.act(0)
    assert table.clocks()[0]["seconds_left"] == 55


def test_past_views_have_the_clocks_of_their_time(sandbox):
    table = TimedTable(sandbox, {"kind": "budget", "seconds": 60, "increment": 5}, undo="own")
    shown = []
    for step in (table.act, lambda seat: undo(table, seat), table.act, table.act):
        table.wait(7)
        step(0)
        shown.append(table.view(0))
    table.act(1)
    assert [table.get(f"/view?at={view['version']}", 0).json for view in shown] == shown


def test_the_clock_of_a_player_with_an_undone_decision_has_run():
    clock = BudgetClock(60, increment=5, delay=2)
    then, now = SeatClock(60 * SECOND), SeatClock(60 * SECOND, 10 * SECOND)
    assert clocks.clock_after_undo(clock, then, now, Undone(), 30 * SECOND, is_pending=False) == SeatClock(43 * SECOND)


def test_no_increment_is_kept_for_undone_actions():
    clock = BudgetClock(60, increment=5)
    then, now = SeatClock(10 * SECOND, 0), SeatClock(18 * SECOND)
    undone = Undone(actions=2, first=4 * SECOND)
    assert clocks.clock_after_undo(clock, then, now, undone, 30 * SECOND, is_pending=True) == SeatClock(
        8 * SECOND, 29 * SECOND
    )


def test_a_running_clock_is_unchanged(sandbox):
    table = TimedTable(sandbox, seats=THREE, undo="own")
    table.act(0)
    before = table.clocks()[1]
    table.wait(5)
    table.act(0)
    undo(table, 0)
    assert table.clocks()[1] == before


# All that is read afterwards


class Wanderer:
    """Plays a game of any ruleset, undoes actions now and then, and stores what every viewer was shown."""

    def __init__(self, service, ruleset, seats, mode, seed):
        self.rng, self.ruleset, self.service = Random(seed), ruleset, service
        body = {"ruleset": ruleset, "options": RICHEST.get(ruleset, {}), "seats": [{"kind": "human"}] * seats}
        created = service.client.post("/v1/games", json=body | {"undo": mode})
        assert created.status_code == 201, created.json
        self.table = service.opened(created)
        self.table = type(self.table)(service, self.table.game_id, self.table.tokens, ruleset)
        self.seats = range(seats)
        self.readers = (*self.seats, None)
        self.shown = [self.views()]
        self.undone = 0

    def views(self):
        return {reader: self.table.view(reader) for reader in self.readers}

    def note(self):
        self.shown.append(self.views())

    def act(self, seat):
        legal = self.table.get("/actions", seat).json
        response = self.table.act(seat, self.rng.choice(legal["actions"]))
        assert response.status_code == 200, response.json
        self.note()

    def undo(self, seat, to=None):
        """Undo if possible, by consent if necessary; return whether anything was undone."""
        response = undo(self.table, seat, to)
        if response.status_code == 200 and "undo_offer" in response.json:
            wanted = response.json["undo_offer"]["to"]
            for other in self.seats:
                if other != seat:
                    response = undo(self.table, other, wanted)
        if response.status_code != 200:
            assert response.json["code"] in ("undo_too_late", "nothing_to_undo")
            return False
        self.note()
        self.undone += 1
        last = len(self.shown) - 1
        self.check_same(self.table.get(f"/events?after={last - 1}").json["events"][0]["undoes"])
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
        view = self.table.view()
        while view["to_act"]:
            seat = self.rng.choice(view["to_act"])
            legal = self.table.get("/actions", seat).json
            body = {"ruleset": self.ruleset, "decision": legal["decision"], "action": self.rng.choice(legal["actions"])}
            view = self.table.post("/actions", seat, body).json
        return view["version"]


@pytest.mark.parametrize(("ruleset", "mode"), GOING_BACK)
def test_a_game_with_many_undos_is_readable_at_every_version(service, ruleset, mode):
    game = Wanderer(service, ruleset, HOSTED[ruleset].min_seats, mode, 5)
    game.play(0.3, 25)
    table, last = game.table, len(game.shown) - 1
    assert game.undone
    for reader in game.readers:
        views = [each[reader] for each in game.shown]
        assert [view["version"] for view in views] == list(range(last + 1))
        for version in {0, last // 2, last - 1, last}:
            assert table.get(f"/view?at={version}", reader).json == views[version]
        page = table.get("/events?include=patches&limit=1000", reader).json["events"]
        while len(page) < last:
            page += table.get(f"/events?include=patches&limit=1000&after={len(page)}", reader).json["events"]
        for event in page:
            patched = jsonpatch.apply_patch(views[event["version"] - 1], event["patch"])
            assert patched == views[event["version"]]
        since = max(0, last - 9)
        reported = table.get(f"/view?include=patches&since={since}", reader).json["events"]
        assert reported == page[since:]


@pytest.mark.parametrize("ruleset", HOSTED)
def test_the_record_of_a_game_with_an_undo_is_verified(service, ruleset):
    game = Wanderer(service, ruleset, HOSTED[ruleset].min_seats, "consent", 6)
    game.play(1.0, 1)
    game.play(0.1, 30)
    last = game.play_on()
    text = game.table.get("/record").data
    record = json.loads(text)
    assert record["undo"] == "consent"
    assert len(record["events"]) == last
    assert sum("undoes" in event for event in record["events"]) == game.undone > 0
    assert write(verify(text, HOSTED)) == text
    finish(service, game.table)
    assert game.table.get("/result").json["version"] == last


def test_an_open_stream_follows_an_undo(service):
    table = opened(service)
    table.act(0)
    before = table.view(0)
    response = table.get("/events/ndjson?include=actions,patches&after=1", 0)
    reported = response.iter_encoded()
    lines = (json.loads(line) for line in reported if line.strip())
    next(lines)
    table.act(0)
    undo(table, 0)
    acted, undone = next(lines), next(lines)
    response.close()
    shown = jsonpatch.apply_patch(jsonpatch.apply_patch(before, acted["patch"]), undone["patch"])
    assert shown == table.view(0)
    assert undone["next_decision"]["decision"] == 3


# What is hidden


@pytest.mark.parametrize(("ruleset", "mode"), GOING_BACK)
def test_whether_a_move_can_be_undone_reveals_nothing_hidden(service, ruleset, mode):
    seats = HOSTED[ruleset].min_seats
    game, different = Wanderer(service, ruleset, seats, mode, 7), 0
    for actions in (1, 11):
        game.play(0.2, actions)
        different += _dealt_again(service, game)
    assert bool(different) == hides_anything(ruleset, seats)


def _dealt_again(service, game):
    """Deal hidden information again for each seat and compare responses with its view; return the number of deals."""
    table, client = game.table, service.bottega.store.servers.client
    name, now = f"bottega:{{{table.game_id}}}:state", load(service.bottega, table.game_id)
    kept, different = client.get(name), 0
    for seat in game.seats:
        before = _readings(table, seat)
        for dealt in redeals(now.ruleset, now.position.state, seat, f"{game.ruleset} {seat}"):
            different += packed(dealt) != packed(now.position.state)
            client.set(name, msgspec.msgpack.encode(msgspec.structs.replace(now.position, state=dealt)))
            assert _readings(table, seat) == before
            client.set(name, kept)
    return different


def _readings(table, seat):
    """Read the responses to a seat's undo request, then restore the data."""
    client = table.service.bottega.store.servers.client
    names = [f"bottega:{{{table.game_id}}}:{part}" for part in ("state", "log", "info")]
    kept = [client.dump(name) for name in names]
    response = undo(table, seat)
    reported = (response.status_code, response.data, table.get("/view?include=undo", seat).data)
    for name, value in zip(names, kept, strict=True):
        client.delete(name)
        if value is not None:
            client.restore(name, 0, value)
    return reported
