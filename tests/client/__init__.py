"""Test `@bottega/client` with Node.js against a running service."""
