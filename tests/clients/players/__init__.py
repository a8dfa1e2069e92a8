"""Players: what a generated Python client is told to do; they run where the tools are installed."""
