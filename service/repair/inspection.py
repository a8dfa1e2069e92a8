"""Show operators the state of a game: its jobs, data and faults.

Tokens are never shown. Hidden information is shown only with `reveal`.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import UNSET

from service import problems
from service.game import game_info, pauses
from service.game.clocks import deadline, time_of
from service.game.game import Game, load
from service.game.log_replay import BrokenLog
from service.game.presenters import Wire, recorded_terms
from service.installation import jobs
from service.installation.clock_and_ids import written
from service.installation.installation import Installation
from service.playing.pending_jobs import pending_job
from service.repair import game_repair
from service.store import GameUnreadable, raw_game


def inspect(installation: Installation, game_id: str, *, reveal: bool) -> Wire:
    """Return the state of a game, even if it is damaged. Raises GameNotFound, RulesNotHosted, and one of OUTAGES."""
    try:
        faults = [f"{each.fault}: {each.description}" for each in game_repair.faults(installation, game_id)]
    except BrokenLog as error:
        faults = [str(error)]
    except GameUnreadable as error:
        faults = [error.why]
    try:
        return _shown(installation, load(installation, game_id), faults, reveal=reveal)
    except problems.GameNotFound:  # the header exists, the snapshot is missing
        return {"game_id": game_id, "faults": faults}
    except GameUnreadable as error:
        return {"game_id": game_id, "faults": faults or [error.why]}


def _shown(installation: Installation, game: Game, faults: Sequence[str], *, reveal: bool) -> Wire:
    """Return the state of a readable game. Raises GameUnreadable if a part cannot be read."""
    lost = game_repair.seats_without_holder(installation.store, game.header, game.info)
    seats = [f"seats: the holder of seat {', '.join(map(str, lost))} is lost and cannot be repaired"] if lost else []
    shown = {
        **_about(installation, game),
        **_around(game),
        "pending": _pending(installation, game),
        **_stored(installation, game),
    }
    return {**shown, "faults": [*faults, *seats], **(_hidden(game) if reveal else {})}


def _about(installation: Installation, game: Game) -> Wire:
    header, last = game.header, installation.store.last_event(game.header.game_id)
    return {
        "game_id": header.game_id,
        "status": game.status,
        "ruleset": f"{header.ruleset} {header.rules_version}, continued under {game.ruleset.version}",
        "created_at": header.created_at,
        "version": game.position.version,
        "since": last.at if last else header.created_at,
        "seats": [_seat(game, seat) for seat in range(len(header.seats))],
        "to_act": [_decision(game, seat) for seat in game.to_act],
    }


def _seat(game: Game, seat: int) -> str:
    setup, holder = game.seats[seat], game.claims.get(seat)
    level = f" {setup.level}" if setup.kind == "ai" else ""
    who = (holder.player or "holder of its token") if holder else "" if setup.kind == "ai" else "no holder"
    resignation = next((f", {each.reason}" for each in game.info.resigned if each.seat == seat), "")
    return f"{seat}: {setup.kind}{level}{f', {who}' if who else ''}{resignation}"


def _decision(game: Game, seat: int) -> str:
    """Return a pending decision with its deadline and its substitute."""
    decision, info, clock = game.position.decisions[seat], game.info, game.header.clock
    up = None if clock is UNSET else deadline(clock, pauses.clocks_after(info)[seat])
    until = "" if up is None else f", until {written(time_of(up))}"
    who = game_info.stand_in(info, seat, decision)
    by = "" if who is None else f", decided by {who.level or 'the default action'} ({who.reason})"
    return f"seat {seat}: decision {decision}{until}{by}"


def _around(game: Game) -> Wire:
    """Return the settings that differ from the defaults."""
    header, info = game.header, game.info
    place = header.tournament
    facts: Mapping[str, Any] = {
        "creator": header.creator,
        **recorded_terms(header),
        "deal": header.deal,
        "tournament": "" if place is UNSET else f"{place.tournament}, round {place.round}, table {place.table}",
        "rematch": info.rematch,
        "aborted_at": info.aborted_at,
        "faulty_since": "" if info.fault is UNSET else info.fault.at,
        "irreproducible": info.irreproducible,
    }
    return {name: fact for name, fact in facts.items() if fact}


def _pending(installation: Installation, game: Game) -> Wire:
    """Return the pending job of the game, its state, and when the sweeper checks the game."""
    game_id = game.header.game_id
    job, due = pending_job(installation, game_id), raw_game.due_at(installation.store.servers, game_id)
    clocks = raw_game.clocks_at(installation.store.servers, [*game_repair.expected_clocks(game)])
    pending: Wire = (
        {} if job is None else {"job": job.id, "queue": job.queue, "state": jobs.state_of(installation.queues, job)}
    )
    pending |= {} if due is None else {"next_check": _moment(due)}
    return pending | ({"clocks": {name: _moment(when) for name, when in clocks.items()}} if clocks else {})


def _stored(installation: Installation, game: Game) -> Wire:
    """Return what is stored of the game, and its webhooks."""
    game_id, store = game.header.game_id, installation.store
    hooks = store.webhooks.of(game_id)
    sizes = raw_game.sizes(store.servers, game_id, [each.webhook_id for each in hooks])
    analysis = store.advice.analysis(game_id)
    return {
        "result": "stored" if store.results.of(game_id) is not None else "none",
        **({} if analysis is None else {"analysis": "started" if isinstance(analysis, int) else "stored"}),
        **({"webhooks": [f"{each.webhook_id} {each.disabled_reason or 'on'}" for each in hooks]} if hooks else {}),
        "bytes": {**sizes, "in all": sum(sizes.values())},
    }


def _hidden(game: Game) -> Wire:
    """Return the seed of the dice and the whole state, which no seat sees."""
    header = game.header
    return {"seed": header.seed, "salt": header.salt, "state": msgspec.to_builtins(game.position.state)}


def _moment(seconds: float) -> str:
    return written(datetime.fromtimestamp(seconds, UTC))
