"""Run the processes of an installation: supervisor, workers and sweeper. Only the command imports this package."""
