"""Back up an installation into a directory, and restore it in an empty place.

    <directory>/backup.json       the manifest: when and from what it was made, counts, size and digest of each file
    <directory>/redis.rdb         all data of Redis at one moment
    <directory>/archive.sqlite    the finished games that this Redis has in its archive, of any kind
    <directory>/secret, secret.previous    the secrets of the tokens

`making` copies Redis first and the archive afterwards. A copy that the archive replaces in the meantime stays there for
an hour. `loading` opens the copy of Redis in a server of its own, which proves that it can be read. `restoring` changes
nothing before all checks have passed.
"""


class BackupError(Exception):
    """A backup cannot be made or restored; the message says why, and what to do."""
