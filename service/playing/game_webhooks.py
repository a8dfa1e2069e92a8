"""Add webhooks of a game, which report on all its seats to the creator."""

from functools import partial

import msgspec

from service.game.game import read_stored
from service.installation.conflicts import retry_conflicts
from service.installation.installation import Installation
from service.playing import notices
from service.resources.webhooks import CreatedWebhook, WebhookRequest
from service.store import ConflictingWrite
from service.webhooks import webhooks


def add(installation: Installation, game_id: str, body: WebhookRequest) -> CreatedWebhook:
    """Add a webhook and send it the current turn. Raises GameNotFound, GameBusy, TargetRejected and TooManyWebhooks."""
    installation.store.archived.restore(game_id)
    share = retry_conflicts(partial(_record_webhooks, installation, game_id))
    webhook = webhooks.add(installation, game_id, body, share=share)
    notices.send_now(installation, game_id)
    return webhook


def _record_webhooks(installation: Installation, game_id: str) -> int:
    """Note that a game has webhooks; return the share of the game. Raises ConflictingWrite."""
    stored = read_stored(installation, game_id)
    new = msgspec.structs.replace(stored.info, webhooks=True)
    if not (stored.info.webhooks or installation.store.replace_info(game_id, stored.info, new)):
        raise ConflictingWrite
    return stored.header.share
