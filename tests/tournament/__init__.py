"""Tournaments, pure: logs are written by hand or by random results, and what follows from them is compared."""
