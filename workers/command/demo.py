"""The demo: one game of AI players through the HTTP API, told round by round, with its score sheet.

It knows no ruleset. What it tells is what any onlooker may read: events with their facts, and the result. Words come
from the facts' own tags and fields; a number is named where the ruleset's tables list what bears it, or where the
contract calls it a seat.
"""

import sys
import time
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

from domain.fields import SEAT
from service.settings import Settings
from workers.command.client import Client, Unexpected
from workers.processes.supervisor import running_service

NAMES = ("Alessandra", "Benedetto", "Caterina", "Donato", "Elisabetta", "Filippo")
USUAL_SEATS = 4
POLL_SECONDS = 0.02
PATIENCE_SECONDS = 120.0
PAGE = 100
COLUMNS = 118
"""Where a line is broken."""

BOLD, FAINT, PLAIN = "\033[1m", "\033[2m", "\033[0m"
COLOURS = ("\033[33m", "\033[36m", "\033[35m", "\033[32m", "\033[34m", "\033[31m")


class Stuck(Exception):
    """A game that has not gone on for a long while."""


class Style:
    """Colours for a terminal, nothing for a file."""

    def __init__(self, colours: bool) -> None:  # noqa: FBT001
        self.colours = colours

    def bold(self, text: str) -> str:
        """Make a headline stand out."""
        return f"{BOLD}{text}{PLAIN}" if self.colours else text

    def faint(self, text: str) -> str:
        """Keep what matters less in the background."""
        return f"{FAINT}{text}{PLAIN}" if self.colours else text

    def seat(self, seat: int, text: str) -> str:
        """Give each seat a colour of its own."""
        return f"{COLOURS[seat % len(COLOURS)]}{text}{PLAIN}" if self.colours else text


class Teller:
    """Tells events in words."""

    def __init__(self, names: Sequence[str], tables: Mapping[str, Any], style: Style, seats: Container[str]) -> None:
        """`seats` are the members that hold the number of a seat."""
        self.names = names
        self.seats = seats
        self.labels = dict(_labels(tables))
        self.style = style
        self.width = max(map(len, names))
        self.round: int | None = None

    def begin(self, number: int) -> Iterator[str]:
        """Return the headline of a round, once; a game may tell of its first round or take it for granted."""
        if number != self.round:
            self.round = number
            yield from ("", self.style.bold(f"Round {number}"), "")

    def tell(self, event: Mapping[str, Any]) -> Iterator[str]:
        """Return the lines that tell one event: its action, its facts, and a headline where a round begins."""
        begins = [fact for fact in event["facts"] if set(fact) == {"type", "round"}]
        others = [fact for fact in event["facts"] if fact not in begins]
        alone = all(fact.get("seat", event["seat"]) == event["seat"] for fact in others)
        yield self._line(event["seat"], self._phrase(event["action"]), [self._fact(fact, alone) for fact in others])
        for fact in begins:
            yield from self.begin(fact["round"])

    def _line(self, seat: int, action: str, facts: Sequence[str]) -> str:
        """Lay out one event: what somebody did, and beside or below it what came of it."""
        name = self.style.seat(seat, self.names[seat].ljust(self.width))
        told = " · ".join(facts)
        if len(action) + len(told) + self.width + 6 <= COLUMNS:
            return f"  {name}  {action}  {self.style.faint(told)}".rstrip()
        indent = " " * (self.width + 6)
        below = wrap(told, COLUMNS - len(indent), break_long_words=False)
        return "\n".join([f"  {name}  {action}", *(indent + self.style.faint(line) for line in below)])

    def _fact(self, fact: Mapping[str, Any], alone: bool) -> str:  # noqa: FBT001
        """Return a fact in words; whom it concerns is left out where all facts concern the actor alone."""
        phrase = self._phrase({name: value for name, value in fact.items() if name != "seat"})
        return phrase if alone or "seat" not in fact else f"{self.names[fact['seat']]}: {phrase}"

    def _phrase(self, thing: Mapping[str, Any]) -> str:
        """Return a tagged value in words: its tag, then its members."""
        values = [self._value(name, value) for name, value in thing.items() if name != "type"]
        return f"{_words(thing['type'])} {', '.join(filter(None, values))}".strip()

    def _value(self, name: str, value: Any) -> str:
        """Return one value in words; numbers say what they count, and lists are joined."""
        if isinstance(value, list):
            return ", ".join(self._value(name, each) for each in value)
        if isinstance(value, dict):
            return (" " if "seat" in value else ", ").join(self._value(key, each) for key, each in value.items())
        if isinstance(value, bool):
            return _words(name) if value else ""
        if name in self.seats and value in range(len(self.names)):
            return str(self.names[value])
        if isinstance(value, int):
            return self.labels.get((name.rstrip("s"), value)) or _number(name, value)
        return _words(str(value))


def seat_members(contract: Mapping[str, Any]) -> set[str]:
    """Return the names of the members that hold the number of a seat, or several, as the contract describes them."""
    schemas = contract["components"]["schemas"].values()
    members = [each for schema in schemas for each in schema.get("properties", {}).items()]
    return {name for name, member in members if member.get("items", member).get("description") == SEAT}


def _labels(tables: Mapping[str, Any]) -> Iterator[tuple[tuple[str, int], str]]:
    """Name numbered things: in a table called by their plural, the row of that `number` begins with a name."""
    for table, rows in tables.items():
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict) and "number" in row:
                name = next((value for value in row.values() if isinstance(value, str)), str(row["number"]))
                yield (table.rstrip("s"), row["number"]), name


