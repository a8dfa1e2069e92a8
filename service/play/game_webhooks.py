"""The webhooks of a game: its creator is told what concerns any seat."""

from collections.abc import Sequence

import msgspec

from service.play import archiving, notices, webhooks
from service.play.bottega import Bottega
from service.play.game import read_stored
from service.problems import GameBusy
from service.store import Webhook

MOST_ATTEMPTS = 10
"""How often others may be faster before a change of the table is given up."""


def add(bottega: Bottega, game_id: str, url: str, types: Sequence[str], secret: str | None) -> Webhook:
    """Add a webhook and tell it whose turn it is; raises GameNotFound, GameBusy, TargetRejected and TooManyWebhooks."""
    archiving.recall(bottega, game_id)
    _note_on_table(bottega, game_id)
    webhook = webhooks.add(bottega, game_id, url, types, secret)
    notices.tell_now(bottega, game_id)
    return webhook


def _note_on_table(bottega: Bottega, game_id: str) -> None:
    """Note on the table of a game that there are webhooks."""
    for _ in range(MOST_ATTEMPTS):
        table = read_stored(bottega, game_id).info
        if table.webhooks or bottega.store.replace_info(game_id, table, msgspec.structs.replace(table, webhooks=True)):
            return
    raise GameBusy("Others were faster {times} times in succession.", {"times": MOST_ATTEMPTS})
