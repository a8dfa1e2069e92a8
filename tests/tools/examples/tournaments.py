"""Examples of tournaments: Carla organises; Ada, Bruno and Dario play."""

from dataclasses import dataclass
from typing import Any

from domain.ruleset import AnyRuleset
from service.installation.clock_and_ids import written
from service.players import keys, tokens
from service.store import StoredKey
from service.tournaments import log, progress
from service.tournaments.rules.events import Entered
from service.tournaments.store.tournaments import tournaments_in
from tests.tools.examples.harness import Harness, Player, Request, Table
from tests.tools.examples.requests import sample, unheard_of

SWISS = {"format": "swiss", "table_size": 2, "rounds": 2}
KNOCKOUT = {"format": "knockout", "table_size": 2}
REASON = {"reason": "The hall is closed until Monday."}
NAMES = ("Ada", "Bruno", "Dario", "Elena")


@dataclass(frozen=True)
class Cup:
    """A tournament of an example."""

    harness: Harness
    organiser: Player
    players: list[Player]
    address: str

    @property
    def name(self) -> str:
        """Return the id of the tournament."""
        return self.address.rpartition("/")[2]

    def ask(self, method: str, path: str = "", body: Any = None) -> Request:
        """Return a request of the organiser."""
        return self.organiser.asks(method, self.address + path, body)

    def get(self, path: str = "") -> Request:
        """Send a request without credentials."""
        return Request("GET", self.address + path)

    def start(self) -> "Cup":
        """Start the tournament: the first round is created."""
        self.harness.send(self.ask("POST", "/start"))
        return self

    def play(self) -> "Cup":
        """Play the latest round to its end, as absent players do, and advance."""
        latest = self.harness.send(self.get("/rounds")).body["rounds"][-1]
        for game in (game for table in latest["tables"] for game in table["games"]):
            Table(self.harness, self.harness.shortest, game["game_id"], {}).finish()
        progress.drive(self.harness.bottega, self.name)
        return self


def organiser(harness: Harness) -> Player:
    """Create the player Carla, with an organiser's key."""
    carla = harness.player("Carla")
    key_id = carla.id.removeprefix(keys.PLAYER) + harness.bottega.sources.letters(keys.OWN_LENGTH)
    key = keys.derived(harness.settings.secrets, key_id)
    kept = StoredKey(tokens.digest(key), ("play", "create", "organise"), written(harness.bottega.sources.now()))
    harness.bottega.store.players.add_key(carla.id, key_id, kept)
    return Player(carla.id, key, key_id)


def planned(ruleset: AnyRuleset, *stages: Any, **terms: Any) -> dict[str, Any]:
    """Return the body that creates a tournament."""
    return {"name": "The Friday cup", "ruleset": ruleset.name, "stages": [*stages] or [SWISS], **terms}


def cup(harness: Harness, *stages: Any, players: int = 4, **terms: Any) -> Cup:
    """Create a tournament of a few players, by default a Swiss of pairs."""
    carla = organiser(harness)
    there = [harness.player(name) for name in NAMES[:players]]
    body = planned(harness.shortest, *stages, **terms)
    entrants = [{"player": each.id, "rating": 1500 - 100 * number} for number, each in enumerate(there)]
    founded = harness.send(carla.asks("POST", "/v1/tournaments", {**body, "entrants": entrants}))
    assert founded.response.status_code == 201, founded.body
    return Cup(harness, carla, there, founded.response.headers["Location"])


def large(harness: Harness, entries: int, **terms: Any) -> Cup:
    """Create a tournament whose round is still being created: an entrant with a removed level stops it after one game.

    The round is complete after this number of further `entries` in the log.
    """
    founded = cup(harness, **terms)
    running = log.load(harness.bottega, founded.name)
    first = len(running.tournament.entrants)
    gone = [
        log.new_entry(
            harness.bottega, Entered, entrant=first + number, name=f"Late {number}", kind="level", level="gone"
        )
        for number in range(2)
    ]
    assert log.append(harness.bottega, running, gone)
    tournaments_in(harness.bottega.store).note_created_games(founded.name, running.tournament.version + entries, 1)
    return founded


