"""Define `bottega mcp`, by which a language model plays: it serves the Model Context Protocol."""

import argparse
import os
from importlib.util import find_spec

EXAMPLE = """\
example, in the settings of a program with a language model:
  {"mcpServers": {"bottega": {"command": "bottega", "args": ["mcp", "--service", "http://127.0.0.1:8000"]}}}
"""


class NotStarted(Exception):
    """The library of the protocol is missing, or an option is not valid; the message says what to do."""


def describe(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "mcp",
        help="let a language model play, by the Model Context Protocol on standard input and output",
        description="Let a language model list games, read rules, and play a seat.",
        epilog=EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "--service", default="http://127.0.0.1:8000", help="URL of the service (default: this machine)"
    )
    command.add_argument(
        "--token", help="seat token: play this seat only (default: BOTTEGA_TOKEN, else games against AI)"
    )
    command.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> None:
    """Serve until the input ends. Raises NotStarted."""
    if find_spec("mcp") is None:
        raise NotStarted("mcp must be installed: pip install 'bottega[mcp]'")
    from bottega_client import mcp_server

    token = options.token or os.environ.get(mcp_server.TOKEN, "")
    try:
        client = mcp_server.client_of(options.service, token)
    except ValueError as error:
        raise NotStarted(str(error)) from error
    mcp_server.run(client, token)
