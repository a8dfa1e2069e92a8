"""The HTTP operations, one module per resource: each reads a request, calls one use case and returns a response."""
