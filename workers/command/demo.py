"""The demo: one game of AI players through the HTTP API, told round by round, with its score sheet.

It knows no ruleset. What it tells is what any spectator may read: events with their facts, and the result, in the
sentences and names that the description of the ruleset has for them (`sentences`).
"""

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Any

from service.settings import Settings
from workers.command.client import Client, UnexpectedResponse
from workers.command.console import clean, show
from workers.command.sentences import SentenceWriter
from workers.processes.supervisor import running_service

NAMES = ("Alessandra", "Benedetto", "Caterina", "Donato", "Elisabetta", "Filippo")
USUAL_SEATS = 4
POLL_SECONDS = 0.02
PATIENCE_SECONDS = 120.0
PAGE = 100
COLUMNS = 100
"""Where a line is broken."""
SEPARATOR = " · "

BOLD, FAINT, PLAIN = "\033[1m", "\033[2m", "\033[0m"
COLOURS = ("\033[33m", "\033[36m", "\033[35m", "\033[32m", "\033[34m", "\033[31m")


class GameStalled(Exception):
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


class TerminalSentenceWriter(SentenceWriter):
    """Tells a game in words of a service, with nothing in them that a terminal would obey."""

    def told(self, part: str, which: str, thing: Mapping[str, Any]) -> str:
        """Tell something."""
        return clean(super().told(part, which, thing))

    def name(self, kind: str | None, value: Any, case: str) -> str:
        """Return the name of a value in a case."""
        return clean(super().name(kind, value, case))


