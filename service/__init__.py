"""The HTTP service: translates requests to use cases. State lives in Redis, rules in `domain`."""
