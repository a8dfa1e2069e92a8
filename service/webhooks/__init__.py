"""Manage webhooks, and record and schedule their deliveries. A worker sends them."""
