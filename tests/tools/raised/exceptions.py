"""What the code shows only together with its values: problems that a call cannot cause in its place."""

from collections.abc import Mapping

ALL: frozenset[str] = frozenset()
"""All problems of a call."""
Excluded = tuple[frozenset[str], str]


def _only(reason: str, *problems: str) -> Excluded:
    return frozenset(problems), reason


CHECKED = "the terms were checked when the tournament or seek was created"
NO_SUCH_TERM = "tournaments have no such term"
OWN = "the caller has a seat in the game, and names no version"
NO_ACTION = "a change of a seat or of the clocks, or an undo, needs no search"
LISTED = "the list shows public games only, up to a version that the log has"
SERVICE_ACTS = "the service acts for the seat, at the pending decision"
DELETED_NOW = "the player is deleted at this moment; the game and the tournament of the player exist"
NEW = "the request states no previous value"
LOSS = "only after the log of the game has lost events; the operation does not list it yet"
RACE = "only while another request changes the same game or tournament; the operation documents no retry yet"
ONE_PLAYER = "one player cannot be named twice"

EXCLUDED: Mapping[tuple[str, str], Excluded] = {
    ("tournaments.seating._create", "lobby.creation.create_game"): _only(CHECKED),
    ("tournaments.seating._create_surely", "tournaments.seating._create"): _only(CHECKED),
    ("matchmaking.matchmaking._create_for_known", "matchmaking.matchmaking._create_for"): _only(CHECKED),
    ("tournaments.plans.check_plan", "lobby.game_terms.check_terms"): _only(
        NO_SUCH_TERM, "CooperativeUnrated", "HintsDisabled", "SandboxUnrated", "UndoModeUnavailable", "UndoNotAllowed"
    ),
    ("tournaments.plan_updates.change", "lobby.game_terms.check_terms"): _only(
        NO_SUCH_TERM,
        "CooperativeUnrated",
        "HintsDisabled",
        "RatedNotPublic",
        "SandboxUnrated",
        "UndoModeUnavailable",
        "UndoNotAllowed",
    ),
    ("tournaments.creation.create", "tournaments.visible.load_visible"): _only(
        "the tournament exists since its creation"
    ),
    ("tournaments.creation.name_of_player", "players.players.profiles_of"): _only(ONE_PLAYER, "AlreadySeated"),
    ("tournaments.founding.check_may_enter", "players.players.profiles_of"): _only(ONE_PLAYER, "AlreadySeated"),
    ("tournaments.staff._check_accepts", "players.players.profiles_of"): _only(ONE_PLAYER, "AlreadySeated"),
    ("tournaments.registration.reenter", "tournaments.registration._reentry"): _only(
        "an entrant needs no code again", "WrongCode"
    ),
    ("api.leaving_games._view", "reading.queries.view"): _only(
        OWN, "PrivateGame", "SpectatorsOff", "VersionNotReached"
    ),
    ("api.game_info._shown", "reading.game_index.show"): _only(OWN, "PrivateGame", "VersionNotReached"),
    ("reading.game_index._of_readable", "reading.game_index._seen"): _only(LISTED),
    ("playing.seat_changes.change_seat", "playing.games.commit"): _only(NO_ACTION, "AiQueueFull"),
    ("playing.undo_requests.undo", "playing.games.commit"): _only(NO_ACTION, "AiQueueFull"),
    ("playing.virtual_clock.move_on", "playing.missed_decisions.handle_deadline"): _only(
        SERVICE_ACTS,
        "AiQueueFull",
    ),
    ("playing.games._check_action", "playing.games.check_turn"): _only(
        "a seat that has resigned has no pending decision", "SeatResigned"
    ),
    ("lobby.seat_removal.remove_from_game", "lobby.seat_removal.withdraw_invitation"): _only(DELETED_NOW),
    ("webhooks.targets._add", "webhooks.targets._replace"): _only(NEW),
    ("webhooks.targets.send_test", "webhooks.targets._replace"): _only(NEW, "PreconditionFailed"),
    ("blocks.block_lists.block", "players.players.profiles_of"): _only(ONE_PLAYER, "AlreadySeated"),
    ("players.subjects._check_bots", "players.players.profiles_of"): _only(ONE_PLAYER, "AlreadySeated"),
    ("matchmaking.seeks.create_seek", "lobby.game_terms.check_terms"): _only("seeks are no sandbox", "SandboxUnrated"),
    ("playing.undo_requests.undo", "playing.games.repeated_response"): _only(LOSS, "VersionNotReached"),
    ("playing.undo_requests.undo", "game.history.log"): _only("the position is that of the game", "VersionNotReached"),
    ("playing.clock_changes.change", "playing.games.commit"): _only(NO_ACTION, "AiQueueFull"),
    ("playing.clock_changes.change", "playing.games.repeated_response"): _only(LOSS, "VersionNotReached"),
    ("playing.clock_changes._check_count", "game.history.log"): _only(
        "the position is that of the game", "VersionNotReached"
    ),
    ("webhooks.webhooks.add", "webhooks.webhooks.owner_not_found"): _only("the path or the key names the owner"),
    ("webhooks.targets._store", "webhooks.webhooks.owner_not_found"): _only("the key names the owner", "GameNotFound"),
    ("tournaments.results._result", "reading.records.digest"): _only("the game has been loaded", "GameNotFound"),
    ("tournaments.results._result", "reading.record_checks.check"): _only(
        "the game has been loaded, and its info changes no more", "GameBusy", "GameNotFound", "RulesNotHosted"
    ),
    ("lobby.subjects._exported_game", "game.game.game_of"): _only("the rules were compared before", "RulesNotHosted"),
    ("tournaments.rulings._has_been_played", "game.game.load"): _only(
        "tournaments run under hosted rules", "RulesNotHosted"
    ),
    ("tournaments.results._stop_game", "playing.abort.stop"): _only(RACE),
    ("retention.lifetimes._remove", "installation.installation.Subject.game_stops"): _only(RACE, "GameBusy"),
    ("players.deletion.check_not_deleted", "players.deletion.delete_again"): _only(RACE, "TournamentBusy"),
    ("lobby.seat_removal.check_seated", "lobby.seat_removal.delete_with_seat"): _only(RACE, "TournamentBusy"),
    ("matchmaking.matchmaking.seat", "lobby.seat_removal.delete_with_seat"): _only(RACE, "TournamentBusy"),
    ("api.batches.answer", "api.errors.show"): _only("the response to an entry, not to the request"),
    ("tournaments.api.entrants._line", "api.errors.show"): _only("the response to a line, not to the request"),
    ("api.batches.answer", "api.errors.stop_faulty"): _only("the response to an entry, not to the request"),
    ("leaderboards.subject._exported", "leaderboards.subject._rated_games"): _only("the player and the pool exist"),
}
"""The problems that a function does not get from another one that it calls, with the reason."""
