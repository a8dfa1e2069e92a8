"""The proof that every action counts exactly once, whoever races and whatever breaks: through a real web server."""
