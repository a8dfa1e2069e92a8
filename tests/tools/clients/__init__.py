"""Test clients generated from the contract: what generators drop, warn of or break, and whether the clients can play.

`make clients` prints the table and writes it to openapi/CLIENTS.md.
"""