@sample("createTournament", 201, "Five rounds of Swiss in tables of up to four; an AI level takes part.")
def create_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    body = planned(ruleset, {"format": "swiss", "table_size": ruleset.max_seats, "rounds": 5})
    entrants = [{"player": harness.player().id, "rating": 1500}, {"level": "normal", "name": "The house"}]
    clock = {"kind": "budget", "seconds": 600, "increment": 10}
    return organiser(harness).asks("POST", "/v1/tournaments", {**body, "entrants": entrants, "clock": clock})


@sample(
    "createTournament", 201, "A league of groups, then a knock-out, which players enter by a code.", called="league"
)
def create_league(harness: Harness, ruleset: AnyRuleset) -> Request:
    size = min(3, ruleset.max_seats)
    groups = {"format": "round_robin", "table_size": size, "groups": 4, "qualify": 2}
    terms = {"registration": "code", "check_in": True, "starts_at": "2026-12-01T18:00:00Z", "games": 2, "deal": "round"}
    points = [{"table_size": size, "by_place": [3, 1, 0] if size == 3 else [3, 0]}]
    body = planned(ruleset, groups, KNOCKOUT, **terms, points=points, tie_breaks=["head_to_head", "wins"])
    return organiser(harness).asks("POST", "/v1/tournaments", body).with_headers(Idempotency_Key="f2c7d1a09b35")


@sample(
    "createTournament",
    409,
    "Rejected by the rules: too many players in a match.",
    called="rejected",
    each=False,
)
def create_too_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    small = min(harness.rulesets.values(), key=lambda each: each.max_seats)
    body = planned(small, {"format": "swiss", "table_size": small.max_seats + 1, "rounds": 1})
    return organiser(harness).asks("POST", "/v1/tournaments", body)


@sample("createTournament", 422, "Rejected by the rules: unknown set-up choice.", called="rejected")
def create_unheard_of(harness: Harness, ruleset: AnyRuleset) -> Request:
    return organiser(harness).asks("POST", "/v1/tournaments", planned(ruleset, options=unheard_of(ruleset)))


@sample("listTournaments", 200, "Tournaments with open registration.", each=False)
def list_tournaments(harness: Harness, ruleset: AnyRuleset) -> Request:
    cup(harness)
    return Request("GET", "/v1/tournaments?status=registration&limit=5")


@sample("getTournament", 200, "A running tournament.", each=False)
def get_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().get()


@sample("getTournament", 200, "The organiser sees the registration code.", called="organiser", each=False)
def get_own_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness, registration="code").ask("GET")


@sample("startTournament", 200, "Close registration and pair the first round.", each=False)
def start_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).ask("POST", "/start", {"reason": "All are here."})


@sample("startTournament", 202, "The games of a large round are being created.", called="creating", each=False)
def start_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    return large(harness, 3).ask("POST", "/start", {"reason": "All are here."})


@sample("pauseTournament", 202, "The games of a large round are being created.", called="creating", each=False)
def pause_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    return large(harness, 3).start().ask("POST", "/pause", REASON)


@sample("resumeTournament", 202, "The games of a large round are being created.", called="creating", each=False)
def resume_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = pause_large(harness, ruleset)
    harness.send(request)
    return Request("POST", request.path.replace("pause", "resume"), request.headers, {"reason": "It is Monday."})


@sample("pauseTournament", 200, "Pause the tournament. No further round is paired.", each=False)
def pause_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().ask("POST", "/pause", REASON)


@sample("resumeTournament", 200, "Resume the tournament. Rounds are paired again.", each=False)
def resume_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    request = pause_tournament(harness, ruleset)
    harness.send(request)
    return Request("POST", request.path.replace("pause", "resume"), request.headers, {"reason": "It is Monday."})


@sample("cancelTournament", 200, "Cancel the tournament.", each=False)
def cancel_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).ask("POST", "/cancel", REASON)


