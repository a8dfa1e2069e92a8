"""An entrant claims something about a match; the others answer, a referee decides, and an organiser decides appeals."""

import pytest

from service.tournaments import log, progress
from service.tournaments.rules.verification import verify
from service.tournaments.store.statements import statements_in
from tests.service.examples.cups import cup
from tests.service.helpers.client.responses import reports
from tests.service.helpers.games.lists import finish
from tests.service.helpers.players.player import player, rejected
from tests.service.helpers.tournaments import LEVEL, entries, found, organiser

TEXT = "The clock went on while the connection was lost."
CLAIM = {"round": 1, "table": 1, "kind": "technical", "text": TEXT, "versions": [0]}
ONE_ROUND = {"format": "swiss", "table_size": 2, "rounds": 1}


class Disputed:
    """A tournament of four players with a referee, in which a player of the first table has filed a claim."""

    def __init__(self, service, *, staff=("referee",), **terms):
        self.cup = cup(service, **terms).start()
        self.path, self.carla = f"{self.cup.path}/claims", self.cup.organiser
        self.staff = [player(service, right.title()) for right in staff]
        named = [{"player": each.id, "right": right} for each, right in zip(self.staff, staff, strict=True)]
        assert self.cup.send_request("PATCH", "", {"staff": named}).status_code == 200
        entrants = self.cup.send_request("GET", "/rounds/1").json["tables"][0]["entrants"]
        self.ada, self.bruno = (self.cup.players[each["entrant"]] for each in entrants)
        self.others = [each for each in self.cup.players if each not in (self.ada, self.bruno)]

    def filed(self):
        """File the claim."""
        response = self.ada.post(self.path, CLAIM)
        assert response.status_code == 201, response.text
        return self

    def add(self, who, step, text="Seen at the table.", **fields):
        """Send a step of a player."""
        return who.post(f"{self.path}/1/steps", {"step": step, "text": text, **fields})

    def added(self, *steps):
        """Add steps: pairs of a player and a name."""
        for who, step in steps:
            response = self.add(who, step)
            assert response.status_code == 200, response.text
        return self

    def seen(self, who):
        """List the claims that a player sees."""
        return who.get(self.path).json["claims"]


@pytest.mark.example("createClaim", "A player files a claim about a match.")
def test_a_player_files_a_claim(service):
    disputed = Disputed(service)
    filed = disputed.ada.post(disputed.path, CLAIM).json
    assert (filed["claim"], filed["status"], filed["kind"], filed["allowed"]) == (1, "open", "technical", ["withdrawn"])
    assert [(each["step"], each["text"], each["versions"]) for each in filed["steps"]] == [("filed", TEXT, [0])]


@pytest.mark.example("addClaimStep", "A referee upholds a claim.")
def test_a_referee_upholds_a_claim(service):
    disputed = Disputed(service).filed()
    decided = disputed.add(disputed.staff[0], "upheld").json
    assert (decided["status"], decided["steps"][-1]["text"]) == ("decided", "Seen at the table.")


@pytest.mark.example("listClaims", "A player sees a claim with an answer and a decision.")
def test_the_entrants_of_the_match_see_the_whole_claim(service):
    disputed = Disputed(service).filed()
    disputed.added((disputed.bruno, "answered"), (disputed.staff[0], "rejected"))
    (seen,) = disputed.seen(disputed.ada)
    assert [each["step"] for each in seen["steps"]] == ["filed", "answered", "rejected"]
    assert seen["allowed"] == ["appealed"]


def test_the_entrant_who_filed_a_claim_withdraws_it_and_may_file_another_one(service):
    disputed = Disputed(service).filed()
    assert disputed.add(disputed.ada, "withdrawn").json["status"] == "closed"
    assert disputed.add(disputed.ada, "withdrawn").status_code == 200
    assert rejected(disputed.add(disputed.staff[0], "upheld")) == (409, "invalid_claim")
    entry = entries(disputed.carla, disputed.cup.path)[-1]
    assert (entry["type"], entry["step"], entry["claim"], "reason" in entry) == ("claim_step", "withdrawn", 1, False)
    (seen,) = disputed.seen(disputed.bruno)
    assert (seen["steps"][-1]["text"], "allowed" in seen) == ("Seen at the table.", False)
    assert disputed.ada.post(disputed.path, CLAIM).json["claim"] == 2


