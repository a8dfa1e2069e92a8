"""A server of the Model Context Protocol, through which a language model reads the rules of games and plays a seat.

`bottega mcp` and `bottega-mcp` run it on standard input and output. It needs the extra `mcp`.
"""

import argparse
import asyncio
import json
import os
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, TextContent, ToolAnnotations

from bottega_client.client import AsyncClient
from bottega_client.errors import NetworkError, Problem
from bottega_client.mcp_seat import Rejected, Seat, Situation, take_seat
from bottega_client.mcp_texts import options_text, page_text, rules_text
from bottega_client.rulesets import AnyRuleset

if TYPE_CHECKING:
    from bottega_client.schemas import AiSeat, AnyGameRequest, HumanSeat, RulesetSummary

INSTRUCTIONS = """\
You play a seat of a turn-based board game. Read the rules with read_rules first, and costs and values with read_data.
A situation has the position as your player may see it. In your turn it has legal_actions: call act with one number.
The others play after your action, and act returns your next situation. Without legal_actions, call look to wait."""
START = "list_games lists the games, and start_game starts one against computer players."
TOKEN = "BOTTEGA_TOKEN"  # noqa: S105  # the name of a variable
SEAT_TOKEN = re.compile(r"[a-z0-9]{20}\..+")
"""A seat token starts with the id of its game."""

Tool = Callable[..., Awaitable[Any]]
SituationResult = Annotated[CallToolResult, Situation]


@dataclass(frozen=True)
class Levels:
    """The levels of computer players in games with a number of seats."""

    seats: int
    levels: list[str]
    """The levels that differ with this number of seats, weakest first."""


@dataclass(frozen=True)
class Game:
    """A game that can be played."""

    ruleset: str
    title: str
    min_seats: int
    max_seats: int
    levels_by_seats: list[Levels]


class Model:
    """The tools of a language model. It plays the seat of a token, or one in a game that it starts."""

    def __init__(self, client: AsyncClient, token: str = "") -> None:
        """`token` is that of a seat. Empty: the model starts its own games."""
        self.client, self.token = client, token
        self.seat: Seat | None = None

    async def list_games(self) -> list[Game]:
        """List the games, and the levels of computer players for each number of seats, weakest first."""
        found = await self.client.list_rulesets()
        return [_game(each) for each in found["rulesets"]]

    async def read_rules(self, ruleset: str) -> str:
        """Read how a game is played, and which options start_game accepts."""
        described = await self.client.get_ruleset(ruleset)
        page = page_text(await self.client.get_how_to_play(ruleset))
        text = page or rules_text(await self.client.list_rules(ruleset))
        return f"{text}\n\n# Options of start_game\n\n{options_text(described['options'])}"

    async def read_data(self, ruleset: str) -> str:
        """Read the numbers of a game as JSON: costs, values, neighbours. Its ids are those of positions."""
        return _as_json((await self.client.get_ruleset(ruleset))["constants"])

    async def start_game(
        self, ruleset: str, opponents: list[str], options: dict[str, Any] | None = None, name: str = "Agent"
    ) -> SituationResult:
        """Start a game against computer players, and return your first situation.

        opponents: for each other seat a level that list_games has for the number of seats, for example ["normal"].
        options: see read_rules. name: the name under which you play.
        """
        own: HumanSeat = {"kind": "human", "name": name}
        others: list[AiSeat] = [{"kind": "ai", "level": each} for each in opponents]
        body: AnyGameRequest = {"ruleset": AnyRuleset(ruleset), "seats": [own, *others], "options": options or {}}
        created = await self.client.create_game(body=body)
        self.seat = await take_seat(self.client, created["game_id"], created["tokens"][0]["token"])
        return _result(await self.seat.situation())

    async def look(self) -> SituationResult:
        """Return your situation. If others must act, it waits for them, up to 40 seconds."""
        seat = await self._own_seat()
        return _result(await seat.situation())

    async def act(self, number: int) -> SituationResult:
        """Take the legal action with this number of the last situation, and return your next situation."""
        seat = await self._own_seat()
        await seat.act(number)
        return _result(await seat.situation())

    async def _own_seat(self) -> Seat:
        """Return the seat of the model. Raises Rejected without one."""
        if self.seat is None and self.token:
            self.seat = await take_seat(self.client, self.token.partition(".")[0], self.token)
        if self.seat is None:
            raise Rejected("You play no game yet. Call start_game first.")
        return self.seat


def _game(listed: "RulesetSummary") -> Game:
    levels = [Levels(each["seats"], each["levels"]) for each in listed["levels_by_seats"]]
    return Game(listed["ruleset"], listed["title"], listed["min_seats"], listed["max_seats"], levels)


def server(client: AsyncClient, token: str = "") -> MCPServer:
    """Return a server whose tools use a client. With the token of a seat, the model plays this seat only."""
    model = Model(client, token)
    instructions = INSTRUCTIONS if token else f"{INSTRUCTIONS}\n{START}"
    made = MCPServer("bottega", title="Bottega", instructions=instructions, log_level="WARNING")
    reading: Sequence[Tool] = (model.list_games, model.read_rules, model.read_data, model.look)
    playing: Sequence[Tool] = (model.act,) if token else (model.start_game, model.act)
    for tool in reading:
        made.add_tool(_readable(tool), annotations=ToolAnnotations(read_only_hint=True))
    for tool in playing:
        made.add_tool(_readable(tool), annotations=ToolAnnotations(destructive_hint=False))
    return made


def client_of(url: str, token: str) -> AsyncClient:
    """Return the client of a server. Raises ValueError for a URL or a token that is not valid."""
    if token and not SEAT_TOKEN.fullmatch(token):
        raise ValueError(f"--token and {TOKEN} need the token of a seat, as createGame returns it")
    return AsyncClient(url, language="en")


def run(client: AsyncClient, token: str = "") -> None:
    """Serve on standard input and output until the other side closes them, then close the client."""

    async def serve() -> None:
        async with client:
            await server(client, token).run_stdio_async()

    asyncio.run(serve())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command `bottega-mcp`."""
    parser = argparse.ArgumentParser(prog="bottega-mcp", description="Let a language model play board games (MCP).")
    parser.add_argument("--service", default="http://127.0.0.1:8000", help="URL of the service (default: %(default)s)")
    parser.add_argument("--token", default=os.environ.get(TOKEN, ""), help=f"token of a seat (default: {TOKEN})")
    options = parser.parse_args(arguments)
    try:
        client = client_of(options.service, options.token)
    except ValueError as error:
        parser.error(str(error))
    run(client, options.token)


def _readable(tool: Tool) -> Tool:
    """Return a tool that reports problems by their texts, so that the model can correct its call."""

    @wraps(tool)
    async def called(*arguments: Any, **named: Any) -> Any:
        try:
            return await tool(*arguments, **named)
        except Problem as problem:
            raise ToolError(f"{problem.body['title']}. {problem.body['detail']}") from problem
        except Rejected as error:
            raise ToolError(str(error)) from error
        except NetworkError as error:
            raise ToolError(f"{error}. Call look later.") from error

    return called


def _result(situation: Situation) -> CallToolResult:
    """Return a situation as fields, and as short JSON for models that read texts only."""
    fields = asdict(situation)
    return CallToolResult(content=[TextContent(type="text", text=_as_json(fields))], structured_content=fields)


def _as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
