"""Compare the pairings of a Swiss with those of the Dutch system of FIDE, as py4swiss implements it: `make dutch`."""
