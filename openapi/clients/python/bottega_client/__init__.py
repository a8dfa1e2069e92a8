"""The client of Bottega for Python: operations, followed games, texts and bots."""

from bottega_client.bot import Turn, run_bot, run_bot_async
from bottega_client.client import AsyncClient, Client
from bottega_client.delivered import Json, Message
from bottega_client.errors import NetworkError, Problem
from bottega_client.messages import format_message
from bottega_client.moves import Move, Path, moves_of
from bottega_client.patch import apply_patch
from bottega_client.rulesets import AnyRuleset
from bottega_client.texts import GameTexts

__all__ = [
    "AnyRuleset",
    "AsyncClient",
    "Client",
    "GameTexts",
    "Json",
    "Message",
    "Move",
    "NetworkError",
    "Path",
    "Problem",
    "Turn",
    "apply_patch",
    "format_message",
    "moves_of",
    "run_bot",
    "run_bot_async",
]
