"""Report metrics, logs and traces to the operator. All packages may import this."""
