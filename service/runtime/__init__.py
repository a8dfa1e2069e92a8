"""Run the processes around the application: the embedded Redis, child processes, the web worker.

A module whose task a library also has says in its docstring why the library is not used.
"""
