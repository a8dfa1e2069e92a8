"""Provide the `bottega` command."""
