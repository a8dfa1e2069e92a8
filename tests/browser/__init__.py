"""The table in a real browser, against the real service: `make browser` runs this, `make test` does not."""
