"""The plain build and the one compiled by mypyc play alike: `make parity`."""
