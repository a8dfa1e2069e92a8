"""Another player plays for an entrant, who keeps its number; the log of a tournament says so."""

from service.tournaments.rules.entrant_events import Entered, Substituted
from service.tournaments.rules.events import Cancelled
from tests.tournament.building import Log, a_plan

GINA = {"name": "Gina", "player": "pl_gina"}


def entered():
    """Return a tournament with the players Ada and Bruno, and an AI level."""
    log = Log(a_plan())
    for number, name in enumerate(("Ada", "Bruno")):
        log.add(Entered, entrant=number, name=name, kind="player", player=f"pl_{name.lower()}", rating=1500)
    log.add(Entered, entrant=2, name="Greedy", kind="level", level="greedy")
    return log


def test_the_entrant_has_the_new_player_and_remembers_those_before():
    log = entered()
    log.add(Substituted, entrant=0, **GINA)
    log.add(Substituted, entrant=0, name="Hana", player="pl_hana", bot=True)
    entrant = log.tournament.entrants[0]
    assert (entrant.name, entrant.entered.player, entrant.entered.bot) == ("Hana", "pl_hana", True)
    assert (entrant.former, entrant.entered.rating) == (("pl_ada", "pl_gina"), 1500)


def test_a_substitute_is_a_new_player_for_a_player():
    log = entered()
    assert log.may(Substituted, entrant=0, **GINA) == ""
    assert "no entrant" in log.may(Substituted, entrant=3, **GINA)
    assert "AI level" in log.may(Substituted, entrant=2, **GINA)
    assert "already registered" in log.may(Substituted, entrant=0, name="Bruno", player="pl_bruno")
    log.add(Cancelled)
    assert "over" in log.may(Substituted, entrant=0, **GINA)
