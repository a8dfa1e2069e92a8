"""The processes of an installation: supervisor, workers and sweeper. Only the command enters."""
