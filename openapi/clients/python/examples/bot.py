"""A bot that plays all games of a player over one connection.

Create a player for the bot with `createPlayer`. Then run the bot with the player's key:

    SERVICE=http://127.0.0.1:8000 BOTTEGA_KEY=bk_... python bot.py

The bot chooses at random. Replace `choose` with your own rule. `GAMES=2` ends the bot after two games.
"""

import os
import random
from math import inf

from bottega_client import Client, GameTexts, Turn, run_bot
from bottega_client.schemas import Action, Ruleset


class Talker:
    """Chooses an action, and prints the events since the last turn in sentences."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.rulesets: dict[str, Ruleset] = {}

    def choose(self, turn: Turn) -> Action:
        """Return one of the legal actions of a turn."""
        texts = self.texts(turn)
        for event in turn.events:
            if "action" in event:
                print(turn.game_id, ". ".join(texts.event(event["action"], event["seat"], event["facts"])))
        action = random.choice(turn.actions)
        print(turn.game_id, "I choose:", texts.action(action))
        return action

    def texts(self, turn: Turn) -> GameTexts:
        """Return the texts of a game; seats without a name are called by their number."""
        if turn.ruleset not in self.rulesets:
            self.rulesets[turn.ruleset] = self.client.get_ruleset(turn.ruleset, language="en")
        names = [each.get("name", f"Seat {number}") for number, each in enumerate(turn.view["seats"])]
        return GameTexts(self.rulesets[turn.ruleset], names)


if __name__ == "__main__":
    with Client(os.environ["SERVICE"], os.environ["BOTTEGA_KEY"], on_retry=print) as client:
        run_bot(client, Talker(client).choose, games=float(os.environ.get("GAMES", inf)))
