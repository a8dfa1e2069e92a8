"""Connect an installation: store, job queues, clock and ids, and what all use cases share."""
