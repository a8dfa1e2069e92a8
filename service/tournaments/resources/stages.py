"""Stages of tournaments, and the points for places."""

from typing import Annotated

import msgspec
from msgspec import Meta

from service.match_places import LEAST_TABLE, MOST_TABLE
from service.resources.base import Request, Response
from service.tournaments.rules.events import ChangedStage
from service.tournaments.rules.plan import MOST_ROUNDS, Minutes, Rounds, Stage, TableSize, WholePoints


class NewStage(Stage, Request, frozen=True):
    """A stage of a new tournament, with one format."""


class TournamentStage(Stage, Response, frozen=True):
    """A stage of a tournament, with one format."""

    table_size: TableSize = 0  # no stage has this value, so that it is never omitted


class PlacePointsFields(msgspec.Struct, frozen=True):
    """The points for the places at tables of one size."""

    table_size: Annotated[int, Meta(ge=LEAST_TABLE, le=MOST_TABLE)]
    """The number of entrants at the table."""
    by_place: Annotated[tuple[WholePoints, ...], Meta(min_length=LEAST_TABLE, max_length=MOST_TABLE)]
    """The points of each place in one game, from the first. No place has more points than a better one."""


class NewPlacePoints(PlacePointsFields, Request, frozen=True):
    """The points for the places at tables of one size."""


class PlacePoints(PlacePointsFields, Response, frozen=True):
    """The points for the places at tables of one size."""


class StageChange(ChangedStage, Request, frozen=True):
    """New lengths of a stage. Omitted values stay unchanged."""

    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] | None = None
    """The new number of rounds of `swiss`, at least the number of rounds created so far."""
    minutes: Minutes | None = None
    """The new minutes during which an `arena` creates matches; 0: no limit."""
    matches: Rounds | None = None
    """The new maximum number of matches of each entrant in an `arena`; 0: no limit."""
