"""Declare the requests and responses of tournaments."""
