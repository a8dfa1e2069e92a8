"""Archive games in an S3-compatible store: `s3://bucket[/prefix][?endpoint=https://...&region=...]`.

The default endpoint is Amazon's. Credentials are found as in AWS's own clients: AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine. They need s3:GetObject, s3:PutObject, s3:DeleteObject and
s3:ListBucket. Without s3:ListBucket a missing game is reported as forbidden. The bucket must exist.

A game is one object, `<prefix>/<shard>/<game_id>`. The shard is two hexadecimal digits of a digest of the id.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

from service.archive import ArchiveUnavailable
from service.archive.per_process import PerProcess

RESPONSE_SECONDS = 4.0
"""Timeout of a response; each request is tried twice."""
READERS = 16
"""Threads of one process that read several games at once, for all callers."""
CONNECTIONS = READERS + 10
"""Open connections of one process: one per reader thread, and some for single games."""


class S3Archive:
    """The archive in one bucket; raises ValueError for an unreadable URL."""

    def __init__(self, address: str) -> None:
        self._bucket, self._prefix, self._place = _read(address)
        self._clients = PerProcess(self._open_client)
        self._readers = PerProcess(lambda: ThreadPoolExecutor(READERS, "archive"))

    def put(self, game_id: str, packed: bytes) -> None:
        """Write the object of a game."""
        with _outages():
            self._clients.get().put_object(**self._object(game_id), Body=packed)

    def get(self, game_id: str) -> bytes | None:
        """Return the object of a game."""
        with _outages():
            client = self._clients.get()
            try:
                found = client.get_object(**self._object(game_id))
            except client.exceptions.NoSuchKey:
                return None
            with found["Body"] as body:
                content: bytes = body.read()
            return content

    def get_many(self, game_ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the objects of several games in parallel; the first failure stops further requests."""
        found = dict(zip(game_ids, self._readers.get().map(self.get, game_ids), strict=True))
        return {game_id: packed for game_id, packed in found.items() if packed is not None}

    def remove(self, game_id: str) -> None:
        """Delete the object of a game."""
        with _outages():
            self._clients.get().delete_object(**self._object(game_id))

    def close(self) -> None:
        """Close the connections."""
        readers, client = self._readers.take(), self._clients.take()
        if readers:
            readers.shutdown(cancel_futures=True)
        if client:
            client.close()

    def _object(self, game_id: str) -> dict[str, str]:
        shard = sha256(game_id.encode()).hexdigest()[:2]
        return {"Bucket": self._bucket, "Key": f"{self._prefix}{shard}/{quote(game_id, safe='')}"}

    def _open_client(self) -> Any:
        """Return a client that threads may share; boto3 is published without types."""
        config = Config(
            connect_timeout=2,
            read_timeout=RESPONSE_SECONDS,
            retries={"mode": "standard", "total_max_attempts": 2},
            max_pool_connections=CONNECTIONS,
            tcp_keepalive=True,
            request_checksum_calculation="when_required",  # some stores do not support these newer checksums;
            response_checksum_validation="when_required",
            s3={
                "payload_signing_enabled": True,  # the payload is signed instead, which also checks it
                "addressing_style": "path" if self._place.get("endpoint_url") else "auto",
            },
        )
        return boto3.session.Session().client("s3", config=config, **self._place)


@contextmanager
def _outages() -> Iterator[None]:
    """Raise ArchiveUnavailable for all errors of the store and the network."""
    try:
        yield
    except (BotoCoreError, ClientError) as error:
        raise ArchiveUnavailable(f"S3: {error}") from error


def _read(address: str) -> tuple[str, str, dict[str, str]]:
    """Return bucket, prefix, endpoint and region. The error omits possible secrets."""
    parts = urlsplit(address)
    if "@" in parts.netloc:
        raise ValueError("credentials belong in the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
    if not parts.netloc:
        raise ValueError("the URL must name a bucket: s3://bucket/prefix")
    given = dict(parse_qsl(parts.query))
    if not given.keys() <= {"endpoint", "region"}:
        raise ValueError("the URL may have no other parameters than endpoint= and region=")
    prefix = parts.path.strip("/")
    return parts.netloc, f"{prefix}/" if prefix else "", _place(given)


def _place(given: dict[str, str]) -> dict[str, str]:
    place = {"region_name": given["region"]} if "region" in given else {}
    if "endpoint" not in given:
        return place
    endpoint = urlsplit(given["endpoint"])
    if endpoint.scheme not in ("http", "https") or not endpoint.hostname or "@" in endpoint.netloc:
        raise ValueError("the endpoint must be a URL such as https://store.example:9000, without credentials")
    return {**place, "endpoint_url": given["endpoint"]}
