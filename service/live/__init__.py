"""Pass events on to all clients of this process as they happen. Only use cases may import this."""
