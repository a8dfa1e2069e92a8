"""Build tournaments: their plans, their entrants, and the results of their rounds."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from service.tournaments.rules.continuing import games_of_continuing
from service.tournaments.rules.entrant_events import Entered, Withdrew
from service.tournaments.rules.errors import Illegal
from service.tournaments.rules.events import AnyEvent, Ended, Opened, Paired, SeatedTable, StageBegan, Started
from service.tournaments.rules.folding import apply
from service.tournaments.rules.format_traits import FORMATS
from service.tournaments.rules.legality import check
from service.tournaments.rules.match_events import Finished, GameOpened, NextGame, Ruled, Stopped
from service.tournaments.rules.plan import Format, Plan, Stage
from service.tournaments.rules.series import games_at_once, series_of
from service.tournaments.rules.state import Tournament

SEED = bytes(range(32))
PAIRED: tuple[Format, ...] = tuple(name for name, traits in FORMATS.items() if not traits.by_challenge)
"""The formats whose rounds are paired automatically. They can follow each other as stages."""
SWISS = Stage(format="swiss", rounds=3)
NAMES = ("Anna", "Bruno", "Cyril", "Dana", "Emil", "Franta", "Gita", "Hugo")


def a_plan(*stages: Stage, **changes: Any) -> Plan:
    """Return a plan of an unhosted ruleset."""
    stated = {
        "name": "Spring",
        "ruleset": "tiny",
        "rules_version": 1,
        "pairing_priority": "points",
        "shared_places": True,
    }
    raw = {"options": msgspec.Raw(b"{}"), "terms": msgspec.Raw(b"{}")}
    return Plan(**{**stated, **raw, "stages": stages or (SWISS,), **changes})


class Log:
    """A tournament that continues event by event."""

    def __init__(self, plan: Plan, seed: bytes = SEED) -> None:
        self.plan = plan
        """The original plan; `tournament` has the changed one."""
        self.tournament = Tournament(plan, seed)
        self.events: list[AnyEvent] = []
        self.ids: Iterator[str] = (f"{number:020}" for number in count())
        """Ids of the games, in the order of their tables."""

    @property
    def now(self) -> str:
        """Return the time of the next event; each event takes a second."""
        number = len(self.events) + 1
        return f"2026-01-01T{number // 3600:02}:{number // 60 % 60:02}:{number % 60:02}Z"

    def add(self, event_type: type, /, **members: Any) -> None:
        """Append an event."""
        event = event_type(number=len(self.events) + 1, at=self.now, **members)
        self.events.append(event)
        apply(self.tournament, event)

    def enter(self, entrants: int) -> "Log":
        """Let AI players enter."""
        for entrant in range(entrants):
            name = NAMES[entrant] if entrant < len(NAMES) else f"Entrant {entrant}"
            self.add(Entered, entrant=entrant, name=name, kind="level", level="greedy", rating=1000 - entrant)
        return self

    def start(self, *groups: tuple[int, ...]) -> "Log":
        """Start the first stage, by default with all entrants in one group."""
        return self.begin().stage(*(groups or (tuple(range(len(self.tournament.entrants))),)))

    def begin(self) -> "Log":
        """Close registration."""
        self.add(Started)
        return self

    def stage(self, *groups: tuple[int, ...]) -> "Log":
        """Start the next stage."""
        self.add(StageBegan, stage=len(self.tournament.stages), groups=groups)
        return self

    def pair(
        self,
        *tables: Any,
        byes: tuple[int, ...] = (),
        manual: bool = False,
        sitting_out: tuple[int, ...] = (),
        challenger: int | UnsetType = UNSET,
    ) -> "Log":
        """Create a round; a match is its entrants, or these with its group and bracket.

        A match that continues after a correction has its old games.
        """
        number = len(self.tournament.rounds) + 1
        seated = tuple(self._seating(at, *each) for at, each in enumerate(tables, 1))
        stage = self.tournament.stage_index
        chosen = {"byes": byes, "manual": manual, "sitting_out": sitting_out, "challenger": challenger}
        self.add(Paired, round=number, stage=stage, tables=seated, **chosen)
        self.add(Opened, round=number)
        return self

    def _seating(self, table: int, *seated: Any) -> SeatedTable:
        entrants, group, bracket = seated if isinstance(seated[0], tuple) else (seated, 0, "")
        continuing = games_of_continuing(self.tournament, len(self.tournament.rounds) + 1)
        games = continuing.get((table, entrants, group, bracket))
        due = games_at_once(series_of(self.tournament.plan, self.tournament.stage_index))
        new = games or tuple(next(self.ids) for _ in range(due))
        return SeatedTable(table, entrants, new, group, bracket)

    def finish(self, table: int, totals: tuple[int, ...], game: int = 0, of: int = 0, **changes: Any) -> "Log":
        """Finish a game of the last round, or of another: the higher the score, the better."""
        number = of or len(self.tournament.rounds)
        seating = self.tournament.round(number).tables[table - 1].seating
        ranks = tuple(1 + sum(other > each for other in totals) for each in totals)
        shown = {"game_id": seating.games[game], "ranks": ranks, "totals": totals, "record": "0" * 64}
        self.add(Finished, round=number, table=table, game=game, **{**shown, **changes})
        return self

    def next_game(self, table: int, of: int = 0, **changes: Any) -> "Log":
        """Announce and create the next game of a match of the last round, or of another."""
        return self.announce(table, of, **changes).open_game(table, of)

    def announce(self, table: int, of: int = 0, **changes: Any) -> "Log":
        """Announce the next game of a match, which does not exist yet."""
        number = of or len(self.tournament.rounds)
        games = self.tournament.round(number).tables[table - 1].seating.games
        self.add(NextGame, round=number, table=table, game=len(games), game_id=next(self.ids), **changes)
        return self

    def open_game(self, table: int, of: int = 0) -> "Log":
        """Create the announced game of a match."""
        number = of or len(self.tournament.rounds)
        games = self.tournament.round(number).tables[table - 1].seating.games
        self.add(GameOpened, round=number, table=table, game=len(games) - 1, game_id=games[-1])
        return self

    def rule(self, table: int, ranks: tuple[int, ...], of: int = 0, **changes: Any) -> "Log":
        """Set the result of a match of the last round, or of another."""
        number = of or len(self.tournament.rounds)
        self.add(Ruled, round=number, table=table, ranks=ranks, by="pl_1", reason="Seen by all.", **changes)
        return self

    def stop(self) -> "Log":
        """Stop all games that no longer count."""
        for game_id, each in [*self.tournament.games_to_stop.items()]:
            self.add(Stopped, round=each.round.number, table=each.match.number, game=each.game, game_id=game_id)
        return self

    def may(self, event_type: type, /, **members: Any) -> str:
        """Return why an event cannot come next; empty if it can."""
        try:
            check(self.tournament, event_type(number=len(self.events) + 1, at=self.now, **members))
        except Illegal as illegal:
            return str(illegal)
        return ""

    def add_if_legal(self, event_type: type, /, **members: Any) -> None:
        """Append an event, if it is legal."""
        if not self.may(event_type, **members):
            self.add(event_type, **members)

    def withdraw(self, entrant: int) -> "Log":
        """Withdraw an entrant."""
        self.add(Withdrew, entrant=entrant)
        return self

    def end(self) -> "Log":
        """End the tournament."""
        self.add(Ended)
        return self


def scored(log: Log, *rounds: Mapping[Any, tuple[int, ...]]) -> Log:
    """Play rounds with these scores: for each match the scores of its entrants."""
    for tables in rounds:
        log.pair(*tables)
        for table, totals in enumerate(tables.values(), 1):
            log.finish(table, totals)
    return log
