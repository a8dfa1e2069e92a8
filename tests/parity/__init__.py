"""Test that the plain build and the mypyc build play the same: `make parity`."""
