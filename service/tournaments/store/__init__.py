"""Store tournaments in Redis. No other module knows the names of their keys."""
