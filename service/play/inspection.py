"""A game as its operator sees it: how it stands, what is owed to it, and what is wrong. Tokens are never told.

What nobody may know while the game lasts is told only where it is asked for by name.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from service.play import game_info, game_repair, jobs
from service.play.bottega import Bottega
from service.play.clock_and_ids import written
from service.play.clocks import deadline, time_of
from service.play.game import Game, load
from service.play.log_replay import BrokenLog
from service.play.pending_jobs import pending_job
from service.play.presenters import Wire
from service.problems import GameNotFound
from service.store import GameUnreadable
from service.store import raw_game as kept


def inspect(bottega: Bottega, game_id: str, *, reveal: bool) -> Wire:
    """Tell how a game stands, whatever of it is damaged; raises GameNotFound, RulesNotHosted, and one of OUTAGES."""
    try:
        faults = [f"{each.fault}: {each.told}" for each in game_repair.faults(bottega, game_id)]
    except BrokenLog as error:
        faults = [str(error)]
    except GameUnreadable as error:
        faults = [error.why]
    try:
        return _shown(bottega, load(bottega, game_id), faults, reveal=reveal)
    except GameNotFound:  # it has a header, and no snapshot
        return {"game_id": game_id, "faults": faults}
    except GameUnreadable as error:
        return {"game_id": game_id, "faults": faults or [error.why]}


def _shown(bottega: Bottega, game: Game, faults: Sequence[str], *, reveal: bool) -> Wire:
    """Tell how a game stands that can be read; raises GameUnreadable where a part of it cannot."""
    lost = game_repair.without_holder(bottega.store, game.header, game.table)
    seats = [f"seats: nothing is kept of who has seat {', '.join(map(str, lost))}; it cannot be mended"] if lost else []
    shown = {**_about(bottega, game), **_around(game), "owed": _owed(bottega, game), **_told(bottega, game)}
    return {**shown, "faults": [*faults, *seats], **(_hidden(game) if reveal else {})}


def _about(bottega: Bottega, game: Game) -> Wire:
    """Tell what it is, and how far it has come."""
    header, last = game.header, bottega.store.last_event(game.header.game_id)
    return {
        "game_id": header.game_id,
        "status": game.status,
        "ruleset": f"{header.ruleset} {header.rules_version}, played on under {game.ruleset.version}",
        "created_at": header.created_at,
        "version": game.position.version,
        "since": last.at if last else header.created_at,
        "seats": [_seat(game, seat) for seat in range(len(header.seats))],
        "to_act": [_decision(game, seat) for seat in game.to_act],
    }


def _seat(game: Game, seat: int) -> str:
    """Say who sits at a seat, but not what opens it."""
    setup, holder = game.seats[seat], game.claims.get(seat)
    level = f" {setup.level}" if setup.kind == "ai" else ""
    who = (holder.player or "whoever has its token") if holder else "" if setup.kind == "ai" else "nobody"
    gone = next((f", {each.reason}" for each in game.table.resigned if each.seat == seat), "")
    return f"{seat}: {setup.kind}{level}{f', {who}' if who else ''}{gone}"


def _decision(game: Game, seat: int) -> str:
    """Say which decision a seat has to make, until when, and who does so in its place."""
    asked, table, clock = game.position.asked[seat], game.table, game.header.clock
    up = None if clock is None else deadline(clock, table.clocks[seat])
    until = "" if up is None else f", until {written(time_of(up))}"
    who = game_info.stand_in(table, seat, asked)
    by = "" if who is None else f", answered by {who.level or 'the default action'} ({who.reason})"
    return f"seat {seat}: decision {asked}{until}{by}"


def _around(game: Game) -> Wire:
    """Tell what is arranged around it; nothing of what is usual."""
    header, table = game.header, game.table
    place = header.tournament
    facts: Mapping[str, Any] = {
        "host": header.host,
        "visibility": "" if header.visibility == "public" else header.visibility,
        "rated": header.rated,
        "sandbox": header.sandbox,
        "clock": None if header.clock is None else msgspec.to_builtins(header.clock),
        "deal": header.deal,
        "tournament": "" if place is None else f"{place.tournament}, round {place.round}, table {place.table}",
        "rematch": table.rematch,
        "aborted_at": table.aborted_at,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _owed(bottega: Bottega, game: Game) -> Wire:
    """Tell which job the game waits for, what has become of it, and when somebody looks."""
    game_id = game.header.game_id
    job, due = pending_job(bottega, game_id), kept.due_at(bottega.store.servers, game_id)
    clocks = kept.clocks_at(bottega.store.servers, [*game_repair.expected_clocks(game)])
    told: Wire = {} if job is None else {"job": job.id, "queue": job.queue, "state": jobs.state_of(bottega.queues, job)}
    told |= {} if due is None else {"looked_at": _moment(due)}
    return told | ({"clocks": {name: _moment(when) for name, when in clocks.items()}} if clocks else {})


def _told(bottega: Bottega, game: Game) -> Wire:
    """Tell what is kept of it, and who is told of it."""
    game_id, store = game.header.game_id, bottega.store
    hooks = store.webhooks.of(game_id)
    sizes = kept.sizes(store.servers, game_id, [each.webhook_id for each in hooks])
    analysis = store.advice.analysis(game_id)
    return {
        "result": "kept" if store.result(game_id) is not None else "none",
        **({} if analysis is None else {"analysis": "begun" if isinstance(analysis, int) else "kept"}),
        **({"webhooks": [f"{each.webhook_id} {each.disabled_reason or 'on'}" for each in hooks]} if hooks else {}),
        "bytes": {**sizes, "in all": sum(sizes.values())},
    }


def _hidden(game: Game) -> Wire:
    """Tell what is hidden: the seed of its dice, and the state, which nobody at the table sees as a whole."""
    header = game.header
    return {"seed": header.seed, "salt": header.salt, "state": msgspec.to_builtins(game.position.state)}


def _moment(seconds: float) -> str:
    """Write a Unix time."""
    return written(datetime.fromtimestamp(seconds, UTC))