def _number(name: str, value: int) -> str:
    """Write a number with what it counts; a change with its sign."""
    if name in ("change", "amount", "count"):
        return f"{value:+}" if name == "change" else str(value)
    return f"{_words(name)} {value}"


def _words(name: str) -> str:
    """Write a snake_case word with spaces."""
    return name.replace("_", " ")


def score_sheet(seats: Sequence[Mapping[str, Any]], names: Sequence[str], style: Style) -> str:
    """Lay out the score sheet: an item a line, a seat a column, best seat first."""
    ranked = sorted(seats, key=lambda seat: seat["rank"])
    items = dict.fromkeys((row["item"], row["paragraph"]) for seat in seats for row in seat["rows"])
    wide = max(len(f"{item} ({paragraph})") for item, paragraph in items)
    columns = [max(len(names[seat["seat"]]), 8) for seat in ranked]
    amounts = [{(row["item"], row["paragraph"]): row["amount"] for row in seat["rows"]} for seat in ranked]

    def line(label: str, cells: Sequence[str]) -> str:
        return (
            "  " + label.ljust(wide) + "".join(f"  {cell:>{width}}" for cell, width in zip(cells, columns, strict=True))
        )

    rule = style.faint("  " + "─" * (wide + sum(columns) + 2 * len(columns)))
    heading = line("", [names[seat["seat"]] for seat in ranked])
    body = [line(f"{item[0]} ({item[1]})", [_amount(each.get(item)) for each in amounts]) for item in items]
    total = line("total", [str(seat["total"]) for seat in ranked])
    rank = line("rank", [f"{seat['rank']}." for seat in ranked])
    return "\n".join([style.bold(heading), rule, *body, rule, style.bold(total), style.bold(rank)])


def _amount(amount: int | None) -> str:
    """Write an amount; nothing is a dot, so that the numbers stand out."""
    return str(amount) if amount else "·"


def play(address: str, ruleset: str | None, level: str, seats: int | None) -> None:
    """Play a whole game of AI players over HTTP and print it; raises Unexpected or Stuck."""
    client = Client(address)
    known = [each["ruleset"] for each in client.get("/v1/rulesets")["rulesets"]]
    description = client.get(f"/v1/rulesets/{ruleset or known[0]}")
    seats = seats or min(USUAL_SEATS, description["max_seats"])
    names = NAMES[:seats]
    game = client.post("/v1/games", _game(description["ruleset"], level, names))
    style = Style(sys.stdout.isatty())
    teller = Teller(names, description["tables"], style, seat_members(client.get("/openapi.json")))
    print(style.bold(f"{description['title']}, {seats} players of level {level}, game {game['game_id']}"))
    print(*teller.begin(1), sep="\n")
    started = time.monotonic()
    for event in _events(client, game["game_id"]):
        print(*teller.tell(event), sep="\n")
    result = _result(client, game["game_id"])
    print("", score_sheet(result["seats"], names, style), "", sep="\n")
    winners = [names[seat["seat"]] for seat in result["seats"] if seat["rank"] == 1]
    print(f"  {' and '.join(winners)} won after {time.monotonic() - started:.1f} seconds.")


def _game(ruleset: str, level: str, names: Sequence[str]) -> dict[str, Any]:
    """Describe a game of AI players with its ruleset's own options."""
    return {
        "ruleset": ruleset,
        "options": {},
        "seats": [{"kind": "ai", "level": level, "name": name} for name in names],
    }


def _events(client: Client, game: str) -> Iterator[Mapping[str, Any]]:
    """Follow the log of a game until it is over."""
    seen = 0
    quiet_since = time.monotonic()
    while True:
        over = client.get(f"/v1/games/{game}/view")["status"] == "over"
        page = client.get(f"/v1/games/{game}/events?after={seen}&limit={PAGE}")["events"]
        yield from page
        if page:
            seen, quiet_since = page[-1]["version"], time.monotonic()
        elif over:
            return
        elif time.monotonic() - quiet_since > PATIENCE_SECONDS:
            raise Stuck(f"game {game} has not gone on for {PATIENCE_SECONDS:.0f} s; is a worker running?")
        else:
            time.sleep(POLL_SECONDS)


def _result(client: Client, game: str) -> Mapping[str, Any]:
    """Wait for the score sheet."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        result: Mapping[str, Any] | None = client.get(f"/v1/games/{game}/result")
        if result is not None:
            return result
        time.sleep(POLL_SECONDS)
    raise Stuck(f"game {game} has not been scored for {PATIENCE_SECONDS:.0f} s; is a worker running?")


@contextmanager
def service_here(environ: Mapping[str, str]) -> Iterator[str]:
    """Find the service of this machine, or run one for the demo alone, its games thrown away; yields the address."""
    address = f"http://127.0.0.1:{environ.get('BOTTEGA_PORT') or Settings.port}"
    if _answers(address):
        yield address
        return
    with TemporaryDirectory(prefix="bottega-demo-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_HOST": "127.0.0.1", "BOTTEGA_PORT": "0"}
        own |= {"BOTTEGA_REDIS_URL": "", "BOTTEGA_RQ_URL": ""}
        with running_service({**environ, **own}) as service:
            yield service.address


def _answers(address: str) -> bool:
    """Whether a ready service answers at this address."""
    client = Client(address)
    try:
        client.get("/readyz")
    except Unexpected:
        return False
    finally:
        client.close()
    return True
