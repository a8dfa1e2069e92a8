"""The option of a game that starts when all seats are taken."""

WAITING = {"starts": "when_seated"}
