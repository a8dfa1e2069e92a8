"""The error catalogue: every `code` of a problem, from the service and from the rulesets, each with its own page."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from importlib.resources import files
from inspect import cleandoc
from typing import Final

import msgspec

from domain.ruleset import AnyRuleset
from service import problems
from service.docs.reference import Operation

ADVICE: Final[Mapping[str, str]] = msgspec.json.decode(
    files("service.docs").joinpath("texts/advice.json").read_bytes(), type=dict[str, str]
)
"""Advice for clients on each of the service's own problems, by code."""
REJECTION_STATUS: Final = "409, or 422 for a value outside the published schema"
REJECTION_ADVICE: Final = (
    "Choose one of the actions that `listLegalActions` returns. The response names the `paragraph` of the rules, and "
    "`parameters` has the facts of the case."
)


@dataclass(frozen=True)
class Rejection:
    """A reason for which a ruleset rejects an action or options."""

    ruleset: str
    game: str
    """The title of the ruleset."""
    title: str
    text: str
    paragraph: str


@dataclass(frozen=True)
class Entry:
    """A code of the catalogue."""

    code: str
    title: str
    status: str
    meaning: str
    advice: str
    operations: Sequence[Operation]
    rejections: Sequence[Rejection] = ()

    @property
    def url(self) -> str:
        """Return the URL of the page about this code, which is also the `type` of the problem."""
        return problems.type_of(self.code)


def entries(rulesets: Iterable[AnyRuleset], operations: Sequence[Operation]) -> list[Entry]:
    """List all codes in alphabetical order."""
    rejections: dict[str, list[Rejection]] = {}
    for ruleset in rulesets:
        for rejection in ruleset.rejections:
            title = ruleset.names.rejections[rejection.code].en
            found = Rejection(ruleset.name, ruleset.names.title.en, title, rejection.text, rejection.paragraph)
            rejections.setdefault(rejection.code, []).append(found)
    codes = sorted({*problems.PROBLEMS, *rejections})
    return [_entry(code, problems.PROBLEMS.get(code), rejections.get(code, ()), operations) for code in codes]


def _entry(
    code: str,
    problem: type[problems.ProblemError] | None,
    rejections: Sequence[Rejection],
    operations: Sequence[Operation],
) -> Entry:
    if problem is None:
        judged = [each for each in operations if each.may_reject]
        return Entry(code, rejections[0].title, REJECTION_STATUS, "", REJECTION_ADVICE, judged, rejections)
    responding = [each for each in operations if any(code in codes for codes in each.codes.values())]
    status = f"{problem.status} {HTTPStatus(problem.status).phrase}"
    meaning = cleandoc(problem.__doc__ or "")
    return Entry(code, problem.title, status, meaning, ADVICE.get(code, ""), responding, rejections)
