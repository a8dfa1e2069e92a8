"""Test the web client in a real browser, against the real service. `make browser` runs this, `make test` does not."""
