"""Run the processes of an installation: supervisor, workers and sweeper. Only the command imports this package.

Worker processes are RQ's. A module whose task a library also has says in its docstring why the library is not used.
"""
