"""Schemas of requests and responses: the service's own resources, and the conversion of the rulesets' types."""
