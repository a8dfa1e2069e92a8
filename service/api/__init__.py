"""The HTTP operations, one module a resource; each reads the request, calls one use case and returns one value."""
