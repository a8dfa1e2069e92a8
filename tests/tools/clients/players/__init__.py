"""Scripts that play with generated Python clients, in the environment of the tools."""
