"""Tests of Nim."""
