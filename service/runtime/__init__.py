"""Run the processes around the application: the embedded Redis, child processes, the web worker."""
