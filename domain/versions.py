"""Choose among the versions of a ruleset that are hosted side by side.

Each version is a ruleset of its own, with a folder, a name and wire types of its own: `nim` and `nim_v2`. The later
one names the first one in `version_of`. Games keep the name under which they were created, so nothing else has to know
of other versions.
"""

from collections.abc import Iterator, Mapping

from domain.ruleset import AnyRuleset

Rulesets = Mapping[str, AnyRuleset]


def versions_of(rulesets: Rulesets, ruleset: AnyRuleset) -> tuple[AnyRuleset, ...]:
    """Return the hosted versions of the same game, latest first."""
    found = (each for each in rulesets.values() if _first(each) == _first(ruleset))
    return tuple(sorted(found, key=lambda each: each.version, reverse=True))


def version_for(rulesets: Rulesets, name: str, version: int | None) -> AnyRuleset | None:
    """Return the ruleset of a new game: the requested version, or the latest one; None if it is not hosted.

    The name of the first version stands for all versions. The name of a later one stands for that version only.
    """
    named = rulesets.get(name)
    if named is None:
        return None
    candidates = (named,) if named.version_of else versions_of(rulesets, named)
    return next((each for each in candidates if version in (None, each.version)), None)


def faults_of(rulesets: Rulesets) -> list[str]:
    """Return what is wrong among the versions of all games, one sentence each; empty if nothing is."""
    return [
        f"{each.name}: {fault}" for each in rulesets.values() for fault in _faults(each, versions_of(rulesets, each))
    ]


def _faults(ruleset: AnyRuleset, versions: tuple[AnyRuleset, ...]) -> Iterator[str]:
    """Return what is wrong with one of the versions of a game."""
    latest = versions[0]
    if [each.version for each in versions].count(ruleset.version) > 1:
        yield f"another hosted version of the game is called {ruleset.version}, too."
    if ruleset is not latest and ruleset.deprecated is None:
        yield f"`deprecated` is missing, although {latest.name} is a later version."
    if ruleset is latest and ruleset.deprecated is not None:
        yield "`deprecated` needs a later version."
    if ruleset.sunset is not None and (ruleset.deprecated is None or ruleset.sunset < ruleset.deprecated):
        yield "`sunset` lies before `deprecated`."


def _first(ruleset: AnyRuleset) -> str:
    """Return the name of the first version, which all versions share."""
    return ruleset.version_of or ruleset.name
