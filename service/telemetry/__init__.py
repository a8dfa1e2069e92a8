"""What a running service tells those who operate it: metrics, logs, and the ids of requests. Everybody may enter."""
