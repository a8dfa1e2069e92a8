"""Post the turns of a player to a Discord channel.

Create a webhook in the settings of the channel. Then run the bot with its URL and the player's key:

    export SERVICE=http://127.0.0.1:8000 BOTTEGA_KEY=bk_... DISCORD_WEBHOOK=https://discord.com/api/webhooks/...
    python discord_bot.py

The bot posts each pending decision with the events since the last turn and the legal actions. It submits no action.
After a restart it posts the pending decisions again. `GAMES=2` ends the bot after two games. `LANGUAGE=it` chooses the
language.
"""

import os
import re
import time
from collections.abc import Iterable
from math import inf
from typing import Any

import httpx
from bottega_client import Client, GameTexts, Turn

CONTENT, TITLE, DESCRIPTION, FIELD = 2000, 256, 3000, 1024
"""Longest texts. Discord allows a description of 4,096 characters, and 6,000 in all texts of an embed."""
COLOUR = 0xB8860B
MARKDOWN = re.compile(r"([\\*_~`|>#\[\]()-])")


def main(environ: dict[str, str]) -> None:
    """Post turns until the given number of games has ended."""
    language = environ.get("LANGUAGE", "en")
    rulesets: dict[str, Any] = {}
    with Client(environ["SERVICE"], environ["BOTTEGA_KEY"], language, on_retry=print) as client:
        for turn in client.turns(games=float(environ.get("GAMES", inf))):
            if turn.ruleset not in rulesets:
                rulesets[turn.ruleset] = client.get_ruleset(turn.ruleset)
            post(environ["DISCORD_WEBHOOK"], message(turn, rulesets[turn.ruleset], language, client.url))


def message(turn: Turn, ruleset: dict[str, Any], language: str, service: str) -> dict[str, Any]:
    """Return the message of a turn, in the form that a Discord webhook accepts."""
    players = [each.get("name", f"Seat {number}") for number, each in enumerate(turn.view["seats"])]
    texts = GameTexts(ruleset, players, language)
    deadline = next((each.get("deadline") for each in turn.view.get("clocks", ()) if each["seat"] == turn.seat), None)
    buttons = map(texts.button, turn.actions, turn.previews)
    embed = {
        "title": fitting([f"{ruleset['title']}: {', '.join(players)}"], TITLE),
        "description": fitting((f"{number}. {text}" for number, text in enumerate(buttons, 1)), DESCRIPTION),
        "url": f"{service}/#/game/{turn.game_id}",
        "color": COLOUR,
        "footer": {"text": turn.game_id},
        "fields": [{"name": "Since your last turn", "value": fitting(log(turn, texts), FIELD, newest=True) or "…"}],
    }
    if deadline:
        embed["timestamp"] = deadline
    content = fitting([f"It is the turn of {players[turn.seat]}."], CONTENT)
    return {"content": content, "embeds": [embed], "allowed_mentions": {"parse": []}}


def log(turn: Turn, texts: GameTexts) -> Iterable[str]:
    """Return a line for each event with an action."""
    for event in turn.events:
        if "action" in event:
            yield ", ".join(texts.event(event["action"], event["seat"], event["facts"]))


def fitting(lines: Iterable[str], limit: int, *, newest: bool = False) -> str:
    """Return as many whole lines as fit, without Markdown: the first or the newest ones."""
    escaped = [MARKDOWN.sub(r"\\\1", line)[: limit - 2] for line in lines]
    shown: list[str] = []
    for line in reversed(escaped) if newest else escaped:
        if sum(map(len, shown)) + len(shown) + len(line) > limit - 2:
            shown.append("…")
            break
        shown.append(line)
    return "\n".join(reversed(shown) if newest else shown)


def post(webhook: str, body: dict[str, Any]) -> None:
    """Send a message; wait as long as Discord requests."""
    while (response := httpx.post(webhook, json=body)).status_code == httpx.codes.TOO_MANY_REQUESTS:
        time.sleep(float(response.headers.get("Retry-After", 1)))
    response.raise_for_status()


if __name__ == "__main__":
    main(dict(os.environ))
