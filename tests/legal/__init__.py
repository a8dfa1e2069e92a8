"""Test over HTTP that the list of legal actions is right, against everything that the published schema allows."""