def test_only_the_filer_withdraws_a_claim_and_only_before_the_decision(service):
    disputed = Disputed(service).filed()
    assert rejected(disputed.add(disputed.bruno, "withdrawn")) == (409, "invalid_claim")
    disputed.added((disputed.staff[0], "upheld"))
    assert rejected(disputed.add(disputed.ada, "withdrawn")) == (409, "invalid_claim")


def test_only_the_entrants_of_the_match_and_referees_see_a_claim(service):
    disputed = Disputed(service, staff=("referee", "organise", "assist")).filed()
    referee, co_organiser, assistant = disputed.staff
    for who in (disputed.ada, disputed.bruno, disputed.carla, referee, co_organiser):
        assert [each["steps"][0]["text"] for each in disputed.seen(who)] == [TEXT]
    for who in (*disputed.others, assistant, player(service)):
        assert disputed.seen(who) == []
    reports(service.client.get(f"/v1{disputed.path}"), "token_required")
    public = disputed.cup.get("/events").text + disputed.cup.get("/rounds").text + disputed.cup.get("/entrants").text
    assert TEXT not in public


def test_a_claim_of_a_private_tournament_is_hidden_from_strangers(service):
    disputed = Disputed(service, visibility="private").filed()
    stranger = player(service)
    reports(stranger.get(disputed.path), "tournament_not_found")
    reports(stranger.post(disputed.path, CLAIM), "tournament_not_found")
    for step in ("answered", "upheld"):
        reports(disputed.add(stranger, step), "tournament_not_found")


def test_the_log_has_each_step_with_its_player_and_the_reasons_of_decisions_only(service):
    disputed = Disputed(service).filed()
    rita = disputed.staff[0]
    disputed.added((disputed.bruno, "answered"), (rita, "rejected"), (disputed.ada, "appealed"))
    disputed.added((disputed.carla, "upheld"))
    steps = [each for each in entries(disputed.carla, disputed.cup.path) if each["type"] == "claim_step"]
    assert [(each["step"], each["by"], each.get("reason")) for each in steps] == [
        ("filed", disputed.ada.id, None),
        ("answered", disputed.bruno.id, None),
        ("rejected", rita.id, "Seen at the table."),
        ("appealed", disputed.ada.id, None),
        ("upheld", disputed.carla.id, "Seen at the table."),
    ]
    assert {each["name"] for each in disputed.ada.get(disputed.path).json["players"]} == {"Carla", "Referee"}


def test_the_others_get_a_notice_of_each_step(service):
    disputed = Disputed(service, staff=("referee", "assist")).filed()
    referee, assistant = disputed.staff
    disputed.added((disputed.bruno, "answered"), (referee, "upheld"))
    progress.drive(service.installation, disputed.cup.name)

    def noticed(who):
        notices = who.get("/me/events").json["events"]
        named = [each["tournament_event"] for each in notices if "tournament_event" in each]
        return [each for each in named if each.startswith("claim")]

    assert noticed(disputed.ada) == ["claim_answered", "claim_upheld"]
    assert noticed(disputed.bruno) == ["claim_filed", "claim_upheld"]
    assert noticed(disputed.carla) == ["claim_filed", "claim_answered", "claim_upheld"]
    assert noticed(referee) == ["claim_filed", "claim_answered"]
    assert [noticed(each) for each in (assistant, *disputed.others)] == [[], [], []]


def test_the_organiser_who_plays_in_the_match_gets_one_notice_and_does_not_decide(service):
    olga, bea, rita = organiser(service), player(service, "Bea"), player(service, "Rita")
    address = found(olga, entrants=[{"player": bea.id}, {"player": olga.id}])
    assert olga.send("PATCH", address, {"staff": [{"player": rita.id, "right": "referee"}]}).status_code == 200
    assert olga.post(f"{address}/start").status_code == 200
    assert bea.post(f"{address}/claims", CLAIM).status_code == 201
    notices = [each.get("tournament_event") for each in olga.get("/me/events").json["events"]]
    assert notices.count("claim_filed") == 1
    (seen,) = olga.get(f"{address}/claims").json["claims"]
    assert seen["allowed"] == ["answered"]
    decision = {"step": "rejected", "text": "I won."}
    assert rejected(olga.post(f"{address}/claims/1/steps", decision)) == (403, "not_organiser")
    assert rita.post(f"{address}/claims/1/steps", decision).json["status"] == "decided"


