"""Players with their keys, feeds, notification targets and webhooks."""