@sample("getGame", 200, "A game of a tournament.", called="tournament", each=False)
def get_game(harness: Harness, ruleset: AnyRuleset) -> Request:
    first, *_ = harness.send(cup(harness).start().get("/rounds/1")).body["tables"]
    return Request("GET", f"/v1/games/{first['games'][0]['game_id']}")


@sample("listMyEvents", 200, "A registered player.", called="tournament", each=False)
def list_my_events(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().players[0].asks("GET", "/v1/me/events")


@sample("addEntrant", 201, "The organiser registers a player.", each=False)
def enter_player(harness: Harness, ruleset: AnyRuleset) -> Request:
    body = {"player": harness.player("Fabio").id, "rating": 1450}
    return cup(harness).ask("POST", "/entrants", body)


@sample("addEntrant", 201, "A player registers with the code.", called="code", each=False)
def enter_by_code(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness, registration="code")
    code = harness.send(opened.ask("GET")).body["code"]
    return harness.player("Fabio").asks("POST", f"{opened.address}/entrants", {"code": code})


@sample("addEntrant", 201, "A late entrant gets points for the missed rounds.", called="late", each=False)
def enter_late(harness: Harness, ruleset: AnyRuleset) -> Request:
    body = {"level": "normal", "points": 6, "reason": "Takes the place of Elena."}
    return cup(harness, late_entries=True).start().ask("POST", "/entrants", body)


@sample("listEntrants", 200, "Four players; one of them has withdrawn.", each=False)
def list_entrants(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness)
    harness.send(opened.ask("POST", "/entrants/3/withdraw", {}))
    return opened.get("/entrants")


@sample("checkInEntrant", 200, "A player checks in.", each=False)
def check_in(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness, check_in=True)
    return opened.players[0].asks("POST", f"{opened.address}/entrants/0/check-in")


@sample("withdrawEntrant", 200, "A player withdraws from further rounds.", each=False)
def withdraw(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness).start()
    return opened.players[1].asks("POST", f"{opened.address}/entrants/1/withdraw", {"reason": "Has missed the train."})


@sample("previewPairings", 200, "A preview of the pairings of the second round.", each=False)
def preview(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness, next_round="organiser").start()
    harness.send(opened.ask("POST", "/rounds", {}))
    return opened.play().ask("GET", "/pairings:preview")


@sample("createRound", 201, "The organiser sets the pairings of a round.", each=False)
def pair_by_hand(harness: Harness, ruleset: AnyRuleset) -> Request:
    tables = [{"entrants": [0, 3]}, {"entrants": [2, 1]}]
    return cup(harness, next_round="organiser").start().ask("POST", "/rounds", {"tables": tables, **REASON})


@sample("createRound", 201, "Pair the next round now.", called="drawn", each=False)
def pair(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness, next_round="organiser").start().ask("POST", "/rounds", {})


@sample("createRound", 202, "The games of a large round are being created.", called="creating", each=False)
def pair_large(harness: Harness, ruleset: AnyRuleset) -> Request:
    return large(harness, 3, next_round="organiser").start().ask("POST", "/rounds", {})


@sample("listRounds", 200, "The first round has finished. The second round is running.", each=False)
def list_rounds(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().play().get("/rounds")


@sample("getRound", 200, "The first round; an odd number of entrants leaves one with a bye.", each=False)
def get_round(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness, players=3).start().get("/rounds/1")


@sample("setMatchResult", 200, "The organiser sets the result of an unfinished match.", each=False)
def set_result(harness: Harness, ruleset: AnyRuleset) -> Request:
    body = {"ranks": [2, 1], "reason": "The player did not come."}
    return cup(harness).start().ask("PUT", "/rounds/1/tables/1/result", body)


@sample("setMatchResult", 200, "One game of the match is a loss for all players.", called="double_loss", each=False)
def set_double_loss(harness: Harness, ruleset: AnyRuleset) -> Request:
    body = {"double_loss": True, "game": 1, "reason": "Neither player came."}
    return cup(harness, games=2).start().ask("PUT", "/rounds/1/tables/1/result", body)


@sample("deleteMatchResult", 200, "The match is played again.", each=False)
def withdraw_result(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness).start()
    body = {"ranks": [2, 1], "reason": "The player did not come."}
    harness.send(opened.ask("PUT", "/rounds/1/tables/1/result", body))
    return opened.ask("DELETE", "/rounds/1/tables/1/result?reason=The+player+was+there.")


@sample("deleteRound", 200, "Undo the pairing of the final before it starts.", each=False)
def take_back(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness, KNOCKOUT).start().play().ask("DELETE", "/rounds/2?reason=A+protest.")


@sample("updateTournament", 200, "The organiser postpones the start and raises the maximum of entrants.", each=False)
def update_tournament(harness: Harness, ruleset: AnyRuleset) -> Request:
    body = {"starts_at": "2026-12-08T18:00:00Z", "max_entrants": 16, "stages": [{"stage": 0, "rounds": 3}], **REASON}
    return cup(harness, starts_at="2026-12-01T18:00:00Z", max_entrants=8).ask("PATCH", "", body)


@sample("reenterEntrant", 200, "A withdrawn player returns.", each=False)
def reenter(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness).start()
    harness.send(opened.ask("POST", "/entrants/1/withdraw", {}))
    return opened.ask("POST", "/entrants/1/reenter", {"reason": "Has caught the next train."})


@sample("disqualifyEntrant", 200, "The organiser disqualifies a player.", each=False)
def disqualify(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().ask("POST", "/entrants/1/disqualify", {"reason": "Asked an engine for moves."})


@sample("setPenalty", 200, "A player loses three points.", each=False)
def penalise(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().ask("PUT", "/entrants/1/penalty", {"points": 3, "reason": "Came late twice."})


STANDINGS = {
    "getStandings": "/standings",
    "getStandingsCsv": "/standings/csv",
    "getStandingsTrf": "/standings/trf?stage=0",
    "getCrosstable": "/crosstable?stage=0",
    "getCrosstableImage": "/crosstable/image",
}
"""Requests that read a Swiss of pairs."""
BRACKETS = {"getBracket": "/bracket", "getBracketImage": "/bracket/image"}
"""Requests that read a knock-out."""


for operation, path in STANDINGS.items():

    @sample(operation, 200, "After the first round of a Swiss.", each=False)
    def read_swiss(harness: Harness, ruleset: AnyRuleset, path: str = path) -> Request:
        return cup(harness).start().play().get(path)


for operation, path in BRACKETS.items():

    @sample(operation, 200, "After the first round of a knock-out.", each=False)
    def read_knockout(harness: Harness, ruleset: AnyRuleset, path: str = path) -> Request:
        return cup(harness, KNOCKOUT).start().play().get(path)


@sample("listTournamentEvents", 200, "The last entries of a log.", each=False)
def list_events(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).start().get("/events?after=4")


@sample("streamTournamentEvents", 200, "The log of a tournament that was cancelled.", each=False)
def stream_events(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness, players=1)
    harness.send(opened.ask("POST", "/cancel", REASON))
    return opened.get("/events/stream")


@sample("streamTournamentEvents", 200, "The stream, opened with a ticket.", called="ticket", each=False)
def stream_with_ticket(harness: Harness, ruleset: AnyRuleset) -> Request:
    opened = cup(harness, players=1)
    harness.send(opened.ask("POST", "/cancel", REASON))
    ticket = harness.send(opened.ask("POST", "/stream-ticket", {})).body["ticket"]
    return opened.get(f"/events/stream?ticket={ticket}")


@sample("createTournamentStreamTicket", 201, "A ticket, valid for 30 seconds.", each=False)
def create_ticket(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness).ask("POST", "/stream-ticket", {"expires_in": 30})


@sample("streamTournamentEvents", 204, "The tournament has finished, and the client has read all entries.", each=False)
def nothing_to_stream(harness: Harness, ruleset: AnyRuleset) -> Request:
    return stream_events(harness, ruleset).with_headers(Last_Event_ID="2")


@sample("getTournamentRecord", 200, "The export of a tournament with one match.", each=False)
def read_record(harness: Harness, ruleset: AnyRuleset) -> Request:
    return cup(harness, KNOCKOUT, players=2).start().play().get("/record")
