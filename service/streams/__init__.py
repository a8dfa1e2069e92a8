"""Follow games and feeds as they change, by pages and streams, and issue the tickets that open streams."""
