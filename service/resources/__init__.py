"""The resources of the API: one struct for each, decoded from requests, used by the use cases, encoded in responses."""
