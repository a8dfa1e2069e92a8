"""Execute the guides in openapi/guides/ without changes."""
