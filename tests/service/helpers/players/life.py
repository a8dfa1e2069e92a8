"""A player who uses every feature of the API, for the tests."""

from service.tournaments import progress
from tests.service.helpers.games.lists import finish, finish_and_score
from tests.service.helpers.players.player import agree, player
from tests.service.helpers.tournaments import LEVEL, found, games_of, organiser, rounds

NAME = "Xanthippe Quark"
HOOK = {"url": "https://example.org/hook"}
TARGETS = "/me/notification-targets"
OPEN = {"kind": "open"}
FINAL = {"format": "knockout", "series": {"kind": "best_of", "games": 3, "break_seconds": 300, "seats": "loser"}}


class Life:
    """The actions of a player, and everything that may name the player."""

    def __init__(self, service):
        self.service = service
        self.olga, self.bea, self.cid = organiser(service), player(service, "Bea"), player(service, "Cid")
        self.ann = player(service, NAME).with_scopes("play", "create", "organise")
        self.games, self.tournaments, self.hooks, self.seeks, self.targets = [], [], [], [], []
        self.seasons = []

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

    def tournament(self, who, *stages, **terms):
        address = found(who, *stages, **terms)
        self.tournaments.append(address)
        return address


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
    life.games.append(life.service.installation.store.info(rated.removeprefix("/games/")).rematch)
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
            progress.drive(life.service.installation, address.rpartition("/")[2])
    registered = life.tournament(olga, registration="open")
    life(ann, "POST", f"{registered}/entrants", {})
    life(ann, "POST", f"{registered}/stream-ticket", {})
    for address in (registered, life.tournament(olga)):
        life(olga, "PATCH", address, {"staff": [{"player": ann.id, "right": "referee"}]})
    own = [{"player": bea.id}, {"player": life.cid.id}]
    advances, waits = (life.tournament(ann, entrants=own, next_round=each) for each in ("automatic", "organiser"))
    for address in (advances, waits):
        life(ann, "POST", f"{address}/start", {"reason": "Now."})
    hook = life.hook(ann, advances)
    life(ann, "POST", f"{hook}/secret", {})
    life(ann, "DELETE", hook)
    life.hook(ann, advances)
    called_off = life.tournament(ann, entrants=[{"player": ann.id}], registration="open")
    (line,) = life(ann, "POST", f"{called_off}/entrants:batch", {"entrants": [{"name": "Gina"}]})["lines"]
    life(bea, "POST", f"{called_off}/entrants/1/sign-in", {"pin": line["entrant"]["pin"]})
    life(ann, "POST", f"{called_off}/entrants/0/withdraw", {"reason": "No time."})
    life(ann, "POST", f"{called_off}/cancel", {"reason": "Nobody came."})
    life(ann, "POST", f"{advances}/pause", {"reason": "Tea."})
    life(ann, "POST", f"{advances}/resume", {})
    life(ann, "POST", f"{waits}/rounds", {"reason": "Now."})
    life(ann, "PUT", f"{waits}/rounds/1/tables/1/result", {"ranks": [1, 2], "reason": "They left."})
    correct(life, own)
    contend(life)
    follow_seasons(life, advances)
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
    for who, text in ((ann, f"{NAME} was away."), (life.bea, "I was away.")):
        life(who, "POST", f"{ruled}/claims", {"round": 1, "table": 1, "kind": "other", "text": text})
    life(ann, "POST", f"{ruled}/claims/2/steps", {"step": "answered", "text": f"{NAME} was there."})
    result = f"{ruled}/rounds/1/tables/1/result"
    life(ann, "PUT", result, {"double_loss": True, "reason": "Both left."})
    life(ann, "DELETE", f"{result}?reason=A+mistake.")
    life(ann, "PUT", f"{ruled}/entrants/0/penalty", {"points": 1, "reason": "Late."})
    life(ann, "POST", f"{ruled}/entrants/0/disqualify", {"reason": "Late again."})
    life(ann, "POST", f"{ruled}/entrants/0/reenter", {"reason": "A mistake."})


def contend(life):
    """Challenge in a ladder, set a line-up, and choose a seat after a lost game."""
    ann, olga = life.ann, life.olga
    pair = [{"player": life.bea.id}, {"player": ann.id}]
    stages = ({"format": "ladder"}, FINAL)
    ladder, final = (life.tournament(olga, each, entrants=pair, rated=False) for each in stages)
    teams = [{**each, "team": team} for each, team in zip(pair, ("Rooks", "Bishops"), strict=True)]
    league = life.tournament(olga, entrants=teams, team_matches={"boards": 1}, rated=False)
    life(ann, "PUT", f"{league}/lineup", {"round": 1, "entrants": [1]})
    for address in (ladder, final):
        life(olga, "POST", f"{address}/start", {})
    life(ann, "POST", f"{ladder}/challenges", {"entrant": 0})
    (lost,) = games_of(olga, final)
    life(ann, "POST", f"/games/{lost}/resign", {})
    progress.drive(life.service.installation, final.rpartition("/")[2])
    life(ann, "PUT", f"{final}/rounds/1/tables/1/seat", {"seat": 0})


def follow_seasons(life, own):
    """Take part in the season of another organiser, and organise some."""
    for who, tournament in ((life.olga, life.tournaments[0]), (life.ann, own), (life.ann, own)):
        divisions = [{"name": "First", "tournaments": [tournament.rpartition("/")[2]]}]
        life.seasons.append(life(who, "POST", "/seasons", {"name": "League", "divisions": divisions})["season"])
    life(life.olga, "PATCH", f"/seasons/{life.seasons[0]}", {"confirmation": {"reason": "All agree."}})
    life(life.ann, "PATCH", f"/seasons/{life.seasons[1]}", {"risers": 1})
    life(life.ann, "DELETE", f"/seasons/{life.seasons[2]}")


def games_in(who, address):
    return [game["game_id"] for each in rounds(who, address) for table in each["tables"] for game in table["games"]]
