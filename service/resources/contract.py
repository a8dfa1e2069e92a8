"""The query of the contract."""

from typing import Annotated

from msgspec import UNSET, UnsetType

from domain.fields import whole_text
from service.resources.base import Query


class ContractQuery(Query, frozen=True):
    """Query parameters of `/openapi.json` and `/openapi-3.1.json`."""

    rulesets: Annotated[str, whole_text("^[a-z0-9_,-]*$")] | UnsetType = UNSET
    """The rulesets whose types the contract has, with commas between them. Empty: none. Default: all."""
