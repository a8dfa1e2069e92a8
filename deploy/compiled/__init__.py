"""The compiled build of these sources. `make run` uses it if it exists, and otherwise starts the build."""
