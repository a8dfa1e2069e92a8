"""Clients generated from the contract, judged: what generators drop, warn of or break, and whether clients play.

`make clients` prints the table and writes it to openapi/CLIENTS.md.
"""
