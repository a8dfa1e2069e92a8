"""Test through a real web server that every action counts exactly once, despite races and failures."""
