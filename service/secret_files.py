"""The secrets of an installation: from the environment, or generated in the data directory."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile

from service.entropy import is_guessable
from service.setting_values import SettingsError

SHORTEST_SECRET = 32
NEW_RANDOM = 'python3 -c "import secrets; print(secrets.token_urlsafe(32))"'
"""The command that prints a random secret."""


def secrets_of(environ: Mapping[str, str], directory: Path) -> tuple[bytes, ...]:
    """Return the secrets, the newest last: from the environment, else from `directory`."""
    given = environ.get("BOTTEGA_SECRET")
    if not given:
        return _stored_secrets(directory)
    previous = environ.get("BOTTEGA_PREVIOUS_SECRET")
    newest = _checked(given.encode(), "BOTTEGA_SECRET")
    return (_checked(previous.encode(), "BOTTEGA_PREVIOUS_SECRET"), newest) if previous else (newest,)


def _checked(secret: bytes, origin: str) -> bytes:
    """Return a secret; raises SettingsError if it could be guessed. Blanks do not count."""
    if len(secret.strip()) < SHORTEST_SECRET:
        raise SettingsError(f"{origin} has {len(secret.strip())} characters, fewer than {SHORTEST_SECRET}")
    if is_guessable(secret.decode("latin-1")):
        raise SettingsError(f"{origin} could be guessed: it repeats itself, or has few characters. Use {NEW_RANDOM}")
    return secret


def _stored_secrets(directory: Path) -> tuple[bytes, ...]:
    """Return the secrets in `directory`, generated first if there is none. Several processes may do this at once."""
    path, previous = directory / "secret", directory / "secret.previous"
    try:
        if not path.exists():
            directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=directory) as draft, suppress(FileExistsError):  # readable by its owner only
                draft.write(secrets.token_urlsafe(SHORTEST_SECRET).encode())
                draft.flush()
                os.link(draft.name, path)
        files = [previous, path] if previous.exists() else [path]
        return tuple([_checked(file.read_bytes(), str(file)) for file in files])
    except OSError as error:
        raise SettingsError(f"BOTTEGA_SECRET is not set and {path} cannot be used: {error.strerror}") from error
