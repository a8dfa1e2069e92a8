"""Run `bottega demo`: play one game of AI players through the HTTP API and print it with its score sheet.

The demo depends on no ruleset. It prints what any spectator may see: events with their facts, and the result. Sentences
and names come from the description of the ruleset (`GameTexts`).
"""

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import httpx
from bottega_client import AnyRuleset, Client, GameTexts

from service.settings import Settings
from workers.command.connection import connect
from workers.command.console import clean, print_status, show
from workers.processes.supervisor import running_service

if TYPE_CHECKING:
    from bottega_client.schemas import AiSeat, Result

NAMES = ("Alessandra", "Benedetto", "Caterina", "Donato", "Elisabetta", "Filippo", "Ginevra")
USUAL_SEATS = 4
REPORT_SECONDS = 60.0
"""Seconds after which the demo says that it still waits; a busy machine may need long."""
RESPONSE_SECONDS = 30.0
"""Timeout for a running service on this machine."""
COLUMNS = 100
"""Width of the output."""
SEPARATOR = " · "

BOLD, FAINT, PLAIN = "\033[1m", "\033[2m", "\033[0m"
COLOURS = ("\033[33m", "\033[36m", "\033[35m", "\033[32m", "\033[34m", "\033[31m")


class Style:
    """Colours on a terminal, plain text in a file."""

    def __init__(self, colours: bool) -> None:  # noqa: FBT001
        self.colours = colours

    def bold(self, text: str) -> str:
        """Return bold text."""
        return f"{BOLD}{text}{PLAIN}" if self.colours else text

    def faint(self, text: str) -> str:
        """Return faint text."""
        return f"{FAINT}{text}{PLAIN}" if self.colours else text

    def seat(self, seat: int, text: str) -> str:
        """Return text in the colour of a seat."""
        return f"{COLOURS[seat % len(COLOURS)]}{text}{PLAIN}" if self.colours else text


class TerminalTexts(GameTexts):
    """Writes the sentences of a game, cleaned for the terminal."""

    def sentence(self, part: str, which: str, thing: Mapping[str, Any]) -> str:
        """Return a cleaned sentence."""
        return clean(super().sentence(part, which, thing))

    def name(self, kind: str | None, value: Any, case: str = "") -> str:
        """Return the cleaned name of a value in a case."""
        return clean(super().name(kind, value, case))


