"""Scripts for generated Python clients; they run where the tools are installed."""
