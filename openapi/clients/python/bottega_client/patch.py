"""JSON Patch (RFC 6902), for the changes of an event to a view."""

from collections.abc import Mapping, Sequence
from typing import Any

import jsonpatch


def apply_patch(document: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """Return a document after a patch; the document itself does not change.

    >>> apply_patch({"hand": ["red", "blue"]}, [{"op": "remove", "path": "/hand/0"}])
    {'hand': ['blue']}

    Raises ValueError for a patch that does not fit.
    """
    try:
        return jsonpatch.apply_patch(document, patch)
    except (jsonpatch.JsonPatchException, jsonpatch.JsonPointerException, TypeError) as error:
        raise ValueError(f"the patch does not fit: {error}") from error
