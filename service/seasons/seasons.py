"""Create, show, change, confirm and delete seasons."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import UNSET

from service import problems
from service.game.game import timestamp
from service.installation import entity_tags
from service.installation.clock_and_ids import GAME_ID_LENGTH, is_id
from service.installation.entity_tags import Expected
from service.installation.installation import Installation
from service.players.callers import Caller, require_scope
from service.players.deletion import has_been_deleted
from service.resources.base import shown
from service.resources.problems import FieldError
from service.seasons import presenters, resources, results
from service.seasons import problems as season_problems
from service.seasons.results import LoadedSeason
from service.seasons.rules.risers import Undecided, next_divisions
from service.seasons.rules.season import Confirmation, Division, SeasonEntrant, tournaments_of
from service.seasons.store import Seasons, StoredSeason, seasons_in
from service.tournaments import founding
from service.tournaments import problems as tournament_problems
from service.tournaments.access import load_own

PREFIX = "sn_"


def create(installation: Installation, caller: Caller, body: resources.SeasonRequest) -> resources.Season:
    """Create a season, and return it.

    Raises InsufficientScope, TournamentNotFound, NotOrganiser, TooManySeasons and InvalidToken.
    """
    scope = founding.scope_of_organiser(installation, caller)
    divisions = _divisions(body.divisions or (resources.DivisionRequest(body.name),))
    _check_own(installation, caller, tournaments_of(divisions))
    most = installation.settings.tournaments_per_player
    if scope != "organise" and len(_store(installation).listed_with(caller.player)) >= most:
        raise season_problems.TooManySeasons(
            "You already have {most} seasons. Delete one of them first.", {"most": most}
        )
    season = shown(
        body,
        StoredSeason,
        season=PREFIX + installation.sources.letters(GAME_ID_LENGTH),
        organiser=caller.player,
        created_at=timestamp(installation),
        scope=scope,
        description=body.description or "",
        divisions=divisions,
        confirmation=Confirmation(),
        changes=0,
    )
    _store(installation).create(season, tournaments_of(divisions))
    if installation.store.players.profile(caller.player) is None:  # deleted at this moment
        _store(installation).delete(season)
        raise has_been_deleted()
    return presenters.season(results.load(installation, season, caller))


def show(installation: Installation, name: str, caller: Caller | None) -> tuple[resources.Season, str]:
    """Return a season with its tables, and its entity tag; raises SeasonNotFound."""
    loaded = _load_visible(installation, name, caller)
    return presenters.season(loaded), _tag_of(loaded.season)


def listed(installation: Installation, query: resources.SeasonsQuery, caller: Caller | None) -> resources.SeasonList:
    """Return public seasons, or those of the caller, newest first; raises TokenRequired."""
    if query.mine and caller is None:
        raise problems.TokenRequired("Send a player key to list your own seasons.")
    stored = _store(installation).load_all(_names(installation, query, caller))
    found = [each for each in stored if each is not None and _is_listed(installation, each, query, caller)]
    found.sort(key=lambda each: each.created_at, reverse=True)
    return resources.SeasonList(tuple(map(presenters.summary, found[: query.limit])))


def _names(installation: Installation, query: resources.SeasonsQuery, caller: Caller | None) -> Sequence[str]:
    """Return the ids of the seasons that may match a query."""
    store = _store(installation)
    if query.tournament:
        return store.listed_with(query.tournament)
    return store.listed_with(caller.player) if query.mine and caller is not None else store.newest(query.limit)


def change(
    installation: Installation, name: str, caller: Caller, body: resources.SeasonChange, expected: Expected
) -> tuple[resources.Season, str]:
    """Change or confirm a season; return it with its entity tag.

    Raises SeasonNotFound, NotOrganiser, InsufficientScope, PreconditionFailed if the entity tag is not `expected`,
    TournamentNotFound, SeasonNotOver, SeasonUndecided and InvalidRequest.
    """
    while not _set(installation, _load_own(installation, name, caller), caller, body, expected):
        pass  # another request has changed the season in the meantime
    return show(installation, name, caller)


def delete(installation: Installation, name: str, caller: Caller, expected: Expected) -> None:
    """Delete a season. Its tournaments stay.

    Raises SeasonNotFound, NotOrganiser, InsufficientScope, and PreconditionFailed if the entity tag is not `expected`.
    """
    while not _delete(installation, _load_own(installation, name, caller), expected):
        pass  # another request has changed the season in the meantime


def _delete(installation: Installation, season: StoredSeason, expected: Expected) -> bool:
    """Delete a season; False if another request has changed it."""
    entity_tags.check(expected, _tag_of(season))
    return _store(installation).delete(season)


def _set(
    installation: Installation, season: StoredSeason, caller: Caller, body: resources.SeasonChange, expected: Expected
) -> bool:
    """Write the changes of a request; False if another request has changed or deleted the season."""
    entity_tags.check(expected, _tag_of(season))
    store, name = _store(installation), season.season
    fields = _fields(installation, season, caller, body)
    if fields and not store.update(name, fields, season.changes):
        return False
    if "divisions" in fields:
        store.remove(name, {*tournaments_of(season.divisions)} - {*tournaments_of(fields["divisions"])})
    return True


def _fields(
    installation: Installation, season: StoredSeason, caller: Caller, body: resources.SeasonChange
) -> Mapping[str, Any]:
    """Return the new values of a season, and list it with its new tournaments; raises as `change`."""
    fields: dict[str, Any] = {
        field: value
        for field in ("name", "description", "visibility", "risers")
        if (value := getattr(body, field)) is not UNSET
    }
    if body.divisions is not UNSET:
        fields["divisions"] = _divisions(body.divisions)
        new = {*tournaments_of(fields["divisions"])} - {*tournaments_of(season.divisions)}
        _check_own(installation, caller, sorted(new))
        _store(installation).enlist(season.season, new)
    if body.divisions is not UNSET or body.risers is not UNSET:
        fields["confirmation"] = Confirmation()
    elif body.confirmation is not UNSET:
        fields["confirmation"] = _confirmation(installation, season, caller, body.confirmation)
    return fields


def _confirmation(
    installation: Installation, season: StoredSeason, caller: Caller, body: resources.SeasonConfirmation
) -> Confirmation:
    """Return a confirmation. Raises SeasonNotOver, SeasonUndecided and InvalidRequest."""
    loaded = results.load(installation, season, caller)
    if not loaded.is_over:
        raise season_problems.SeasonNotOver(
            "Wait until all tournaments have ended. Each division needs a tournament that was finished."
        )
    changes = _changes(loaded, body.changes)
    try:
        divisions = next_divisions(loaded.tables, season.risers, changes)
    except Undecided as undecided:
        name = presenters.name_of(loaded, undecided.row)
        raise season_problems.SeasonUndecided(
            "Say in `changes` where {name} plays. Players with equal points stand at the border.", {"name": name}
        ) from None
    return Confirmation(timestamp(installation), body.reason, tuple(map(tuple, divisions)))


def _changes(loaded: LoadedSeason, moved: Iterable[resources.MovedPlayer]) -> Mapping[SeasonEntrant, int]:
    """Return the new divisions of players; raises InvalidRequest for what the tables do not have."""
    changes = {}
    for number, each in enumerate(moved):
        entrant = SeasonEntrant(each.tournament, each.entrant)
        if entrant not in loaded.results or each.division >= len(loaded.divisions):
            fault = FieldError(f"/confirmation/changes/{number}", "Not in the tables of the season.")
            raise problems.InvalidRequest("The request does not fit its schema.", errors=(fault,))
        changes[entrant] = each.division
    return changes


def _divisions(requested: Sequence[resources.DivisionRequest]) -> tuple[Division, ...]:
    return tuple(shown(each, Division) for each in requested)


def _check_own(installation: Installation, caller: Caller, tournaments: Iterable[str]) -> None:
    """Raise TournamentNotFound, NotOrganiser or InsufficientScope unless the caller organises all tournaments."""
    for name in tournaments:
        load_own(installation, name, caller, "updateTournament")


def _load_own(installation: Installation, name: str, caller: Caller) -> StoredSeason:
    """Load a season for its organiser; raises SeasonNotFound, NotOrganiser and InsufficientScope."""
    season = _load(installation, name)
    if season.organiser != caller.player:
        _load_visible(installation, name, caller)
        raise tournament_problems.NotOrganiser("Send the key of the player who created this season.")
    if caller.scopes.isdisjoint({"organise", season.scope}):
        require_scope(caller, season.scope)
    return season


def _load_visible(installation: Installation, name: str, caller: Caller | None) -> LoadedSeason:
    """Load a season that the caller can see, with its tables; raises SeasonNotFound."""
    loaded = results.load(installation, _load(installation, name), caller)
    if not _is_visible(loaded, caller):
        raise _missing()
    return loaded


def _load(installation: Installation, name: str) -> StoredSeason:
    """Load a season; raises SeasonNotFound."""
    season = _store(installation).load(name) if is_id(name, PREFIX) else None
    if season is None:
        raise _missing()
    return season


def _is_visible(loaded: LoadedSeason, caller: Caller | None) -> bool:
    return loaded.season.visibility != "private" or _takes_part(loaded, caller)


def _takes_part(loaded: LoadedSeason, caller: Caller | None) -> bool:
    """Whether a caller is the organiser of a season or an entrant of one of its tournaments."""
    is_own = caller is not None and caller.player == loaded.season.organiser
    return is_own or results.is_entrant(loaded, caller)


def _is_listed(
    installation: Installation, season: StoredSeason, query: resources.SeasonsQuery, caller: Caller | None
) -> bool:
    """Whether a season matches a query, and the caller may find it."""
    if query.mine and (caller is None or season.organiser != caller.player):
        return False
    if not query.tournament:
        return query.mine or season.visibility == "public"
    loaded = results.load(installation, season, caller)
    names = {each.name for division in loaded.divisions for each in division.tournaments}
    return query.tournament in names and (season.visibility == "public" or _takes_part(loaded, caller))


def _tag_of(season: StoredSeason) -> str:
    return entity_tags.tag_of([season.season, season.changes])


def _missing() -> season_problems.SeasonNotFound:
    return season_problems.SeasonNotFound("There is no season with this id.")


def _store(installation: Installation) -> Seasons:
    return seasons_in(installation.store)
