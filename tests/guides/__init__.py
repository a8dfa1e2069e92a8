"""The guides in openapi/guides/ are executed as they stand."""
