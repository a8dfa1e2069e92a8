"""The compiled build of these sources, and `make run`, which takes it where it is there and has it built where not."""
