"""Place the contract of an installation under its prefix: `/bottega` of `https://example.org/bottega`."""

from service.contract.document import Json

LINK = "](/"
"""The start of a link in Markdown to a page of the service."""


def place(document: Json, prefix: str) -> None:
    """Add the prefix to the URL of the server, to the links of the description, and to the URLs of examples."""
    if not prefix:
        return
    document["servers"] = [{"url": prefix}]
    document["info"]["description"] = document["info"]["description"].replace(LINK, f"]({prefix}/")
    for each in document["components"]["examples"].values():
        if "externalValue" in each:
            each["externalValue"] = f"{prefix}{each['externalValue']}"