def test_the_steps_that_a_caller_can_add_are_listed(service):
    disputed = Disputed(service).filed()
    rita = disputed.staff[0]

    def allowed():
        callers = (disputed.ada, disputed.bruno, rita, disputed.carla)
        return [disputed.seen(each)[0].get("allowed", []) for each in callers]

    decisions = ["upheld", "rejected"]
    assert allowed() == [["withdrawn"], ["answered"], decisions, decisions]
    disputed.added((rita, "upheld"))
    assert allowed() == [["appealed"], ["appealed"], [], []]
    disputed.added((disputed.bruno, "appealed"))
    assert allowed() == [["appealed"], [], [], decisions]
    disputed.added((disputed.carla, "upheld"))
    assert allowed() == [[], [], [], []]
    assert disputed.seen(disputed.ada.with_scopes("create")) == []


def test_another_organiser_than_the_one_who_decided_decides_the_appeal(service):
    disputed = Disputed(service, staff=("organise", "referee")).filed()
    olaf, rita = disputed.staff
    disputed.added((olaf, "rejected"), (disputed.ada, "appealed"))
    for who in (olaf, rita):
        assert rejected(disputed.add(who, "rejected")) == (403, "not_organiser")
    assert disputed.add(disputed.carla, "upheld").json["status"] == "closed"


def test_the_only_organiser_decides_the_appeal_against_their_own_decision(service):
    disputed = Disputed(service).filed()
    disputed.added((disputed.carla, "rejected"), (disputed.ada, "appealed"), (disputed.carla, "rejected"))
    assert disputed.seen(disputed.ada)[0]["status"] == "closed"


def test_an_organiser_who_plays_in_the_match_does_not_count_as_another_one(service):
    disputed = Disputed(service)
    staff = [{"player": disputed.bruno.id, "right": "organise"}]
    assert disputed.cup.send_request("PATCH", "", {"staff": staff}).status_code == 200
    disputed.filed().added((disputed.carla, "rejected"), (disputed.ada, "appealed"))
    assert rejected(disputed.add(disputed.bruno, "rejected")) == (403, "not_organiser")
    assert disputed.add(disputed.carla, "rejected").json["status"] == "closed"


def test_a_repeated_request_changes_nothing(service):
    disputed = Disputed(service).filed()
    assert disputed.ada.post(disputed.path, CLAIM).json["claim"] == 1
    for who, step in ((disputed.bruno, "answered"), (disputed.staff[0], "upheld"), (disputed.ada, "appealed")):
        once = disputed.add(who, step).json
        assert disputed.add(who, step).json["steps"] == once["steps"]
    assert len(disputed.seen(disputed.ada)[0]["steps"]) == 4


def test_the_tournament_continues_with_a_claim_and_the_record_is_verified(service):
    disputed = Disputed(service, staff=("referee",)).filed()
    finish_all(service, disputed)
    finish_all(service, disputed)
    assert disputed.cup.get().json["status"] == "over"
    disputed.added((disputed.staff[0], "upheld"))
    record = disputed.cup.get("/record")
    steps = [each for each in verify(record.data)["log"] if each["type"] == "claim_step"]
    assert [each["step"] for each in steps] == ["filed", "upheld"]
    assert TEXT not in record.text


def finish_all(service, disputed):
    for table in disputed.cup.get("/rounds").json["rounds"][-1]["tables"]:
        finish(service, table["games"][0]["game_id"])
    progress.drive(service.installation, disputed.cup.name)


def test_a_claim_stays_after_its_round_was_deleted(service):
    disputed = Disputed(service).filed()
    assert disputed.cup.send_request("DELETE", "/rounds/1").status_code == 200
    disputed.added((disputed.bruno, "answered"), (disputed.staff[0], "upheld"))
    assert disputed.seen(disputed.ada)[0]["status"] == "decided"


def test_a_deleted_player_leaves_no_text(service):
    disputed = Disputed(service).filed().filed()
    disputed.added((disputed.bruno, "answered"))
    assert disputed.ada.send("DELETE", "/me").status_code == 204
    (seen,) = disputed.seen(disputed.bruno)
    assert [(each.get("by"), each.get("text")) for each in seen["steps"]] == [
        (None, None),
        (disputed.bruno.id, "Seen at the table."),
    ]
    assert "kind" not in seen
    stored = statements_in(service.installation.store).of(disputed.cup.name)
    assert [each.text for each in stored.values()] == ["Seen at the table."]


