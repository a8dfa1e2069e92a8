"""Find out which e-mail addresses lead to the same mailbox, and which domains have the same owner.

The rules are those of the large providers. An unknown provider may have others. Limits by domain hold for it.
"""

from typing import NamedTuple

SECOND_LEVEL = frozenset({"ac", "co", "com", "edu", "gob", "gov", "gouv", "go", "ne", "net", "nom", "or", "org"})
"""Labels below a country at which anyone can register a domain, such as `co` in `example.co.uk`.

The public suffix list has many more. Without it, the domains below an unknown suffix share one limit.
"""


class Provider(NamedTuple):
    """The rules of a mail provider."""

    domain: str
    """The domain that stands for all domains of the provider."""
    ignored: str
    """Characters that the provider ignores in the name of a mailbox."""


GOOGLE, PROTON, YANDEX = Provider("gmail.com", "."), Provider("proton.me", ".-_"), Provider("yandex.ru", ".-")
PROVIDERS = {
    **dict.fromkeys(("gmail.com", "googlemail.com"), GOOGLE),
    **dict.fromkeys(("proton.me", "protonmail.com", "protonmail.ch", "pm.me"), PROTON),
    **dict.fromkeys(("ya.ru", "yandex.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua"), YANDEX),
}


def mailbox_of(address: str) -> str:
    """Return the address that stands for all addresses of a mailbox.

    Ada.Byron+games@GoogleMail.com   adabyron@gmail.com
    Ada.Byron+games@example.org      ada.byron@example.org

    """
    local, _, domain = address.lower().rpartition("@")
    provider = PROVIDERS.get(domain, Provider(domain, ""))
    name = local.partition("+")[0].translate(dict.fromkeys(map(ord, provider.ignored)))
    return f"{name or local}@{provider.domain}"


def domain_of(address: str) -> str:
    """Return the domain that the owner of an address registered.

    ada@mail.example.org     example.org
    ada@a.b.example.co.uk    example.co.uk

    """
    labels = mailbox_of(address).rpartition("@")[2].split(".")
    is_below = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in SECOND_LEVEL
    return ".".join(labels[-3 if is_below else -2 :])
