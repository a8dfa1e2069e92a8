"""Serve tournaments over HTTP."""