def test_a_computer_entrant_is_in_a_match_and_adds_no_step(service):
    olga, bea = organiser(service), player(service, "Bea")
    address = found(olga, entrants=[{"player": bea.id}, {"level": LEVEL}])
    assert olga.post(f"{address}/start").status_code == 200
    assert bea.post(f"{address}/claims", CLAIM).json["entrants"]
    assert len(log.load(service.installation, address.rpartition("/")[2]).tournament.claims) == 1


@pytest.mark.problem("invalid_claim", "The player has an open claim about the match.", "createClaim")
def test_an_entrant_has_one_pending_claim_about_a_match(service):
    disputed = Disputed(service).filed()
    reports(disputed.ada.post(disputed.path, {**CLAIM, "text": "And the board froze."}), "invalid_claim")


@pytest.mark.problem("invalid_claim", "The player has already answered.", "addClaimStep")
def test_an_entrant_answers_once(service):
    disputed = Disputed(service).filed()
    disputed.added((disputed.bruno, "answered"))
    reports(disputed.add(disputed.bruno, "answered", "And one thing more."), "invalid_claim")


def test_steps_out_of_order_are_rejected(service):
    disputed = Disputed(service).filed()
    reports(disputed.add(disputed.ada, "answered"), "invalid_claim")
    reports(disputed.add(disputed.ada, "appealed"), "invalid_claim")
    disputed.added((disputed.staff[0], "upheld"))
    reports(disputed.add(disputed.bruno, "answered"), "invalid_claim")
    reports(disputed.add(disputed.staff[0], "rejected"), "invalid_claim")
    reports(disputed.add(disputed.carla, "rejected"), "invalid_claim")


def test_the_evidence_names_a_game_of_the_match(service):
    disputed = Disputed(service)
    reports(disputed.ada.post(disputed.path, {**CLAIM, "game": 1}), "invalid_claim")
    disputed.filed()
    reports(disputed.add(disputed.bruno, "answered", game=1), "invalid_claim")
    reports(disputed.add(disputed.carla, "upheld", versions=[1]), "invalid_request")
    assert len(disputed.seen(disputed.ada)[0]["steps"]) == 1


@pytest.mark.problem("not_in_match", "The player plays another match.", "createClaim")
def test_a_player_of_another_match_files_no_claim(service):
    disputed = Disputed(service)
    reports(disputed.others[0].post(disputed.path, CLAIM), "not_in_match")


@pytest.mark.problem("not_in_match", "The player plays another match.", "addClaimStep")
def test_a_player_of_another_match_does_not_answer(service):
    disputed = Disputed(service).filed()
    reports(disputed.add(disputed.others[0], "answered"), "not_in_match")


@pytest.mark.problem("claim_not_found", "The tournament has one claim.", "addClaimStep")
def test_a_claim_that_does_not_exist_is_not_found(service):
    disputed = Disputed(service).filed()
    body = {"step": "upheld", "text": "Seen at the table."}
    reports(disputed.carla.post(f"{disputed.path}/2/steps", body), "claim_not_found")


@pytest.mark.problem("round_not_found", "The tournament has one round so far.", "createClaim")
def test_a_claim_is_about_a_round_that_exists(service):
    disputed = Disputed(service)
    reports(disputed.ada.post(disputed.path, {**CLAIM, "round": 2}), "round_not_found")


@pytest.mark.problem("table_not_found", "The round has two matches.", "createClaim")
def test_a_claim_is_about_a_match_that_exists(service):
    disputed = Disputed(service)
    reports(disputed.ada.post(disputed.path, {**CLAIM, "table": 3}), "table_not_found")


@pytest.mark.problem("tournament_not_running", "The tournament was cancelled.", "createClaim")
def test_a_cancelled_tournament_has_no_new_claims(service):
    disputed = Disputed(service)
    disputed.cup.send_request("POST", "/cancel", {})
    reports(disputed.ada.post(disputed.path, CLAIM), "tournament_not_running")


@pytest.mark.problem("tournament_not_running", "The tournament was cancelled.", "addClaimStep")
def test_a_claim_is_not_decided_after_the_tournament_was_cancelled(service):
    disputed = Disputed(service).filed()
    disputed.cup.send_request("POST", "/cancel", {})
    reports(disputed.add(disputed.carla, "upheld"), "tournament_not_running")
    assert "allowed" not in disputed.seen(disputed.carla)[0]
