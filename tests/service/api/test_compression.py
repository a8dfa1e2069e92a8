"""Test that responses are compressed on request, streams event by event; responses with a token are not."""

import gzip
import zlib
from itertools import product

import brotli
import pytest

from domain.registry import RULESETS
from service.api.compression import MOST_CACHED, ResponseCache, flushed

FORMATS = {"br": brotli.decompress, "gzip": gzip.decompress}
LONG = f"/v1/rulesets/{next(iter(RULESETS))}"
GZIP = {"Accept-Encoding": "gzip"}


def test_a_long_response_is_compressed_as_the_client_requests(service):
    for path in (LONG, f"{LONG}/rules", f"{LONG}/scenarios", "/openapi.json", "/docs/static/docs.css", "/docs"):
        plain = service.client.get(path)
        assert "Content-Encoding" not in plain.headers
        assert "Accept-Encoding" in plain.vary
        for encoding, read in FORMATS.items():
            for _ in range(2):  # the second time it is there
                small = service.client.get(path, headers={"Accept-Encoding": encoding})
                assert (small.headers["Content-Encoding"], read(small.data)) == (encoding, plain.data)
                assert int(small.headers["Content-Length"]) == len(small.data) < len(plain.data) / 1.5
                assert "Accept-Encoding" in small.vary


@pytest.mark.parametrize(("path", "quality"), [("/docs/static/docs.css", 10), ("/openapi.json", 9)])
def test_a_large_response_is_compressed_at_a_level_that_does_not_hold_up_others(service, path, quality):
    plain = service.client.get(path).data
    small = service.client.get(path, headers={"Accept-Encoding": "br"}).data
    assert small == brotli.compress(plain, quality=quality)


def test_the_client_chooses_the_format(service):
    chosen = {
        "gzip, deflate, br, zstd": "br",
        "gzip, zstd": "zstd",
        "gzip;q=1, br;q=0.5": "gzip",
        "*": "br",
        "identity": None,
        "br;q=0": None,
        "compress": None,
        "": None,
    }
    responses = {coding: service.client.get(LONG, headers={"Accept-Encoding": coding}) for coding in chosen}
    assert {coding: result.headers.get("Content-Encoding") for coding, result in responses.items()} == chosen


def test_a_view_is_compressed_for_its_client_and_cached_apart_from_those_of_others(service):
    game = service.new_game([{"kind": "human", "name": "A" * 64}] * 4)
    small = game.get("/view", 0, **GZIP)
    assert gzip.decompress(small.data) == game.get("/view", 0).data
    assert {"Authorization", "Accept-Encoding"} <= set(small.vary)


def test_a_short_response_is_not_compressed(service):
    result = service.client.get("/healthz", headers=GZIP)
    assert result.json == {"status": "ok", "build": "plain"}
    assert "Content-Encoding" not in result.headers


def test_a_client_with_a_response_in_any_format_learns_that_it_is_unchanged(service, game):
    formats = ({}, GZIP, {"Accept-Encoding": "br"})
    for path in (f"/v1/games/{game.game_id}/view", LONG, "/openapi.json", "/docs/static/docs.css"):
        for known, coding in product(formats, formats):
            first = service.client.get(path, headers=known)
            again = service.client.get(path, headers=coding | {"If-None-Match": first.headers["ETag"]})
            assert (again.status_code, again.data) == (304, b"")
            assert again.headers["ETag"] == first.headers["ETag"]
            assert "Accept-Encoding" in again.vary


def test_only_an_uncompressed_response_has_a_strong_etag(service):
    assert service.client.get(LONG).headers["ETag"].startswith('"')
    assert service.client.get(LONG, headers=GZIP).headers["ETag"].startswith('W/"')


def test_a_response_with_a_token_is_never_compressed(service):
    players = [{"kind": "human", "name": "A" * 64}] * 2
    created = service.create(players, **GZIP)
    opened = service.new_game([*players[1:], {"kind": "open"}])
    claimed = opened.post("/seats/1/claim", body={"name": "B" * 64}, headers=GZIP)
    for result in (created, claimed):
        assert result.status_code == 201
        assert "Content-Encoding" not in result.headers
        assert result.headers["Cache-Control"] == "no-store, no-transform"
        assert "token" in result.text


def opened(game, form, **headers):
    """Open a stream and wait for its first bytes; return the response and its further chunks."""
    response = game.get(f"/events/{form}", 0, **headers)
    assert response.status_code == 200
    return response, response.iter_encoded()


@pytest.mark.parametrize("form", ["stream", "ndjson"])
def test_each_event_of_a_compressed_stream_can_be_read_as_soon_as_it_is_sent(game, form):
    response, chunks = opened(game, form, **GZIP)
    plain, expected = opened(game, form)
    assert response.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in response.vary
    reader = zlib.decompressobj(wbits=31)
    assert reader.decompress(next(chunks)) == next(expected)
    for _ in range(2):
        game.act(game.view()["to_act"][0])
        event = reader.decompress(next(chunks))
        assert event == next(expected)
        assert b'"version":' in event
    response.close()
    plain.close()


def test_a_stream_is_uncompressed_unless_the_client_requests_gzip(game):
    for accepted in ("", "identity", "gzip;q=0", "identity, gzip;q=0.5", "br"):
        response, chunks = opened(game, "ndjson", **{"Accept-Encoding": accepted})
        assert "Content-Encoding" not in response.headers
        assert next(chunks) == b"\n"
        assert "Accept-Encoding" in response.vary
        response.close()


def test_a_compressed_stream_is_whole_and_small(game):
    game.play_to_the_end()
    plain = game.get("/events/stream").data
    small = game.get("/events/stream", **GZIP).data
    assert gzip.decompress(small) == plain
    assert len(small) < len(plain) / 2


def test_an_abandoned_compressed_stream_has_no_subscription(service, game):
    response, chunks = opened(game, "ndjson", **GZIP)
    next(chunks)
    response.close()
    assert len(service.installation.hub) == 0


def test_empty_chunks_pass_at_once():
    reader = zlib.decompressobj(wbits=31)
    assert [reader.decompress(chunk) for chunk in flushed([b"\n", b"", b"\n"])] == [b"\n", b"", b"\n", b""]
    assert reader.eof


def test_the_oldest_cached_compressed_response_is_evicted():
    cache = ResponseCache()
    for each in range(MOST_CACHED + 1):
        cache.set(str(each), b"")
    assert (cache.get("0"), cache.get("1")) == (None, b"")
