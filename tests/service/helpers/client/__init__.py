"""The application in a test: run it, send requests, and compare responses with the contract."""