class GameLog:
    """Formats the events of a game: a line for each action, and its effects beside or below it."""

    def __init__(self, writer: GameTexts, style: Style) -> None:
        self.writer, self.names, self.style = writer, writer.players, style
        self.width = max(map(len, self.names))
        self.round: int | None = None

    def start_round(self, number: int, headline: str) -> Iterator[str]:
        """Return the headline of a new round, once."""
        if number != self.round:
            self.round = number
            rule = "─" * (COLUMNS - len(headline) - 4)
            yield from ("", f"  {self.style.bold(headline)} {self.style.faint(rule)}", "")

    def set_up(self, facts: Sequence[Mapping[str, Any]]) -> Iterator[str]:
        """Return the lines of the set-up, without the start of the first round, which has a headline."""
        shown = [fact for fact in facts if "round" not in fact and not self._announces_decision(fact)]
        yield from self._aside([self.writer.fact(fact) for fact in shown])

    def lines(self, event: Mapping[str, Any]) -> Iterator[str]:
        """Return the lines of an event: its action, its facts, and the headline of a new round."""
        if "change" in event:
            return  # AI players neither resign nor return
        seat, facts = event["seat"], [fact for fact in event["facts"] if not self._announces_decision(fact)]
        begins = next((place for place, fact in enumerate(facts) if self._is_new_round(fact)), len(facts))
        effects = [fact for fact in facts[:begins] if "round" not in fact]
        for speaker, group in self._by_speaker(seat, self.writer.event(event["action"], seat, effects)):
            yield from self._lines(speaker, group)
        if begins < len(facts):
            yield from self.start_round(facts[begins]["round"], self.writer.fact(facts[begins]))
            yield from self._aside([self.writer.fact(fact) for fact in facts[begins + 1 :]])

    def _announces_decision(self, fact: Mapping[str, Any]) -> bool:
        """Whether a fact only announces the next decision, which its action will show."""
        fields = [name for name in fact if name != "type"]
        kinds = [self.writer.kinds.get(("fact", fact["type"], name, False)) for name in fields]
        return kinds != [] and all(kind == "decision" for kind in kinds)

    def _is_new_round(self, fact: Mapping[str, Any]) -> bool:
        return "round" in fact and bool(fact["round"] != self.round)

    def _by_speaker(self, seat: int, sentences: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Group sentences by the seat at their start; a sentence without a name joins the previous group."""
        speaker, group = seat, list[str]()
        for each in sentences:
            named = next((other for other, name in enumerate(self.names) if each.startswith(f"{name} ")), speaker)
            if named != speaker and group:
                yield speaker, group
                group = []
            speaker = named
            group.append(each.removeprefix(f"{self.names[speaker]} "))
        if group:
            yield speaker, group

    def _lines(self, seat: int, sentences: Sequence[str]) -> Iterator[str]:
        """Format the sentences of a seat: on one line if they fit, else the effects below the action."""
        name = self.style.seat(seat, self.names[seat].ljust(self.width))
        first, rest, indent = sentences[0], sentences[1:], " " * (self.width + 4)
        below = packed(rest, COLUMNS - len(indent))
        if len(below) == 1 and len(indent + first + SEPARATOR + below[0]) <= COLUMNS:
            yield f"  {name}  {first}{self.style.faint(SEPARATOR + below[0])}"
            return
        opening, *more = wrap(first, COLUMNS - len(indent))
        yield f"  {name}  {opening}"
        yield from (indent + line for line in more)
        yield from (indent + self.style.faint(line) for line in below)

    def _aside(self, sentences: Sequence[str]) -> Iterator[str]:
        """Format sentences without a seat, such as the preparation of a round."""
        if sentences:
            yield from ("  " + self.style.faint(line) for line in packed(sentences, COLUMNS - 2))
            yield ""


def with_lines(events: Iterable[Mapping[str, Any]], writer: GameTexts) -> Iterator[Mapping[str, Any]]:
    """Yield the events without those that the next event completes. An event that it may complete waits for it."""
    waiting: Mapping[str, Any] | None = None
    for event in events:
        if waiting is not None and not writer.is_completed(waiting, event):
            yield waiting
        waiting = None if event["facts"] else event
        if waiting is None:
            yield event
    if waiting is not None:
        yield waiting


def packed(sentences: Sequence[str], width: int) -> list[str]:
    """Put as many sentences as fit into each line; wrap longer ones."""
    lines: list[str] = []
    for each in sentences:
        if lines and len(lines[-1] + SEPARATOR + each) <= width:
            lines[-1] += SEPARATOR + each
        else:
            lines += wrap(each, width)
    return lines


def score_sheet(seats: Sequence[Mapping[str, Any]], names: Sequence[str], style: Style) -> str:
    """Format the score sheet: one line per item, one column per seat, the best seat first."""
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
    return str(amount) if amount else "·"


def play(address: str, ruleset: str | None, level: str, seats: int | None) -> None:
    """Play a whole game of AI players over HTTP and print it.

    Waits for a slow service until Ctrl-C. Raises InvalidUrl, NetworkError and Problem.
    """
    with connect(address, attempts=2) as client:
        _play(client, client.get_ruleset(ruleset or client.list_rulesets()["rulesets"][0]["ruleset"]), level, seats)


def _play(client: Client, description: Mapping[str, Any], level: str, seats: int | None) -> None:
    seats = seats or min(USUAL_SEATS, description["max_seats"])
    names = NAMES[:seats]
    players: list[AiSeat] = [{"kind": "ai", "level": level, "name": name} for name in names]
    game = client.create_game(body={"ruleset": AnyRuleset(description["ruleset"]), "seats": players})["game_id"]
    style = Style(sys.stdout.isatty())
    texts = TerminalTexts(description, names)
    log = GameLog(texts, style)
    title = f"{description['title']}, {seats} players of level {level}, game {game}"
    show(style.bold(clean(title)))
    show(*log.start_round(1, "Round 1"))
    show(*log.set_up(client.query_view(game, include="setup")["setup"]))
    started = time.monotonic()
    for event in with_lines(_events(client, game), texts):
        show(*log.lines(event))
    result = _result(client, game)
    show("", score_sheet(_named(result["seats"], texts), names, style), "")
    winners = [names[seat] for seat in result["winners"]]
    show(f"  {' and '.join(winners) or 'No player'} won after {time.monotonic() - started:.1f} seconds.")


def _named(seats: Sequence[Mapping[str, Any]], writer: GameTexts) -> list[dict[str, Any]]:
    """Replace the item ids of score sheets by names."""
    return [
        {**seat, "rows": [{**row, "item": writer.name("score_item", row["item"])} for row in seat["rows"]]}
        for seat in seats
    ]


def _events(client: Client, game: str) -> Iterator[Mapping[str, Any]]:
    quiet_since = time.monotonic()
    for page in client.pages(game=game):
        yield from page["events"]
        if page["events"]:
            quiet_since = time.monotonic()
        elif page["status"] != "over" and time.monotonic() - quiet_since > REPORT_SECONDS:
            quiet_since = time.monotonic()
            print_status(f"game {game} has not continued for {REPORT_SECONDS:.0f} s; is a worker running?")


def _result(client: Client, game: str) -> "Result":
    while True:
        try:
            result = client.poll_result(game, patience=REPORT_SECONDS)
        except TimeoutError:
            print_status(f"game {game} has not been scored for {REPORT_SECONDS:.0f} s; is a worker running?")
        else:
            return result


@contextmanager
def service_here(environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the URL of the service on this machine, or of a temporary one with its own data."""
    address = f"http://127.0.0.1:{environ.get('BOTTEGA_PORT') or Settings.port}"
    if _responds(address):
        yield address
        return
    with TemporaryDirectory(prefix="bottega-demo-") as directory:
        own = {"BOTTEGA_DATA": directory, "BOTTEGA_HOST": "127.0.0.1", "BOTTEGA_PORT": "0"}
        own |= {"BOTTEGA_REDIS_URL": "", "BOTTEGA_RQ_URL": "", "BOTTEGA_ARCHIVE_URL": ""}
        with running_service({**environ, **own}) as service:
            yield service.address


def _responds(address: str) -> bool:
    try:
        return httpx.get(f"{address}/readyz", timeout=RESPONSE_SECONDS).is_success
    except httpx.RequestError:
        return False
