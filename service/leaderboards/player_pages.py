"""Show the page of a player to others, if the player has made the page public."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import UNSET

from domain.ruleset import Outcome, SeatResult
from service import problems
from service.game import deals
from service.game.game import game_of
from service.installation.installation import Installation
from service.isolation.faults import RuleFault
from service.leaderboards import leaderboards
from service.reading import game_index
from service.reading.game_index import GameFilter
from service.resources.base import shown
from service.resources.player_pages import MOST_COUNTED, MOST_SHOWN, HeadToHead, PlayerPage, RulesetResults
from service.store import GameUnreadable, Header


class FinishedGame(NamedTuple):
    """A finished game with a public result."""

    header: Header
    outcome: Outcome
    players: Mapping[str, int]
    """The seats of the players, by player id."""

    def rank(self, player: str) -> int:
        """Return the rank of a player with a seat."""
        return self.outcome.seats[self.players[player]].rank

    def result(self, player: str) -> SeatResult:
        """Return the result of a player with a seat."""
        return self.outcome.results[self.players[player]]


def show(installation: Installation, player: str, caller: str = "") -> PlayerPage:
    """Return the page of a player, with the results against the caller; a player always sees their own page.

    Raises PlayerNotFound, also if the page is private: no response reveals whether a player exists.
    """
    try:
        is_shown = leaderboards.profile_of(installation, player).public or player == caller
    except problems.PlayerNotFound:
        is_shown = False
    if not is_shown:
        raise problems.PlayerNotFound(
            "There is no player with this id, or the page is private: the player sends `public` to `updateMe`."
        )
    entries = installation.store.lists.seated(player, "over", None, MOST_COUNTED)
    own = [
        each
        for each in finished_games(installation, [entry.game_id for entry in entries])
        if each.header.visibility == "public" and player in each.players
    ]
    latest = game_index.list_games(installation, GameFilter(player=player, public=True), None, MOST_SHOWN)
    return shown(
        leaderboards.of_player(installation, player),
        PlayerPage,
        results=_results(own, player),
        head_to_head=_head_to_head(installation, player, caller) if caller not in ("", player) else UNSET,
        games=latest.games,
    )


def finished_games(installation: Installation, game_ids: Sequence[str]) -> Iterator[FinishedGame]:
    """Yield the finished games among some games. Leaves out games that cannot be read, and those of an unended deal."""
    for listed in installation.store.listed.read_many(game_ids):
        if listed is None:
            continue
        try:
            game = game_of(installation, listed)
            outcome = game.outcome
        except (problems.RulesNotHosted, GameUnreadable, RuleFault):
            continue
        if outcome is not None and deals.is_open(installation, game.header):
            seats = {player: seat for seat, player in game.players.items()}
            yield FinishedGame(game.header, outcome, seats)


def _results(games: Sequence[FinishedGame], player: str) -> tuple[RulesetResults, ...]:
    def results(ruleset: str, own: Sequence[FinishedGame]) -> RulesetResults:
        found = [each.result(player) for each in own]
        return RulesetResults(ruleset, len(own), found.count("won"), found.count("drawn"))

    return tuple(results(*each) for each in _by_ruleset(games))


def _head_to_head(installation: Installation, player: str, caller: str) -> tuple[HeadToHead, ...]:
    found = finished_games(installation, installation.store.lists.together(player, caller, "over")[-MOST_COUNTED:])
    both = [each for each in found if {player, caller} <= each.players.keys()]
    return tuple(
        HeadToHead(
            ruleset,
            len(games),
            sum(each.rank(caller) < each.rank(player) for each in games),
            sum(each.rank(caller) == each.rank(player) for each in games),
            sum(each.rank(caller) > each.rank(player) for each in games),
        )
        for ruleset, games in _by_ruleset(both)
    )


def _by_ruleset(games: Sequence[FinishedGame]) -> list[tuple[str, list[FinishedGame]]]:
    """Return games by ruleset, sorted by its name."""
    found: dict[str, list[FinishedGame]] = {}
    for each in games:
        found.setdefault(each.header.ruleset, []).append(each)
    return sorted(found.items())
