"""Test the estimate of how many attempts it takes to guess a secret."""

import secrets
import string

import pytest

from service.entropy import FEWEST_BITS, bits, is_guessable


@pytest.mark.parametrize(
    "text",
    [
        *("", "a", "aaaaaaaaaaaaaaaa" * 8, "ab" * 64, "abcdefghijkl" * 4, "zyxwvutsrqponmlkjihgfedcba9876543210"),
        *("0123456789abcdef" * 2, "a1b2c3d4e5f60718293a4b5c6d7e8f90", "13579bdf02468ace13579bdf02468ace"),
        *("abcXYZabcXYZ" * 3, "abccbaabccbaabccba" * 3, "changeme" * 5, "qwertyuiopasdfghjklzxcvbnm123456"),
        *("ABCDEFGHIJKLMNOPabcdefghijklmnop", "one two one two one two one two one two", "      "),
    ],
)
def test_repeats_sequences_and_common_texts_are_guessable(text):
    assert is_guessable(text)


@pytest.mark.parametrize("letters", ["0123456789abcdef", string.ascii_letters, string.ascii_letters + string.digits])
def test_random_texts_of_32_characters_are_not_guessable(letters):
    for _ in range(300):
        assert not is_guessable("".join(secrets.choice(letters) for _ in range(32)))


def test_the_estimate_of_a_random_text_is_at_most_that_of_its_characters():
    text = secrets.token_hex(16)
    assert FEWEST_BITS < bits(text) <= 32 * 4
