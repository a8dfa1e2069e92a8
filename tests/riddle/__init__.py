"""Tests of The Riddle of Leonardo."""