class GameLog:
    """Lays out what happens: a line for what somebody does, and beside or below it what comes of it."""

    def __init__(self, teller: SentenceWriter, style: Style) -> None:
        self.teller, self.names, self.style = teller, teller.players, style
        self.width = max(map(len, self.names))
        self.round: int | None = None

    def begin(self, number: int, headline: str) -> Iterator[str]:
        """Return the headline of a round, once."""
        if number != self.round:
            self.round = number
            rule = "─" * (COLUMNS - len(headline) - 4)
            yield from ("", f"  {self.style.bold(headline)} {self.style.faint(rule)}", "")

    def tell(self, event: Mapping[str, Any]) -> Iterator[str]:
        """Return the lines that tell one event: its action, its facts, and a headline where a round begins."""
        if "change" in event:
            return  # no rule says it, and AI players neither resign nor return
        seat, facts = event["seat"], [fact for fact in event["facts"] if not self._asks(fact)]
        begins = next((place for place, fact in enumerate(facts) if self._is_new_round(fact)), len(facts))
        came = [fact for fact in facts[:begins] if "round" not in fact]
        told, action = [self.teller.fact(fact) for fact in came], self.teller.action(event["action"], seat)
        if action not in told and not (came and is_retold(event["action"], came[0], seat)):
            told.insert(0, action)
        for speaker, sentences in self._by_speaker(seat, told):
            yield from self._lines(speaker, sentences)
        if begins < len(facts):
            yield from self.begin(facts[begins]["round"], self.teller.fact(facts[begins]))
            yield from self._aside([self.teller.fact(fact) for fact in facts[begins + 1 :]])

    def _asks(self, fact: Mapping[str, Any]) -> bool:
        """Whether a fact tells only what is to be decided next: what is done then shows it."""
        members = [name for name in fact if name != "type"]
        kinds = [self.teller.kinds.get(("fact", fact["type"], name, False)) for name in members]
        return kinds != [] and all(kind == "decision" for kind in kinds)

    def _is_new_round(self, fact: Mapping[str, Any]) -> bool:
        return "round" in fact and bool(fact["round"] != self.round)

    def _by_speaker(self, seat: int, told: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Put together what one seat after the other does; a sentence that begins with no name goes with the others."""
        speaker, sentences = seat, list[str]()
        for each in told:
            named = next((other for other, name in enumerate(self.names) if each.startswith(f"{name} ")), speaker)
            if named != speaker and sentences:
                yield speaker, sentences
                sentences = []
            speaker = named
            sentences.append(each.removeprefix(f"{self.names[speaker]} "))
        if sentences:
            yield speaker, sentences

    def _lines(self, seat: int, told: Sequence[str]) -> Iterator[str]:
        """Lay out what a seat does beside its name: all in one line if it fits, else what comes of it below."""
        name = self.style.seat(seat, self.names[seat].ljust(self.width))
        first, rest, indent = told[0], told[1:], " " * (self.width + 4)
        below = packed(rest, COLUMNS - len(indent))
        if len(below) == 1 and len(indent + first + SEPARATOR + below[0]) <= COLUMNS:
            yield f"  {name}  {first}{self.style.faint(SEPARATOR + below[0])}"
            return
        opening, *more = wrap(first, COLUMNS - len(indent))
        yield f"  {name}  {opening}"
        yield from (indent + line for line in more)
        yield from (indent + self.style.faint(line) for line in below)

    def _aside(self, told: Sequence[str]) -> Iterator[str]:
        """Lay out what nobody does: how a round is prepared."""
        if told:
            yield from ("  " + self.style.faint(line) for line in packed(told, COLUMNS - 2))
            yield ""


def packed(sentences: Sequence[str], width: int) -> list[str]:
    """Put as many sentences into each line as fit; one that is longer than a line is broken."""
    lines: list[str] = []
    for each in sentences:
        if lines and len(lines[-1] + SEPARATOR + each) <= width:
            lines[-1] += SEPARATOR + each
        else:
            lines += wrap(each, width)
    return lines


def is_retold(action: Mapping[str, Any], fact: Mapping[str, Any], seat: int) -> bool:
    """Whether a fact tells an action again: it is of the same seat, and holds whatever the action says.

    `{"type": "draw_card", "deck": "main"}` by seat 0 is retold by `{"type": "card_drawn", "seat": 0, "deck": "main"}`.
    """
    return fact.get("seat") == seat and _values(action) <= _values(fact)


def _values(thing: Any) -> set[str]:
    """List the words and numbers in a tagged value."""
    if isinstance(thing, list):
        return {value for each in thing for value in _values(each)}
    if not isinstance(thing, dict):
        return {str(thing)}
    inside = {value for name, each in thing.items() if name != "type" for value in _values(each)}
    return inside | ({*thing} if "type" not in thing else set())


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
    teller = TerminalSentenceWriter(description, names)
    story = GameLog(teller, style)
    title = f"{description['title']}, {seats} players of level {level}, game {game['game_id']}"
    show(style.bold(clean(title)))
    show(*story.begin(1, "Round 1"))
    started = time.monotonic()
    for event in _events(client, game["game_id"]):
        show(*story.tell(event))
    result = _result(client, game["game_id"])
    show("", score_sheet(_named(result["seats"], teller), names, style), "")
    winners = [names[seat["seat"]] for seat in result["seats"] if seat["rank"] == 1]
    show(f"  {' and '.join(winners)} won after {time.monotonic() - started:.1f} seconds.")


def _named(seats: Sequence[Mapping[str, Any]], teller: SentenceWriter) -> list[dict[str, Any]]:
    """Call the items of score sheets by their names."""
    return [
        {**seat, "rows": [{**row, "item": teller.name("score_item", row["item"], "")} for row in seat["rows"]]}
        for seat in seats
    ]


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
            raise GameStalled(f"game {game} has not gone on for {PATIENCE_SECONDS:.0f} s; is a worker running?")
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
    raise GameStalled(f"game {game} has not been scored for {PATIENCE_SECONDS:.0f} s; is a worker running?")


@contextmanager
def service_here(environ: Mapping[str, str]) -> Iterator[str]:
    """Find the service of this machine, or run one for the demo alone, its games thrown away; yields the address."""
    address = f"http://127.0.0.1:{environ.get('BOTTEGA_PORT') or Settings.port}"
    if _answers(address):
        yield address
        return
    with TemporaryDirectory(prefix="bottega-demo-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_HOST": "127.0.0.1", "BOTTEGA_PORT": "0"}
        own |= {"BOTTEGA_REDIS_URL": "", "BOTTEGA_RQ_URL": "", "BOTTEGA_ARCHIVE_URL": ""}
        with running_service({**environ, **own}) as service:
            yield service.address


def _answers(address: str) -> bool:
    """Whether a ready service answers at this address."""
    client = Client(address)
    try:
        client.get("/readyz")
    except UnexpectedResponse:
        return False
    finally:
        client.close()
    return True
