"""Add webhooks of a game, which report on all its seats to the creator."""

import msgspec

from service.game.game import read_stored
from service.installation.bottega import Bottega
from service.playing import notices
from service.problems import outpaced
from service.resources.webhooks import CreatedWebhook, NewWebhook
from service.retention import archiving
from service.webhooks import webhooks
from service.webhooks.webhooks import MOST_ATTEMPTS


def add(bottega: Bottega, game_id: str, wanted: NewWebhook) -> CreatedWebhook:
    """Add a webhook and send it the current turn. Raises GameNotFound, GameBusy, TargetRejected and TooManyWebhooks."""
    archiving.restore(bottega, game_id)
    _record_webhooks(bottega, game_id)
    webhook = webhooks.add(bottega, game_id, wanted)
    notices.send_now(bottega, game_id)
    return webhook


def _record_webhooks(bottega: Bottega, game_id: str) -> None:
    for _ in range(MOST_ATTEMPTS):
        info = read_stored(bottega, game_id).info
        if info.webhooks or bottega.store.replace_info(game_id, info, msgspec.structs.replace(info, webhooks=True)):
            return
    raise outpaced(MOST_ATTEMPTS)
