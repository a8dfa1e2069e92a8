"""The proof that the list of legal actions is right: over HTTP, against all that the published schema lets through."""
