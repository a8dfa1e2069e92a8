"""Pass events on to all clients of this process as they happen. Only `service.play` may import this."""
