"""The client of Bottega for Python: operations, followed games, texts and bots."""

from bottega_client.bot import Turn, run_bot, run_bot_async
from bottega_client.client import AsyncClient, Client
from bottega_client.errors import NetworkError, Problem
from bottega_client.follow import Json, Message
from bottega_client.messages import format_message
from bottega_client.patch import apply_patch
from bottega_client.texts import GameTexts

__all__ = [
    "AsyncClient",
    "Client",
    "GameTexts",
    "Json",
    "Message",
    "NetworkError",
    "Problem",
    "Turn",
    "apply_patch",
    "format_message",
    "run_bot",
    "run_bot_async",
]
