"""Test that stored games are compressed, and decompress to the same data."""

from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from zstandard import ZstdCompressionDict, get_frame_parameters

from domain.registry import PUBLISHED, RULESETS
from service.store import read_entry
from service.store.bundles import write_bundle
from service.store.compression import BUNDLE_LEVEL, ENTRY_LEVEL, files, newest, pack, pack_piece, unpack
from service.store.log_entries import read_log, read_position, read_terse, terse, write_entry, write_log
from tests.service.helpers.games.events import EVENTS

NAMES = st.sampled_from([*RULESETS, "a game that nobody has packed"])
WHOLE = write_log(EVENTS["riddle"])
PACKED = pack("riddle", WHOLE)


@given(NAMES, st.binary(max_size=5000))
def test_packing_is_reversible(name, plain):
    pieces = [pack_piece(name, plain, level) for level in (ENTRY_LEVEL, BUNDLE_LEVEL)]
    assert {unpack(packed) for packed in (pack(name, plain), *pieces)} == {plain}


@pytest.mark.parametrize("name", RULESETS)
def test_every_event_of_a_game_survives_a_round_trip(name):
    events = EVENTS[name]
    entries = [write_entry(name, event) for event in events]
    assert [read_entry(entry) for entry in entries] == events
    assert [read_position(entry) for entry in entries] == [event.position for event in events]
    assert [read_terse(terse(event)) for event in events] == events
    assert read_log(write_log(events)) == events


def test_a_log_with_a_gap_is_not_written():
    assert read_log(write_log([])) == []
    for events in (EVENTS["azul"][5:], EVENTS["azul"][::-1]):
        with pytest.raises(ValueError, match="another version"):
            write_log(events)


@pytest.mark.parametrize("name", PUBLISHED)
def test_an_event_of_a_published_game_needs_a_third_of_its_json(name):
    assert sum(len(write_entry(name, event)) for event in EVENTS[name]) < len(msgspec.json.encode(EVENTS[name])) / 3


@pytest.mark.parametrize(
    "wrong", [{"at": "never"}, {"attempt": ""}, {"attempt": "0" * 6}, {"attempt": "0" * 10}, {"attempt": "attempts"}]
)
def test_an_event_with_an_impossible_time_or_attempt_is_not_written(wrong):
    event = replace(EVENTS["azul"][0], **wrong)
    for write in (terse, lambda event: write_log([event]), lambda event: write_bundle("azul", [event])):
        with pytest.raises(ValueError, match=r"attempt|isoformat|fromhex"):
            write(event)


@given(st.datetimes(), st.integers(0, 2**32 - 1))
def test_a_usual_time_and_attempt_survive_to_the_microsecond(at, attempt):
    event = replace(EVENTS["azul"][0], at=at.isoformat(timespec="microseconds") + "Z", attempt=f"{attempt:08x}")
    assert read_entry(write_entry("azul", event)) == event


@given(st.integers(0, len(PACKED) - 1), st.integers(1, 255))
def test_one_broken_byte_of_a_game_is_detected(position, change):
    broken = bytearray(PACKED)
    broken[position] ^= change
    assert read_whole(bytes(broken)) in (WHOLE, None)


@given(st.integers(0, len(PACKED) - 1), st.binary(min_size=1))
def test_a_shortened_or_extended_game_is_detected(length, more):
    assert (read_whole(PACKED[:length]), read_whole(PACKED + more)) == (None, None)


def read_whole(packed):
    """Unpack a game; None if it is reported as damaged."""
    try:
        return unpack(packed)
    except ValueError:
        return None


@given(st.binary(max_size=200))
def test_invalid_packed_data_raises_a_value_error(anything):
    for read in (unpack, read_entry, read_position, read_terse):
        try:
            read(anything)
        except ValueError:
            continue


def test_a_game_packed_with_a_dictionary_that_is_not_here_is_rejected():
    assert read_whole(PACKED.replace(bytes([newest("riddle")]), b"\xfe", 1)) is None


def test_dictionaries_have_the_numbers_in_their_packed_data():
    found = {number: ZstdCompressionDict(file.read_bytes()).dict_id() for number, file in files().items()}
    assert found == {number: number for number in found}
    assert [get_frame_parameters(pack(name, b"")).dict_id for name in RULESETS] == [*map(newest, RULESETS)]


def test_many_threads_pack_simultaneously():
    def turns(name):
        return [read_entry(write_entry(name, event)) for event in EVENTS[name] * 3] == EVENTS[name] * 3

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(turns, [*RULESETS] * 8))
